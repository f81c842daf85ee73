/** Tests that a client generated from the manifest compiles, checks its callers, and works. */
import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { typedClient } from '../support/typed-client.ts';
import { environmentOf, useSandbox } from '../support/sandbox.ts';

const root = join(import.meta.dirname, '..', '..');
const program = process.env['TRIVET_PROGRAM'] ?? join(root, 'bin', 'trivet');
const { sandbox } = useSandbox();
const folder = mkdtempSync(join(tmpdir(), 'trivet-client-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Compiles both programs together, because reading the client takes most of the time. */
const compile = (
  sources: Readonly<Record<string, string>>,
): { readonly status: number | null; readonly stdout: string } => {
  for (const [name, source] of Object.entries(sources)) writeFileSync(join(folder, name), source);
  return spawnSync(
    process.execPath,
    [join(root, 'node_modules', 'typescript', 'bin', 'tsc'), '--project', folder],
    { encoding: 'utf8' },
  );
};

test(
  'a typed client generated from the manifest lists and changes workspaces',
  { timeout: 120_000 },
  async () => {
    const manifest = execFileSync(program, ['manifest'], { encoding: 'utf8', maxBuffer: 2 ** 26 });
    writeFileSync(join(folder, 'client.ts'), typedClient(JSON.parse(manifest)));
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
    writeFileSync(
      join(folder, 'tsconfig.json'),
      JSON.stringify({
        compilerOptions: {
          strict: true,
          module: 'NodeNext',
          moduleResolution: 'NodeNext',
          target: 'ES2023',
          types: ['node'],
          // Node's own types are not under test, and take longer than the client.
          skipLibCheck: true,
          outDir: 'out',
          rootDir: '.',
        },
        files: ['use.ts', 'wrong.ts'],
      }),
    );
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));

    const compiled = compile({
      'use.ts': `
    import { trivet } from './client.js';
    const { data } = trivet('workspace list', { 'search-name': 'network', limit: 3 });
    const names: readonly (string | null | undefined)[] = (data ?? []).map(({ attributes }) => attributes?.name);
    trivet('workspace tag add', { workspace: 'network-prod', tag: ['typed', 'a client'] });
    const job = trivet('job show', { job: 'web' });
    const { data: role } = trivet('pki role show', { role: 'web' });
    console.log(JSON.stringify({ names, priority: job.Priority, ttl: typeof role?.max_ttl }));
  `,
      'wrong.ts': `
    import { trivet } from './client.js';
    trivet('workspace list', { limit: 'three' });
    trivet('workspace lock', {});
    trivet('workspace update', { workspace: 'a', 'execution-mode': 'remotely' });
    trivet('workspace frobnicate', {});
  `,
    });
    expect(compiled.status).not.toBe(0);
    expect(compiled.stdout.match(/\w+\.ts\(\d+/g)).toEqual([3, 4, 5, 6].map((line) => `wrong.ts(${line}`));
    // The sandbox runs in this process.
    const ran = await promisify(execFile)(process.execPath, [join(folder, 'out', 'use.js')], {
      env: { ...process.env, ...environmentOf(sandbox()), TRIVET: program },
    });
    expect(ran.stderr).toBe('{"note":"added tags to network-prod"}\n');
    expect(JSON.parse(ran.stdout)).toMatchObject({
      names: ['network-prod', 'network-staging', 'network-qa'],
      priority: 50,
    });
  },
);
