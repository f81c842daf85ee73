/** Tests the facts of an error for scripts: what happened to the change, why it was refused, who holds a lock. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { recordingsOf } from '../support/replay.ts';
import { runCli, words } from '../support/run-cli.ts';
import { startSandbox } from '../../src/sandbox/start.ts';
import { environmentOf } from '../support/sandbox.ts';
import { smallServer } from '../support/small-server.ts';

let env: Readonly<Record<string, string>> = {};
let close: () => unknown = () => undefined;
beforeAll(async () => {
  const sandbox = await startSandbox();
  env = environmentOf(sandbox);
  close = () => sandbox.close();
});
afterAll(() => close());

const errorOf = async (line: string, more: Readonly<Record<string, string>> = {}) => {
  const { code, stderr } = await runCli([...words(line), '-o', 'json'], { env: { ...env, ...more } });
  const { version, error } = JSON.parse(stderr.trim().split('\n').at(-1) ?? '');
  expect({ version, exit: error.exit }).toEqual({ version: 1, exit: code });
  return error;
};

/** The environment of a server that stands for workspaces and secrets. */
const envOf = (server: Awaited<ReturnType<typeof smallServer>>): Readonly<Record<string, string>> => {
  const origin = server.env['TRIVET_JOBS_URL'] ?? '';
  return { TRIVET_WORKSPACES_URL: `${origin}/api/v2`, TRIVET_SECRETS_URL: `${origin}/v1` };
};

const recorded = (service: 'workspaces' | 'secrets', name: string) => {
  const found = recordingsOf(service).find((one) => one.name === name);
  if (found === undefined) throw new Error(`no recording ${name}`);
  const { status, headers, body } = found.response;
  const content = body === null ? '' : 'json' in body ? body.json : 'text' in body ? body.text : body.base64;
  const kept = headers.filter(([header]) => /^(?:content-type|tfp-)/i.test(header));
  return { status, headers: Object.fromEntries(kept), body: content };
};

describe('an error about a lock', () => {
  test('has the reason and the holder', async () => {
    expect(await errorOf('workspace lock dns-prod')).toMatchObject({
      code: 'conflict',
      exit: 6,
      effect: 'unchanged',
      reason: 'already-locked',
      lockedBy: expect.stringContaining('mia.tanaka'),
    });
  });

  test('distinguishes unlocked from locked by somebody else', async () => {
    const unlocked = await errorOf('workspace unlock network-prod');
    expect(unlocked).toMatchObject({ code: 'conflict', exit: 6, reason: 'already-unlocked' });
    expect(unlocked.lockedBy).toBeUndefined();
    expect(await errorOf('workspace unlock dns-prod')).toMatchObject({
      code: 'conflict',
      exit: 6,
      effect: 'unchanged',
      reason: 'locked-by-other',
      lockedBy: expect.stringContaining('mia.tanaka'),
    });
  });

  test('reports a force-unlock of an unlocked workspace', async () => {
    expect(await errorOf('workspace force-unlock network-prod --yes')).toMatchObject({
      exit: 6,
      reason: 'already-unlocked',
    });
  });

  test.each([
    ['workspace.lock.already-locked', 'lock', 'already-locked'],
    ['workspace.unlock.already-unlocked', 'unlock', 'already-unlocked'],
    ['workspace.unlock.locked-by-other-user', 'unlock', 'locked-by-other'],
    ['workspace.unlock.locked-by-run', 'unlock', 'locked-by-other'],
    ['workspace.force-unlock.already-unlocked', 'force-unlock --yes', 'already-unlocked'],
  ])('has the facts of %s', async (name, verb, reason) => {
    const server = await smallServer(({ method }) =>
      method === 'GET' ? { status: 404, body: { errors: [] } } : recorded('workspaces', name),
    );
    const [first = '', ...flags] = verb.split(' ');
    const line = `workspace ${first} ws-hTdZFnuYtRr8M7m4 ${flags.join(' ')}`.trim();
    expect(await errorOf(line, { ...envOf(server), TRIVET_WORKSPACES_PRODUCT: 'otf' })).toMatchObject({
      exit: 6,
      code: 'conflict',
      effect: 'unchanged',
      reason,
    });
  });
});

