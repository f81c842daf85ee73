/** Runs the lines of docs/login.md as printed. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Served } from './support/served.ts';
import { serveProgram } from './support/served.ts';
import { environmentOf, useSandbox } from './support/sandbox.ts';

const page = readFileSync(resolve(import.meta.dirname, '../docs/login.md'), 'utf8');
const blocks = [...page.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, text = '']) => text);

const { sandbox } = useSandbox();
const work = mkdtempSync(join(tmpdir(), 'trivet-login-page-'));
let served: Served;
beforeAll(async () => {
  served = await serveProgram();
});
afterAll(() => {
  served.close();
  rmSync(work, { recursive: true, force: true });
});

const run = (printed: string): Promise<{ readonly code: number; readonly output: string }> =>
  new Promise((done) => {
    const { TRIVET_SECRETS_TOKEN: _, ...variables } = environmentOf(sandbox());
    const address = 'https://bao.example.com/v1';
    const script = printed.replace(address, sandbox().urls.secrets);
    // A profile does not count beside variables.
    const services = printed.includes(address) ? {} : variables;
    const env = {
      ...services,
      PATH: [served.bin, process.env['PATH'] ?? ''].join(delimiter),
      HOME: work,
      TRIVET_CONFIG_DIR: join(work, 'config'),
      NO_PROXY: '127.0.0.1',
      PASSWORD: 'alice-password',
      SECRET_ID: 'ci-secret-id',
    };
    execFile('bash', ['-e', '-c', script], { cwd: work, env }, (error, out, err) => {
      done({ code: error === null ? 0 : Number(error.code), output: `${out}${err}` });
    }).stdin?.end();
  });

test.each(blocks)('the lines of %s run as printed', { timeout: 120_000 }, async (block) => {
  const ran = await run(block);
  expect(ran).toMatchObject({ code: 0 });
  expect(ran.output).not.toContain('alice-password');
});
