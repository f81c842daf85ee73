/** Tests `lease recover` of credentials and locks: only what is certainly its own, never another's lock or account. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { answering, secretsAt } from '../../support/answering.ts';
import { markOf } from '../../../src/system/process-mark.ts';
import type { Sandbox } from '../../../src/sandbox/start.ts';
import { startSandbox } from '../../../src/sandbox/start.ts';
import { environmentOf } from '../../support/sandbox.ts';
import type { CliResult } from '../../support/run-cli.ts';
import { runCli, words } from '../../support/run-cli.ts';
import { useLoans } from '../loans/loan-stage.ts';

const stage = useLoans();
const { trivet, at, kept } = stage;
beforeEach(() => mkdirSync(at('config/lends'), { recursive: true, mode: 0o700 }));

const mark = '(trivet loan 5f3a9c0d1e2f)';

const lockEntry = async (more: object = {}): Promise<object> => ({
  version: 3,
  kind: 'lock',
  baseUrl: stage.sandbox().urls.workspaces,
  until: 0,
  mark,
  marked: true,
  workspaces: [
    { id: (await trivet('workspace show billing --field id')).stdout, name: 'billing', held: true },
  ],
  ...more,
});
const lostCredentials = {
  version: 3,
  kind: 'credentials',
  until: 0,
  role: 'role ci in mount cloud',
  path: 'cloud/creds/ci',
};
const keep = (entry: object, name = '1.json'): void =>
  writeFileSync(join(at('config/lends'), name), JSON.stringify(entry), { mode: 0o600 });
const locked = async (): Promise<string> => (await trivet('workspace show billing --field locked')).stdout;

test('a lock whose reason ends with the mark is released', async () => {
  await trivet(`workspace lock billing --reason "for now ${mark}"`);
  keep(await lockEntry());
  const result = await trivet('lease recover');
  expect([result.code, result.stdout.trim(), await locked(), kept()]).toEqual([
    0,
    'billing\treturned\tunlocked billing',
    'false',
    [],
  ]);
});

test('what an earlier version lent is found in its folder, and new loans are kept in the state folder', async () => {
  await trivet(`workspace lock billing --reason "for now ${mark}"`);
  keep(await lockEntry());
  const env = { TRIVET_STATE_DIR: at('state') };
  const status = await trivet('status --detailed-exitcode -o json', { env });
  const { rows } = JSON.parse(status.stdout) as { rows: readonly { kind: string; detail: string }[] };
  expect([status.code, rows.filter(({ kind }) => kind === 'loan')]).toEqual([
    11,
    [
      expect.objectContaining({
        service: 'workspaces',
        attention: true,
        detail: expect.stringContaining('nothing proves the return of the lock of billing'),
      }),
    ],
  ]);
  const result = await trivet('lease recover', { env });
  expect([result.code, await locked(), kept()]).toEqual([0, 'false', []]);
  const command = `-- sh -c 'ls ${at('state/lends')} >${at('seen')}'`;
  expect((await trivet(`workspace lock billing --reason r ${command}`, { env })).code).toBe(0);
  expect(stage.written('seen')).toMatch(/^\d+-[0-9a-f]{12}\.json$/m);
});

test('a lock that was already released, or has another holder, is kept', async () => {
  keep(await lockEntry());
  expect((await trivet('lease recover')).stdout.trim()).toBe('billing\tended\tbilling is already unlocked');
  await trivet('workspace lock billing --reason "mine now"');
  keep(await lockEntry());
  const other = await trivet('lease recover');
  expect([other.code, await locked(), kept()]).toEqual([0, 'true', []]);
  expect(other.stdout).toMatch(/billing is now locked, by user \S+ \("mine now"\), and was not unlocked/);
});

test('a lock that someone broke and took during a loan is kept', async () => {
  const command = `-- sh -c 'touch ${at('running')}; while [ ! -e ${at('done')} ]; do sleep 0.02; done'`;
  const lending = trivet(`workspace lock billing --reason ours ${command}`);
  await new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      if (!existsSync(at('running'))) return;
      clearInterval(timer);
      resolve();
    }, 10);
  });
  await trivet('workspace force-unlock billing --yes');
  await trivet('workspace lock billing --reason theirs');
  writeFileSync(at('done'), '');
  const result = await lending;
  expect([result.code, await locked(), kept()]).toEqual([0, 'true', []]);
  expect(result.stderr).toContain('("theirs"), and was not unlocked');
});

test('a lock whose reply was lost is not released by the loan, but by recover because of its mark', async () => {
  const sandbox = await startSandbox({ faults: ['lost:1@/actions/lock'] });
  try {
    const run = (line: string) => runCli(words(line), { env: { ...environmentOf(sandbox), ...stage.env() } });
    const lost = await run(`workspace lock billing --reason r -- touch ${at('started')}`);
    expect([lost.code, kept().length]).toEqual([125, 1]);
    expect((await run('workspace show billing --field locked')).stdout).toBe('true');
    const recovered = await run('lease recover');
    expect([recovered.code, recovered.stdout.trim(), kept()]).toEqual([
      0,
      'billing\treturned\tunlocked billing',
      [],
    ]);
    expect((await run('workspace show billing --field locked')).stdout).toBe('false');
  } finally {
    await sandbox.close();
  }
});

test('for a server that does not report reasons, the command is printed and the entry stays', async () => {
  const shown = { data: { id: 'ws-1', type: 'workspaces', attributes: { name: 'a', locked: true } } };
  const result = await answering(
    'lease recover',
    (origin) => {
      const baseUrl = `${origin}/api/v2`;
      const workspaces = [{ id: 'ws-1', name: 'acme/a', held: true }];
      keep({ version: 3, kind: 'lock', baseUrl, until: 0, mark, marked: false, workspaces });
      return {
        ...stage.env(),
        TRIVET_WORKSPACES_URL: baseUrl,
        TRIVET_WORKSPACES_TOKEN: 'the-token',
        TRIVET_WORKSPACES_PRODUCT: 'otf',
      };
    },
    () => ({ body: shown }),
  );
  expect([result.code, kept().length]).toEqual([1, 1]);
  expect(result.stdout).toContain('trivet workspace unlock acme/a');
  expect(result.asked.map(({ method }) => method)).toEqual(['GET']);
});

/** Lends a lock on a server that shows no reasons. */
const loanOfUnmarked = (product: string) => {
  let isLocked = false;
  return answering(
    `workspace lock ws-aaaaaaaaaaaaaaaa --reason r -- touch ${at('started')}`,
    (origin) => ({
      ...stage.env(),
      TRIVET_WORKSPACES_URL: `${origin}/api/v2`,
      TRIVET_WORKSPACES_TOKEN: 'the-token',
      TRIVET_WORKSPACES_PRODUCT: product,
    }),
    ({ method }) => {
      if (method === 'POST') isLocked = true;
      const attributes = { name: 'a', locked: isLocked };
      return { body: { data: { id: 'ws-aaaaaaaaaaaaaaaa', type: 'workspaces', attributes } } };
    },
  );
};