describe('an error about a name or a pool', () => {
  test('exits 6 if the name is taken', async () => {
    const error = await errorOf('workspace create network-prod');
    expect(error).toMatchObject({ code: 'name-taken', exit: 6, effect: 'unchanged' });
    const renamed = await errorOf('workspace update network-prod --name dns-prod');
    expect(renamed).toMatchObject({ code: 'name-taken', exit: 6 });
  });

  test.each([
    ['workspace.create.duplicate-name', 'workspace create x --organization acme'],
    ['workspace.update.name-taken', 'workspace update ws-hTdZFnuYtRr8M7m4 --name x'],
  ])('has the facts of %s', async (name, line) => {
    const server = await smallServer(() => recorded('workspaces', name));
    const more = { ...envOf(server), TRIVET_WORKSPACES_PRODUCT: 'otf' };
    expect(await errorOf(line, more)).toMatchObject({ code: 'name-taken', exit: 6 });
  });

  test('is a refusal if the name is taken and something else is wrong, too', async () => {
    const errors = [{ detail: 'Name has already been taken.' }, { detail: 'Tag is not allowed.' }];
    const server = await smallServer(() => ({ status: 422, body: { errors } }));
    const line = 'workspace create x --organization acme';
    expect(await errorOf(line, envOf(server))).toMatchObject({ code: 'refused', exit: 1 });
  });

  test('exits 6 if the pool is empty', async () => {
    const server = await smallServer(({ method }) =>
      method === 'GET'
        ? { status: 403, body: { errors: ['1 error occurred:\n\t* permission denied\n\n'] } }
        : recorded('secrets', 'ldap.library.check-out.exhausted'),
    );
    const error = await errorOf('ldap library check-out ops --ttl 1h', envOf(server));
    expect(error).toMatchObject({ code: 'pool-empty', exit: 6, effect: 'unchanged' });
  });

  test('names a missing mount', async () => {
    const read = await errorOf('pki role show web --mount nowhere');
    expect(read).toMatchObject({ code: 'mount-not-found', exit: 5 });
    expect(read.message).toMatch(/^mount nowhere not found at http:/);
    expect(read.effect).toBeUndefined();
    expect(await errorOf('pki role delete web --mount nowhere --yes')).toMatchObject({
      code: 'mount-not-found',
      effect: 'unchanged',
    });
  });
});

describe('an error about a missing object names it', () => {
  test.each([
    ['job show x', /^job x not found in namespace default at http:/],
    ['job show x --namespace batch', /^job x not found in namespace batch at http:/],
    ['workspace show x', /^workspace x not found in organization demo at http:/],
    ['pki role show x', /^role x not found in mount pki at http:/],
    ['ldap library show team/x', /^library set team\/x not found in mount ldap at http:/],
    ['message show x', /^message x not found at http:/],
  ])('for %s', async (line, message) => {
    const error = await errorOf(line);
    expect(error).toMatchObject({ exit: 5, message: expect.stringMatching(message) });
    expect(error.effect).toBeUndefined();
  });

  test('and says that nothing was changed, if a look-up before the change failed', async () => {
    expect(await errorOf('workspace lock nowhere')).toMatchObject({ exit: 5, effect: 'unchanged' });
  });

  test('even among several consumers', async () => {
    const line = 'workspace consumer add network-prod dns-prod ws-0000000000000000';
    const error = await errorOf(line);
    expect(error).toMatchObject({ effect: 'unchanged' });
    expect(error.message).toMatch(/^workspace ws-0{16} not found at http:/);
  });

  test('and a missing permission, if the object was read just before', async () => {
    const server = await smallServer(({ method }) =>
      method === 'GET'
        ? { body: { data: { id: 'ws-0123456789abcdef', type: 'workspaces', attributes: { name: 'there' } } } }
        : { status: 404, body: { errors: [{ title: 'not found' }] } },
    );
    const error = await errorOf('workspace lock acme/there', envOf(server));
    expect(error).toMatchObject({ code: 'denied', exit: 4, effect: 'unchanged' });
    expect(error.message).toMatch(
      /^permission denied for the request to lock a workspace against runs: workspace there /,
    );
    expect(error.hint).toMatch(/exists, since it was read just before: the token .*lacks the permission/);
    const other = await errorOf('workspace tag add acme/there x', envOf(server));
    expect(other).toMatchObject({ code: 'not-found', exit: 5 });
    expect(other.message).toMatch(/^workspace there exists, but/);
    expect(other.hint).not.toMatch(/It does not exist/);
  });
});

