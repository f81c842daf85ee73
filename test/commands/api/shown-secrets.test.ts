/** Tests that a raw request that is shown has variables in place of its secrets, as that of a command has. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { secretsAt } from '../../support/answering.ts';
import { runCli, words } from '../../support/run-cli.ts';

let cwd = '';
beforeAll(() => {
  cwd = mkdtempSync(join(tmpdir(), 'trivet-shown-'));
  writeFileSync(
    join(cwd, 'body.json'),
    '{"binddn":"cn=trivet","bindpass":"hush-1","data":{"password":"hush-2"},"others":[{"password":"hush-3"}]}',
  );
  // Its name says nothing: only its command knows that it is one.
  writeFileSync(join(cwd, 'key.json'), '{"client_tls_key":"hush-4"}');
  const line = 'api secrets POST /ldap/config --data @body.json';
  writeFileSync(join(cwd, 'lines.txt'), `${line}\n`);
});
afterAll(() => rmSync(cwd, { recursive: true, force: true }));

const trivet = (line: string) => runCli(words(line), { cwd, env: secretsAt('http://127.0.0.1:9') });

describe.each(['ldap/config', 'kv/data/app'])('below /%s', (path) => {
  test.each(['--dry-run', '--dry-run -o json', '--dry-run -o yaml', '--curl'])('%s', async (flags) => {
    const { code, stdout, stderr } = await trivet(`api secrets POST /${path} --data @body.json ${flags}`);
    expect([code, `${stdout}${stderr}`]).toEqual([0, expect.not.stringContaining('hush')]);
    expect(stdout).toContain('cn=trivet');
    for (const name of ['BINDPASS', 'PASSWORD', 'PASSWORD_2'])
      expect(stdout).toMatch(new RegExp(`TRIVET_SECRET_${name}\\b`));
  });
});

test('a batch', async () => {
  for (const output of ['json', 'jsonl', 'table']) {
    const { stdout, stderr } = await trivet(`batch run lines.txt --dry-run -o ${output}`);
    expect(`${stdout}${stderr}`).not.toContain('hush');
  }
});

test('what a command declares', async () => {
  const { code, stdout } = await trivet('api secrets POST /ldap/config --data @key.json --dry-run');
  expect([code, stdout]).toEqual([0, expect.not.stringContaining('hush')]);
});
