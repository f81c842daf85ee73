/** Runs the programs of docs/sandbox.md as printed, and checks the image for pipelines. */
import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, test } from 'vitest';
import { load } from 'js-yaml';
import { parse } from './support/catalogue.ts';
import { environmentOf, useSandbox } from './support/sandbox.ts';

const run = promisify(execFile);
const root = resolve(import.meta.dirname, '..');
const page = readFileSync(join(root, 'docs/sandbox.md'), 'utf8');
const folder = mkdtempSync(join(tmpdir(), 'trivet-page-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const { sandbox } = useSandbox();

const programOf = (language: string): string =>
  new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'm').exec(page)?.[1] ?? '';

const languages: readonly (readonly [language: string, file: string, program: string, ...args: string[]])[] =
  [
    ['bash', 'test.sh', 'bash'],
    ['python', 'test.py', 'python3'],
    ['go', 'main.go', 'go', 'run'],
    ['js', 'test.mjs', process.execPath],
    ['java', 'FirstTest.java', 'java'],
  ];

describe('the first test of docs/sandbox.md', () => {
  test.for(languages)(
    'passes in %s',
    { timeout: 300_000 },
    async ([language, file, program, ...args], { skip }) => {
      const text = programOf(language);
      expect(text).not.toBe('');
      const isThere = spawnSync(program, [language === 'go' ? 'version' : '--version']).status === 0;
      if (!isThere) skip(`${program} is not installed`);
      if (language === 'bash' && spawnSync('curl', ['--version']).status !== 0) skip('curl is not installed');
      writeFileSync(join(folder, file), text);
      const env = {
        PATH: process.env['PATH'] ?? '',
        HOME: folder,
        ...(language === 'go' ? { GOCACHE: String(spawnSync('go', ['env', 'GOCACHE']).stdout).trim() } : {}),
        GOFLAGS: '-mod=mod',
        ...environmentOf(sandbox()),
        TRIVET_SANDBOX_CONTROL: sandbox().control,
      };
      const { stdout } = await run(program, [...args, join(folder, file)], { cwd: folder, env });
      expect(stdout).toMatch(/["']?satisfied["']?: ?(?:true|True)/);
    },
  );
});

test('the service of a pipeline and the image start a sandbox with flags that exist', async () => {
  const service = /^```yaml\n([\s\S]*?)^```$/m.exec(page)?.[1] ?? '';
  const { services } = load(service) as { services: { sandbox: { command: readonly string[] } } };
  const { command } = await parse(['sandbox', 'serve', ...services.sandbox.command]);
  expect(command.path).toBe('sandbox serve');
  const image = readFileSync(join(root, 'packaging/Sandboxfile'), 'utf8');
  const listOf = (name: string): readonly string[] =>
    JSON.parse(new RegExp(`^${name} (\\[.*\\])$`, 'm').exec(image)?.[1] ?? '[]') as string[];
  const [program = '', ...entry] = listOf('ENTRYPOINT');
  expect(program).toBe('/usr/bin/trivet');
  expect((await parse([...entry, ...listOf('CMD')])).command.path).toBe('sandbox serve');
});