test('a loan of a lock on a server without reasons is refused before it locks, with the two commands', async () => {
  const { code, stderr, asked } = await loanOfUnmarked('otf');
  expect([code, existsSync(at('started')), kept()]).toEqual([7, false, []]);
  expect(stderr).toContain('OTF does not report the reasons of locks');
  expect(stderr).toContain(
    'trivet workspace lock ws-aaaaaaaaaaaaaaaa and trivet workspace unlock ws-aaaaaaaaaaaaaaaa',
  );
  expect(stderr).toContain('Nothing was sent.');
  expect(asked).toEqual([]);
});

test('a loan that finds its lock without a reason ends with 125, and says what stays', async () => {
  const { code, stderr, asked } = await loanOfUnmarked('terraform-enterprise');
  expect([code, existsSync(at('started')), kept().length]).toEqual([125, false, 1]);
  expect(stderr).toContain(
    'ws-aaaaaaaaaaaaaaaa was locked and stays locked, and the command was not started',
  );
  expect(stderr).toContain('trivet workspace unlock ws-aaaaaaaaaaaaaaaa');
  expect(stderr).toContain('The change was made.');
  expect(asked.filter(({ path }) => path.includes('unlock'))).toEqual([]);
});

test('a lock that nothing proves stays in each run of lease recover; a dry run sends nothing', async () => {
  const shown = { data: { id: 'ws-1', type: 'workspaces', attributes: { name: 'a', locked: true } } };
  const recover = (line: string) =>
    answering(
      line,
      (origin) => {
        const baseUrl = `${origin}/api/v2`;
        const workspaces = [
          { id: 'ws-1', name: 'acme/a', held: true },
          { id: 'ws-2', name: 'acme/b', held: true },
        ];
        keep({ version: 3, kind: 'lock', baseUrl, until: 0, mark, marked: false, workspaces }, '1.json');
        return {
          ...stage.env(),
          TRIVET_WORKSPACES_URL: baseUrl,
          TRIVET_WORKSPACES_TOKEN: 'the-token',
          TRIVET_WORKSPACES_PRODUCT: 'otf',
        };
      },
      () => ({ body: shown }),
    );
  for (const flags of [' --dry-run', '']) {
    const { code, asked, stdout } = await recover(`lease recover${flags}`);
    const rows = stdout.trimEnd().split('\n');
    expect([code, kept().length, rows.map((line) => line.split('\t')[1])]).toEqual([
      1,
      1,
      ['unproven', 'unproven'],
    ]);
    expect(asked.filter(({ method }) => method !== 'GET')).toEqual([]);
    expect(stdout).toContain('the owner of the server by its log, can tell');
    for (const name of ['acme/a', 'acme/b']) expect(stdout).toContain(`trivet workspace unlock ${name}`);
  }
});

