/** What a comparison asks a server, and servers that reply otherwise. test/transcripts/state holds the rest. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { runCli, words } from '../../support/run-cli.ts';
import { useSandbox } from '../../support/sandbox.ts';
import { secretsServer, smallServer } from '../../support/small-server.ts';

const { trivet, requests, clear } = useSandbox();
const folder = mkdtempSync(join(tmpdir(), 'trivet-diff-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let count = 0;
const write = (text: string, name = 'file.yaml'): string => {
  count += 1;
  const path = join(folder, String(count), name);
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, text);
  return path;
};

test('zeros that the server reports as update settings are ignored for groups that have none', async () => {
  const group = (count: number): string =>
    `[{"Name": "g", "Count": ${count}, "Tasks": [{"Name": "t", "Driver": "raw_exec", "Config": {"command": "/bin/true"}}]}]`;
  const update = '{"MaxParallel": 3, "HealthCheck": "", "HealthyDeadline": 0, "AutoRevert": false}';
  const registered = write(
    `{"ID": "updated", "Type": "service", "Update": ${update}, "TaskGroups": ${group(1)}}`,
    'job.json',
  );
  expect((await trivet(`job register ${registered}`)).code).toBe(0);
  const part = write(`kind: job\nname: updated\nsettings:\n  TaskGroups: ${group(2)}\n`);
  clear();
  expect((await trivet(`diff ${part}`)).code).toBe(0);
  const planned = requests().find(({ path }) => path.endsWith('/plan'));
  expect(planned?.body).toMatchObject({ Job: { Type: 'service', Update: { MaxParallel: 3 } } });
  expect(planned?.body).not.toHaveProperty('Job.Update.HealthCheck');
  expect(planned?.body).not.toHaveProperty('Job.Update.HealthyDeadline');
});

test('nothing in a Markdown report is live that a file wrote', async () => {
  const hostile = [
    '![x](https://evil.example/p.png)',
    '[Approved](https://evil.example)',
    '@acme/admins',
    '</details><h1>Approved</h1>',
    '```',
    '| a | b |',
    '<!-- x',
    '#1 GH-1 deadbeef1234567',
    'https://evil.example',
  ];
  const file = write(
    hostile
      .map(
        (text) =>
          `kind: pki-role\nname: ${JSON.stringify(text.replaceAll('/', '-'))}\nsettings:\n  ou: [${JSON.stringify(`${text}\n# Approved`)}, ${JSON.stringify(text)}]\n`,
      )
      .concat(`kind: pki-role\nname: web\nsettings:\n  ou: ${JSON.stringify(hostile)}\n`)
      .join('---\n'),
  );
  const { stdout } = await trivet(`diff ${file} -o md`);
  // What is left without fences, code spans and entities is trivet's own.
  const live = stdout
    .replaceAll(/^(`{3,})diff\n[^]*?\n\1$/gm, '')
    .replaceAll(/(`+)(?!`)[^\n]*?[^`]\1(?!`)/g, '')
    .replaceAll(/&#\d+;/g, '');
  expect(live).not.toMatch(/evil|Approved<|\[|@|<h1|<!--|acme|deadbeef/);
  expect(live.match(/<\/?details>/g)).toHaveLength(2);
});

test.each([
  ['reported', ['b', 'a'], []],
  ['null, which is not an empty list', null, ['/api/v2/workspaces/ws-AAAAAAAAAAAAAAAA/relationships/tags']],
  ['absent', undefined, ['/api/v2/workspaces/ws-AAAAAAAAAAAAAAAA/relationships/tags']],
])('tags are not requested if the list reports them: %s', async (_, names, asked) => {
  const tag = (name: string) => ({ id: `tag-${name}`, type: 'tags', attributes: { name } });
  const { env, received } = await smallServer(({ path }) => ({
    headers: { 'content-type': 'application/vnd.api+json' },
    body: path.endsWith('/tags')
      ? { data: ['a', 'b'].map(tag) }
      : {
          data: {
            id: 'ws-AAAAAAAAAAAAAAAA',
            type: 'workspaces',
            attributes: { name: 'web', 'auto-apply': true, 'tag-names': names },
          },
        },
  }));
  const file = write('kind: workspace\nname: web\ntags: [a, c]\n');
  const compared = await runCli(words(`diff ${file} -o json`), {
    env: {
      TRIVET_WORKSPACES_URL: `${env['TRIVET_JOBS_URL'] ?? ''}/api/v2`,
      TRIVET_WORKSPACES_TOKEN: 'the-token',
      TRIVET_WORKSPACES_PRODUCT: 'generic',
      TRIVET_ORGANIZATION: 'acme',
    },
  });
  expect(compared, compared.stderr).toMatchObject({ code: 0 });
  expect(JSON.parse(compared.stdout)).toMatchObject([
    { changes: [{ field: 'tags', from: ['a', 'b'], to: ['a', 'c'] }] },
  ]);
  expect(received.slice(1).map(({ path }) => path)).toEqual(asked);
});

const jsonApi = (status: string): unknown => ({ errors: [{ status, title: 'not found' }] });

test.each([
  ['does not exist', jsonApi('404'), 0, []],
  ['is answered by another service', 'no such thing', 8, ['failed']],
  ['is answered by a web page', '<html></html>', 8, ['failed']],
])('a part of an object that %s gives the right exit code', async (_, body, exit, actions) => {
  const { env } = await smallServer(({ path }) =>
    path.endsWith('/data-retention-policy')
      ? { status: 404, body }
      : {
          headers: { 'content-type': 'application/vnd.api+json' },
          body: { data: { id: 'ws-AAAAAAAAAAAAAAAA', type: 'workspaces', attributes: { name: 'web' } } },
        },
  );
  const file = write('kind: workspace\nname: web\nretention-policy: null\n');
  const compared = await runCli(words(`diff ${file} -o json`), {
    env: {
      TRIVET_WORKSPACES_URL: `${env['TRIVET_JOBS_URL'] ?? ''}/api/v2`,
      TRIVET_WORKSPACES_TOKEN: 'the-token',
      TRIVET_WORKSPACES_PRODUCT: 'generic',
      TRIVET_ORGANIZATION: 'acme',
    },
  });
  expect(compared.code, compared.stderr).toBe(exit);
  const rows = JSON.parse(compared.stdout) as readonly { readonly action: string }[];
  expect(rows.map(({ action }) => action)).toEqual(actions);
});

test('Ctrl-C ends a comparison without a row for each aborted request', async () => {
  let press: (signal: number) => void = () => undefined;
  const { env } = await secretsServer(({ path }) => {
    if (path.endsWith('/second')) press(2);
    return path.endsWith('/first')
      ? { body: { data: { ttl: 60 } }, headers: { 'content-type': 'application/json' } }
      : undefined;
  });
  const names = ['first', 'second', 'third'];
  const file = write(
    names.map((name) => `kind: pki-role\nname: ${name}\nsettings: {ttl: 2m}\n`).join('---\n'),
  );
  const stopped = await runCli(words(`diff ${file} -o json`), {
    env,
    onStart: (signal) => {
      press = signal;
    },
  });
  expect(stopped).toMatchObject({ code: 130, stdout: '' });
  expect(stopped.stderr).not.toContain('could not be compared');
});