describe('an error says what happened to the change', () => {
  test.each([
    ['a flag that is wrong', 'workspace create x --bogus', 'not-sent'],
    ['a refused connection', 'workspace create x --base-url http://127.0.0.1:9/api/v2', 'not-sent'],
    ['a confirmation that was not given', 'workspace force-unlock dns-prod', 'not-sent'],
    ['a file that does not exist', 'pki ca import --pem-bundle @/nonexistent', 'not-sent'],
    ['a refusal', 'workspace lock dns-prod', 'unchanged'],
    ['a query that does not fit', "pki role write shown --ttl 1h --query 'abs(data)'", 'done'],
  ])('after %s', async (_, line, effect) => {
    const token = line.includes('--base-url') ? { TRIVET_WORKSPACES_URL: '' } : {};
    const { stderr } = await runCli([...words(line), '--no-input'], { env: { ...env, ...token } });
    const effectLine = {
      'not-sent': 'Nothing was sent.',
      unchanged: 'Nothing was changed.',
      done: 'The change was made.',
    }[effect];
    expect(stderr.trimEnd().split('\n').at(-1)).toBe(`  ${effectLine}`);
  });

  test('only once', async () => {
    const { stderr } = await runCli(words('workspace lock dns-prod'), { env });
    expect(stderr.match(/was (?:sent|changed|made)/g)).toHaveLength(1);
  });
});

describe('a question names the target of the change', () => {
  test.each([
    [
      'workspace force-unlock dns-prod',
      /Break the lock on dns-prod\? \(http:\/\/127\.0\.0\.1:\d+\/api\/v2\)/,
    ],
    ['job stop api', /Stop job api\? \(namespace default at http:\/\/127\.0\.0\.1:\d+\)/],
    ['pki role delete web', /Delete role web\? .*\(mount pki at http:\/\/127\.0\.0\.1:\d+\/v1\)/],
  ])('for %s', async (line, question) => {
    const { code, stderr } = await runCli(words(line), { env });
    expect(code).toBe(2);
    expect(stderr).toMatch(question);
    expect(stderr).toMatch(/^trivet: confirmation required, but there is no terminal: /);
  });

  test('with the profile', async () => {
    const { mkdtempSync, rmSync } = await import('node:fs');
    const { tmpdir } = await import('node:os');
    const folder = mkdtempSync(`${tmpdir()}/trivet-place-`);
    try {
      const own = { env: { TRIVET_CONFIG_DIR: folder } };
      const url = env['TRIVET_JOBS_URL'] ?? '';
      await runCli(words(`profile set prod --jobs-url ${url} --jobs-product nomad`), own);
      const { stderr } = await runCli(words('job stop api --profile prod'), own);
      expect(stderr).toContain(`Stop job api? (namespace default at ${url}, profile prod)`);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

test('a parse error names the file that was given', async () => {
  const { mkdtempSync, rmSync, writeFileSync } = await import('node:fs');
  const { tmpdir } = await import('node:os');
  const folder = mkdtempSync(`${tmpdir()}/trivet-hcl-`);
  try {
    const path = `${folder}/app.hcl`;
    writeFileSync(path, 'job "x" {\n  type = batch\n}\n');
    for (const line of [`job parse ${path}`, `job plan ${path}`, `job register ${path}`]) {
      const { stderr } = await runCli(words(line), { env });
      expect(stderr).toContain(`${path}:2,10-15: Unknown variable`);
      expect(stderr).not.toContain('input.hcl');
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