test('the record of an ended loan does not release the lock that a running loan has', async () => {
  const shown = { data: { id: 'ws-1', type: 'workspaces', attributes: { name: 'a', locked: true } } };
  const result = await answering(
    'lease recover',
    (origin) => {
      const baseUrl = `${origin}/api/v2`;
      const workspaces = [{ id: 'ws-1', name: 'acme/a', held: true }];
      const entry = { version: 3, kind: 'lock', baseUrl, until: 0, mark, marked: false, workspaces };
      keep(entry, '1.json');
      keep({ ...entry, mark: '(trivet loan 000000000002)', child: markOf(process.pid) }, '2.json');
      return {
        ...stage.env(),
        TRIVET_WORKSPACES_URL: baseUrl,
        TRIVET_WORKSPACES_TOKEN: 'the-token',
        TRIVET_WORKSPACES_PRODUCT: 'otf',
      };
    },
    () => ({ body: shown }),
  );
  const rows = result.stdout
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t')[1]);
  expect([result.code, rows]).toEqual([1, ['unproven', 'in use']]);
  expect(result.asked.filter(({ method }) => method !== 'GET')).toEqual([]);
  expect(kept()).toEqual(['1.json', '2.json']);
});

test.each(['unlock', 'force-unlock --yes'])(
  'after workspace %s no record of an ended loan speaks of the lock',
  async (words) => {
    await trivet('workspace lock billing --reason r');
    keep(await lockEntry());
    const [command = '', ...flags] = words.split(' ');
    expect((await trivet(`workspace ${command} billing ${flags.join(' ')}`)).code).toBe(0);
    expect(kept()).toEqual([]);
    expect((await trivet('status')).stdout).not.toContain('not given back');
  },
);

