/** Tests values in forms that people and other tools write, and values that cannot be meant. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { missing } from '../support/pty.ts';
import { useSandbox } from '../support/sandbox.ts';

const { trivet, json, requests, clear } = useSandbox();
const folder = mkdtempSync(join(tmpdir(), 'trivet-given-values-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('a time with an offset is sent in UTC, which is all that some servers take', async () => {
  const line = 'pki issue web --common-name www.example.com --dry-run';
  const { stdout } = await trivet(`${line} --not-after 2027-01-01T00:30:00+02:00`);
  expect(stdout).toContain('"not_after": "2026-12-31T22:30:00Z"');
});

const why = missing('openssl');
test.skipIf(why !== undefined)(
  `a certificate request in DER is signed, from a file and from standard input${why === undefined ? '' : ` (skipped: ${why})`}`,
  async () => {
    const path = join(folder, 'request.der');
    const key = ['req', '-new', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
    const names = ['-keyout', join(folder, 'key.pem'), '-subj', '/CN=www.example.com'];
    execFileSync('openssl', [...key, ...names, '-outform', 'DER', '-out', path], { stdio: 'ignore' });
    const line = 'pki sign web --common-name www.example.com --field certificate';
    expect((await trivet(`${line} --csr @${path}`)).stdout).toContain('BEGIN CERTIFICATE');
    const piped = await trivet(`${line} --csr -`, { stdin: readFileSync(path) });
    expect(piped.stdout).toContain('BEGIN CERTIFICATE');
  },
);

test('zeros before a serial number are left out, and a certificate that does not exist is exit 5', async () => {
  const issued = await json('pki issue web --common-name www.example.com');
  const { serial_number: serial } = (issued as { data: { serial_number: string } }).data;
  expect((await trivet(`pki cert show 00:${serial}`)).code).toBe(0);
  expect((await trivet(`pki revoke 00:${serial} --yes`)).code).toBe(0);
  const none = await trivet('pki revoke 00:11:22:33 --yes');
  expect(none.code).toBe(5);
  expect(none.stderr).toContain('11:22:33 not found');
});

test.each([
  ['cloud lease set --lease 1h --lease-max 30m', '--lease is longer than --lease-max'],
  ['message create --title t --message m --link Go=javascript:alert', 'with an http or https URL'],
  ['message create --title t --message m --link Go=data:text/html,x', 'with an http or https URL'],
])('%s is refused, and nothing is sent', async (line, text) => {
  clear();
  const { code, stderr } = await trivet(line);
  expect(code).toBe(2);
  expect(stderr).toContain(text);
  expect(requests()).toEqual([]);
});

test('a TTL of 0 is not called unlimited where the server has a limit', async () => {
  const { stderr } = await trivet('ldap library check-out team/ops --ttl 0 -o json');
  expect(stderr).toContain('unlimited, unless the server has a limit');
});

test.each([
  ['a line', 's.secretOfAnotherFile0123456789\n'],
  ['JSON', '{"Statement": "s.secretOfAnotherFile0123456789"\n'],
])('%s of a file that the server quotes is not shown', async (_, text) => {
  const path = join(folder, 'taken-for-a-policy');
  writeFileSync(path, text);
  const line = `cloud role write ci --credential-type iam_user --policy-document @${path} --yes`;
  for (const options of ['', ' -o json', ' -v']) {
    const { code, stdout, stderr } = await trivet(line + options);
    expect(code).toBe(1);
    expect(stderr).toContain('cannot parse policy document');
    expect(stderr).toContain(`the file ${path}`);
    expect(stdout + stderr).not.toContain('secretOfAnotherFile');
  }
});

test('a file that is not a batch is refused without its content', async () => {
  const { code, stderr } = await trivet('batch run - --yes', {
    stdin: 's.secretOfAnotherFile0123456789\njob list\n',
  });
  expect([code, stderr]).toEqual([2, expect.stringContaining('line 1: it does not begin with a command')]);
  expect(stderr).not.toContain('secretOfAnotherFile');
});