test('the next loan of a workspace removes it from the record of an ended one, which keeps the others', async () => {
  const entry = await lockEntry();
  keep(entry);
  const other = { id: 'ws-other', name: 'other', held: true };
  const [first] = (entry as { readonly workspaces: readonly object[] }).workspaces;
  keep({ ...entry, mark: '(trivet loan 000000000002)', workspaces: [first, other] }, '2.json');
  expect((await trivet('workspace lock billing --reason r -- true')).code).toBe(0);
  expect(kept()).toEqual(['2.json']);
  expect(JSON.parse(readFileSync(at('config/lends/2.json'), 'utf8'))).toMatchObject({ workspaces: [other] });
});

test('of several locks each has a row, and the record keeps only those that could not be released', async () => {
  const gone = new Set<string>();
  const result = await answering(
    'lease recover',
    (origin) => {
      const baseUrl = `${origin}/api/v2`;
      const workspaces = ['ws-1', 'ws-2', 'ws-3'].map((id) => ({ id, name: `acme/${id}`, held: true }));
      keep({ version: 3, kind: 'lock', baseUrl, until: 0, mark, marked: true, workspaces }, '1.json');
      return {
        ...stage.env(),
        TRIVET_WORKSPACES_URL: baseUrl,
        TRIVET_WORKSPACES_TOKEN: 'the-token',
        TRIVET_WORKSPACES_PRODUCT: 'terraform-enterprise',
      };
    },
    ({ method, path }) => {
      const id = /ws-\d/.exec(path)?.[0] ?? '';
      if (method === 'POST' && id === 'ws-2') return { status: 403, body: { errors: [{ status: '403' }] } };
      if (method === 'POST') gone.add(id);
      const attributes = { name: id, locked: !gone.has(id), 'locked-reason': `move ${mark}` };
      return { body: { data: { id, type: 'workspaces', attributes } } };
    },
  );
  const rows = result.stdout
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t').slice(0, 2).join(' '));
  expect([result.code, rows.toSorted()]).toEqual([
    1,
    ['acme/ws-1 returned', 'acme/ws-2 failed', 'acme/ws-3 returned'],
  ]);
  expect(JSON.parse(readFileSync(at('config/lends/1.json'), 'utf8'))).toMatchObject({
    workspaces: [{ name: 'acme/ws-2' }],
  });
});

const postFault = async ({ origin, control }: Sandbox, fault: string): Promise<void> => {
  const headers = { authorization: `Bearer ${control}` };
  const body = JSON.stringify({ faults: [fault] });
  expect((await fetch(`${origin}/-/faults`, { method: 'POST', headers, body })).status).toBe(200);
};

/** A loan whose request meets the fault, and what is run after it. */
const afterLost = async (
  fault: string,
  check: (run: (line: string) => Promise<CliResult>, pass: (minutes: number) => void) => Promise<void>,
): Promise<void> => {
  const sandbox = await startSandbox({ products: ['openbao'] });
  try {
    const env = { ...environmentOf(sandbox), ...stage.env() };
    const run = (line: string) => runCli(words(line), { env });
    // Somebody else's, which a loan must not take for its own.
    expect((await run('aws creds ci --reveal')).code).toBe(0);
    sandbox.clock.advance(600_000);
    await postFault(sandbox, fault);
    expect((await run('aws creds ci -- true')).code).toBe(125);
    expect(kept().length).toBe(1);
    await check(run, (minutes) => sandbox.clock.advance(minutes * 60_000));
  } finally {
    await sandbox.close();
  }
};

const idOfKept = (): string => /-([0-9a-f]+)\.json/.exec(kept()[0] ?? '')?.[1] ?? '';

test('credentials whose reply was lost have the one lease that was issued since, which is not revoked unasked', async () => {
  await afterLost('lost:1@/cloud/creds', async (run, pass) => {
    const early = await run('lease recover');
    expect([early.code, kept().length]).toEqual([1, 1]);
    expect(early.stdout).toContain('the server can still create them');
    pass(3);
    const late = await run('lease recover');
    expect([late.code, kept().length]).toEqual([1, 1]);
    const [, lease] = /trivet (lease revoke \S+)/.exec(late.stdout) ?? [];
    expect((await run(`${lease} --sync --yes`)).code).toBe(0);
    const over = await run('lease recover');
    expect([over.code, over.stdout.split('\t')[1], kept()]).toEqual([0, 'ended', []]);
    expect((await run('lease list cloud/creds/ci')).stdout.trim().split('\n').length).toBe(1);
  });
});

test('credentials that were never created are over when no lease of the role was issued since', async () => {
  await afterLost('reset:1@/cloud/creds', async (run, pass) => {
    pass(3);
    const result = await run('lease recover');
    expect([result.code, kept()]).toEqual([0, []]);
    expect(result.stdout).toContain('no lease is left of the request');
    expect((await run('changes --where state=open -o name')).stdout.trim()).toBe('');
  });
});

test('without the right to list leases the look-up is printed, and --forget removes the record', async () => {
  const sandbox = await startSandbox({ faults: ['reset:1@/cloud/creds', '403@/leases'] });
  try {
    const run = (line: string) => runCli(words(line), { env: { ...environmentOf(sandbox), ...stage.env() } });
    expect((await run('aws creds ci -- true')).code).toBe(125);
    const id = idOfKept();
    const result = await run('lease recover');
    expect([result.code, kept().length]).toEqual([1, 1]);
    expect(result.stdout).toContain('trivet api secrets LIST /sys/leases/lookup/cloud/creds/ci');
    expect(result.stdout).toContain(at(`config/lends/${kept()[0]}`));
    expect(result.stdout).toContain(`trivet lease recover --forget ${id}`);
    expect((await run(`lease recover --forget ${id} --dry-run`)).stdout).toContain('would be forgotten');
    expect(kept().length).toBe(1);
    const other = await run('lease recover --forget 0000');
    expect([other.code, kept().length]).toEqual([2, 1]);
    const asked = sandbox.requests.list().length;
    const forgotten = await run(`lease recover --forget ${id}`);
    expect([forgotten.code, kept(), sandbox.requests.list().length]).toEqual([0, [], asked]);
    expect((await run('changes --where state=open -o name')).stdout.trim()).toBe('');
  } finally {
    await sandbox.close();
  }
});

test('--forget refuses the record of a loan that is in use', async () => {
  const name = '1700000000000-4ed08ca19352.json';
  keep(
    { ...lostCredentials, baseUrl: stage.sandbox().urls.secrets, child: { ...markOf(process.pid) } },
    name,
  );
  const result = await trivet('lease recover --forget 4ed0');
  expect([result.code, kept()]).toEqual([3, [name]]);
  expect(result.stderr).toContain('a command that still runs');
});

test('the printed look-up of credentials reaches the namespace of the loan', async () => {
  const { stdout, code } = await answering(
    'lease recover --namespace team/b --product openbao',
    (origin) => {
      keep({ ...lostCredentials, baseUrl: `${origin}/v1`, namespace: 'team/b' });
      return { ...stage.env(), ...secretsAt(origin), TRIVET_SECRETS_NAMESPACE: 'team' };
    },
    () => ({ status: 403, body: { errors: ['1 error occurred:\n\t* permission denied\n\n'] } }),
  );
  expect(code).toBe(1);
  expect(stdout).toContain(
    'trivet api secrets LIST /sys/leases/lookup/cloud/creds/ci --product openbao --namespace team/b',
  );
});

test.each(['', 'team', 'team/b'])(
  'what a run lent in the namespace "%s" is given back there, and nowhere else',
  async (namespace) => {
    const lease = `cloud/creds/ci/h2nS${namespace === '' ? '' : '.Nw1z7s'}`;
    const sent: string[] = [];
    const recover = (words: string) =>
      answering(
        `lease recover --product openbao${words}`,
        (origin) => {
          keep({ ...lostCredentials, lease, baseUrl: `${origin}/v1`, namespace });
          return { ...stage.env(), ...secretsAt(origin) };
        },
        ({ method, path, headers }) => {
          sent.push(`${method} ${path} ${String(headers['x-vault-namespace'] ?? '')}`);
          return { status: 204, body: '' };
        },
      );
    const other = await recover(' --namespace elsewhere');
    expect([other.code, sent.filter((one) => one.includes('revoke'))]).toEqual([1, []]);
    expect(other.stdout).toContain('elsewhere');
    const own = await recover(namespace === '' ? '' : ` --namespace ${namespace}`);
    expect([own.code, own.stdout]).toEqual([0, expect.stringContaining('returned')]);
    expect(sent.filter((one) => one.includes('revoke'))).toEqual([`POST /v1/sys/leases/revoke ${namespace}`]);
  },
);

test('a locked namespace refuses a loan before anything is done, so that no record stays', async () => {
  const text =
    'API access to this namespace has been locked by an administrator - "team/" must be unlocked to gain access.';
  const result = await answering(
    'aws creds ci --namespace team -- true',
    (origin) => ({ ...stage.env(), ...secretsAt(origin) }),
    // Not waited for: a retry would only meet the lock again.
    () => ({ status: 503, body: { errors: [text] }, headers: { 'retry-after': '3600' } }),
  );
  expect([result.code, kept()]).toEqual([125, []]);
  expect(result.asked.filter(({ path }) => path === '/v1/cloud/creds/ci')).toHaveLength(1);
  expect(result.stderr).toContain('has been locked by an administrator');
  expect(result.stderr).toContain('Nothing was changed.');
});

test('a token that is not allowed to revoke gets the policy line, and the entry stays until it expires', async () => {
  const reply = {
    lease_id: 'ldap/creds/dev/abc',
    lease_duration: 3600,
    renewable: true,
    data: { username: 'u', password: 'password-1' },
  };
  const run = (line: string, lookedUp: number) =>
    answering(
      line,
      (origin) => ({
        ...stage.env(),
        ...secretsAt(origin),
      }),
      ({ path }) => {
        if (path.endsWith('/creds/dev')) return { body: reply };
        const headers = { date: new Date(Date.now() + lookedUp).toUTCString() };
        if (path.endsWith('/lookup-self')) return { headers, body: { data: {} } };
        return { status: 403, body: { errors: ['1 error occurred:\n\t* permission denied\n\n'] } };
      },
    );
  const lent = await run('ldap creds dev -- true', 0);
  expect([lent.code, kept().length]).toEqual([125, 1]);
  expect(lent.stderr).toContain('path "sys/leases/revoke" { capabilities = ["update"] }');
  // Each run has its own server, which does not know the lease.
  const [name = ''] = readdirSync(at('config/lends')).filter((one) => one.endsWith('.json'));
  const entry = JSON.parse(readFileSync(at(`config/lends/${name}`), 'utf8')) as object;
  const recover = (later: number) =>
    answering(
      'lease recover',
      (origin) => {
        keep({ ...entry, baseUrl: `${origin}/v1` }, name);
        return { ...stage.env(), ...secretsAt(origin) };
      },
      ({ path }) => {
        const headers = { date: new Date(Date.now() + later).toUTCString() };
        if (path.endsWith('/lookup-self')) return { headers, body: { data: {} } };
        return { status: 403, body: { errors: ['1 error occurred:\n\t* permission denied\n\n'] } };
      },
    );
  const early = await recover(0);
  expect([early.code, kept().length]).toEqual([1, 1]);
  const late = await recover(7_200_000);
  expect([late.code, kept()]).toEqual([0, []]);
  expect(late.stdout).toContain('have expired');
});
