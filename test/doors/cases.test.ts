/**
 * Rules that have no form of an example at a door, each as one case: it returns what is wrong, and nothing where it is
 * right. Those that are wrong today are in known.ts.
 */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Sandbox } from '../../src/sandbox/start.ts';
import { startSandbox } from '../../src/sandbox/start.ts';
import { openMcp } from '../support/mcp.ts';
import type { CliOptions, CliResult } from '../support/run-cli.ts';
import { runCli, words } from '../support/run-cli.ts';
import { environmentOf } from '../support/sandbox.ts';
import { typing } from '../support/typing.ts';
import { consent } from './doors.ts';
import { makeProfiles } from './examples.ts';
import { alone, known } from './known.ts';

let sandbox: Sandbox;
let cwd = '';
let config = '';
const before = process.cwd();

beforeEach(async () => {
  sandbox = await startSandbox();
  config = await makeProfiles(sandbox);
  cwd = mkdtempSync(join(tmpdir(), 'trivet-doors-case-'));
  process.chdir(cwd);
});
afterEach(async () => {
  process.chdir(before);
  await sandbox.close();
  for (const folder of [cwd, config]) rmSync(folder, { recursive: true, force: true });
});

const own = (): Readonly<Record<string, string>> => ({ TRIVET_CONFIG_DIR: config, TFE_PROD: sandbox.token });

/** By variables that name the servers. */
const trivet = (line: string, { env, ...options }: CliOptions = {}): Promise<CliResult> =>
  runCli(words(line), { cwd, ...options, env: { ...environmentOf(sandbox), ...own(), ...env } });

/** By the protected profile. */
const onProd = (line: string, options: CliOptions = {}): Promise<CliResult> =>
  runCli(words(`${line} --profile prod`), { cwd, ...options, env: own() });

const made = async (line: string, options: CliOptions = {}): Promise<void> => {
  const { code, stderr } = await trivet(line, options);
  if (code !== 0) throw new Error(`trivet ${line}: exit ${code}: ${stderr}`);
};

/** What changed since the last look. */
const changes = (): string => {
  const found = sandbox.effects.list().map(({ method, path, what }) => `${what} by ${method} ${path}`);
  sandbox.effects.clear();
  sandbox.requests.clear();
  return found.join(', ');
};

/** Deployments end. */
const later = async (): Promise<void> => {
  await sandbox.ask('POST /-/clock', '{"advance":"10m"}');
  changes();
};

const receipt = (): string => {
  const folder = join(config, 'receipts');
  const names = existsSync(folder) ? readdirSync(folder).toSorted((a, b) => (a < b ? -1 : 1)) : [];
  return /-([0-9a-f]{8})\./.exec(names.at(-1) ?? '')?.[1] ?? '';
};

/** One call of an agent whose program cannot ask. */
const agent = async (
  start: string,
  tool: string,
  given: Readonly<Record<string, unknown>>,
  more: Readonly<Record<string, string>> = {},
): Promise<string> => {
  const env = { ...environmentOf(sandbox), ...own(), ...more };
  const session = await openMcp(words(start), { cwd, env });
  try {
    return (await session.call(tool, given)).texts.join('\n');
  } finally {
    await session.end();
  }
};

/** What is changed by raw requests of an agent that is confined to a part, whose person agrees to everything. */
const confined = async (
  part: Readonly<Record<string, string>>,
  requests: readonly Readonly<{ service: string; method: string; path: string; data?: unknown }>[],
): Promise<string> => {
  const env = { ...environmentOf(sandbox), ...own(), ...part };
  const session = await openMcp(['--allow', 'api'], { cwd, env, answer: consent });
  changes();
  const sent: string[] = [];
  try {
    for (const { method, ...given } of requests) {
      const { texts } = await session.call('api', { ...given, METHOD: method });
      const what = changes();
      if (what !== '' || !/is not allowed here|the path contains|no command sends/.test(texts.join()))
        sent.push(`${given.path}: ${what}${what === '' ? texts.join() : ''}`);
    }
  } finally {
    await session.end();
  }
  return sent.join('; ');
};

const job = (name: string, count: number): string =>
  `job "${name}" {\n  group "app" {\n    count = ${count}\n    task "server" {\n      driver = "raw_exec"\n      config { command = "/bin/sleep" }\n    }\n  }\n}\n`;

/** What is wrong, in words; undefined where it is right. */
type Case = () => Promise<string | undefined>;

const unless = (right: boolean, wrong: string): string | undefined => (right ? undefined : wrong);

const cases: Readonly<Record<string, Case>> = {
  'a grant with --where is about the mount of the namespace of its start': async () => {
    const given = { role: 'w', mount: 'team-a/pki', 'allowed-domains': ['example.com'] };
    await agent("--toolset pki --allow 'pki role write' --where role=w", 'pki_role_write', given);
    return changes() || undefined;
  },

  'an agent leaves no namespace for one that another service has under its name': async () => {
    const role = { role: 'shop', 'allowed-domains': ['example.com'] };
    for (const namespace of ['', '/', 'root'])
      await agent(
        "--toolset pki --allow 'pki role write'",
        'pki_role_write',
        { ...role, namespace },
        { TRIVET_SECRETS_NAMESPACE: 'default' },
      );
    await agent(
      "--toolset job --allow 'job scale'",
      'job_scale',
      { job: 'web', group: 'app', count: 6, namespace: 'default' },
      { TRIVET_JOBS_NAMESPACE: 'root' },
    );
    return changes() || undefined;
  },

  'the command that an agent hands to a person has the place that a variable of its start chose':
    async () => {
      const env = {
        TRIVET_JOBS_NAMESPACE: 'batch',
        TRIVET_JOBS_REGION: 'eu',
        TRIVET_SECRETS_NAMESPACE: 'team-a',
        TRIVET_ORGANIZATION: 'acme',
      };
      const ofJobs = 'TRIVET_JOBS_NAMESPACE=batch TRIVET_JOBS_REGION=eu';
      const both = `TRIVET_SECRETS_NAMESPACE=team-a ${ofJobs}`;
      const calls = [
        ['job_stop', { job: 'web' }, 'trivet job stop --namespace batch --region eu -- web'],
        ['job_stop', { job: 'web', namespace: 'ops' }, 'trivet job stop --namespace=ops --region eu -- web'],
        ['pki_role_write', { role: 'a' }, 'trivet pki role write --namespace team-a -- a'],
        ['workspace_lock', { workspace: 'net' }, 'trivet workspace lock net --organization acme'],
        ['workspace_lock', { workspace: 'demo/net' }, 'trivet workspace lock demo/net'],
        ['apply', { file: ['a.yaml'] }, `${both} trivet apply --organization acme -- a.yaml`],
        [
          'apply',
          { file: ['a.yaml'], as: ['mount=x'] },
          `${both} trivet apply --as=mount=x --organization acme -- a.yaml`,
        ],
        [
          'api',
          { service: 'jobs', METHOD: 'POST', path: '/v1/jobs' },
          `${ofJobs} trivet api -- jobs POST /v1/jobs`,
        ],
      ] as const;
      const wrong: string[] = [];
      for (const [tool, given, command] of calls) {
        const text = await agent('', tool, given, env);
        if (!text.includes(`terminal: ${command}\n`)) wrong.push(text);
      }
      return wrong.join('\n') || undefined;
    },

  'an agent stays in its organization, whatever a body and a query say': async () => {
    await sandbox.close();
    sandbox = await startSandbox({ products: ['otf'] });
    const idOf = async (name: string): Promise<string> =>
      (await trivet(`workspace show ${name} --field id`)).stdout.trim();
    const [inside, outside] = [await idOf('demo/dns-qa'), await idOf('acme/billing')];
    const named = (attributes: object, more: object = {}): unknown => ({
      data: { type: 'workspaces', attributes: { name: 'by-agent', ...attributes }, ...more },
    });
    const change = named({ name: 'dns-qa', description: 'by an agent' });
    const made = '/organizations/demo/workspaces';
    const other = { data: { type: 'organizations', id: 'acme' } };
    const of = (method: string, path: string, data?: unknown) => ({
      service: 'workspaces',
      method,
      path,
      ...(data === undefined ? {} : { data }),
    });
    return (
      (await confined({ TRIVET_ORGANIZATION: 'demo' }, [
        of('POST', made, named({ organization: 'acme' })),
        of('POST', made, named({ ORGANIZATION: 'acme' })),
        of('POST', made, named({}, { relationships: { organization: other } })),
        of('PATCH', `/workspaces/${inside}?workspace_id=${outside}`, change),
        of('PATCH', `/workspaces/${inside}?%77orkspace_id=${outside}`, change),
        of('PATCH', `/workspaces/${inside}?Workspace_ID=${outside}`, change),
        of('POST', `/workspaces/${inside}/actions/lock?workspace_id=${outside}`, {}),
        of('POST', `${made}?organization_name=acme`, named({})),
        of('PATCH', `/workspaces/${inside}%2F..%2F${outside}`, change),
        of('PATCH', '/organizations/demo%2f%2E%2e%2Facme/workspaces/billing', change),
      ])) || undefined
    );
  },

  'an agent stays in its namespace, whatever the body of a request beyond the commands says': async () => {
    const of = (method: string, path: string, data: unknown) => ({ service: 'jobs', method, path, data });
    const batch = 'namespace=batch';
    const Items = { key: 'value' };
    return (
      (await confined({ TRIVET_JOBS_NAMESPACE: 'batch' }, [
        of('PUT', `/v1/var/x?${batch}`, { Path: 'x', Namespace: 'default', Items }),
        of('PUT', `/v1/var/x?${batch}`, { Path: 'x', namespace: 'default', Items }),
        of('PUT', `/v1/volume/host/register?${batch}`, { Volume: { Name: 'v', Namespace: 'default' } }),
        of('PUT', `/v1/volumes?${batch}`, { Volumes: [{ ID: 'v', NAMESPACE: 'default' }] }),
        of('DELETE', `/v1/evaluations?${batch}`, { EvalIDs: ['5fc98185-17ff-26bc-a802-0c74fa471c99'] }),
        of('PUT', '/v1/sentinel/policy/x?namespace=batch', { Name: 'x' }),
        of('PUT', `/v1/job/web%2F..%2F..%2Fvar%2Fx?${batch}`, { Items }),
      ])) || undefined
    );
  },

  'an agent stays in its namespace, whatever lease a request names': async () => {
    const leased = async (namespace: string): Promise<string> => {
      const more = { env: { TRIVET_SECRETS_NAMESPACE: namespace } };
      const line = 'pki issue internal --common-name a.internal.example.com --out -';
      const { stdout } = await trivet(`${line} -o json`, more);
      return /"lease_id": ?"([^"]+)"/.exec(stdout)?.[1] ?? '';
    };
    const ofTeam = await leased('team-a');
    const demo = 'ldap/creds/dev/6RTn03IVuCawEFIfPC64Qlhu';
    if (!ofTeam.endsWith('.team-a')) throw new Error(`no lease of team-a: ${ofTeam}`);
    const of = (path: string, data?: unknown) => ({
      service: 'secrets',
      method: 'PUT',
      path,
      ...(data === undefined ? {} : { data }),
    });
    const inOther = await confined({ TRIVET_SECRETS_NAMESPACE: 'team-b' }, [
      of('/sys/leases/revoke', { lease_id: ofTeam }),
      of('/sys/leases/renew', { lease_id: ofTeam }),
      of(`/sys/leases/revoke/${ofTeam}`),
      of(`/sys/leases/revoke/${demo}`, { lease_id: ofTeam }),
      of('/auth/token/revoke', { token: 's.abcdefgh.team-a' }),
    ]);
    if (inOther !== '') return inOther;
    const own = await confined({ TRIVET_SECRETS_NAMESPACE: 'team-a' }, [
      of('/sys/leases/revoke', { lease_id: ofTeam }),
    ]);
    return unless(own.includes('lease.revoked'), `its own lease is refused: ${own}`);
  },

  'job revert that lowers a count on a protected profile needs the name': async () => {
    await made('job scale web app 6');
    await later();
    await onProd('job revert web 4', { io: typing(['y', 'y']) });
    return changes() || undefined;
  },

  'undo that lowers a count on a protected profile needs the name': async () => {
    await runCli(words('job scale web app 6 --profile prod --confirm-profile prod'), { cwd, env: own() });
    await later();
    await onProd(`undo ${receipt()}`, { io: typing(['y', 'y']) });
    return changes() || undefined;
  },

  'undo asks about the namespace that it changes': async () => {
    writeFileSync(join(cwd, 'shop.nomad.hcl'), job('shop', 2));
    await made('job register shop.nomad.hcl --namespace batch');
    await later();
    await made('job scale shop app 3 --namespace batch');
    const asked: string[] = [];
    const { stderr } = await trivet(`undo ${receipt()}`, { io: typing(['n'], asked) });
    return unless(`${stderr}${asked.join('')}`.includes('batch'), asked.join('').trim());
  },

  'a raw request that lowers a count on a protected profile needs the name': async () => {
    const data = JSON.stringify({ Count: 0, Target: { Group: 'app' }, Message: 'fewer' });
    const argv = ['api', 'jobs', 'POST', '/v1/job/web/scale', '--data', data, '--profile', 'prod'];
    await runCli(argv, { cwd, env: own(), io: typing(['y', 'y']) });
    return changes() || undefined;
  },

  'an apply that drops an account of a set on a protected profile needs the name': async () => {
    await made('export ldap-set:team-a --dir files');
    const [name = ''] = readdirSync(join(cwd, 'files'));
    const file = join(cwd, 'files', name);
    const lines = readFileSync(file, 'utf8').split('\n');
    writeFileSync(file, lines.filter((line) => !line.includes('svc-02')).join('\n'));
    changes();
    await onProd('apply files', { io: typing(['y', 'y']) });
    return changes() || undefined;
  },

  'an apply that makes a role with a new password on a protected profile needs the name': async () => {
    const role = 'kind: ldap-static-role\nname: made\nsettings: { username: svc-05, rotation_period: 24h }\n';
    writeFileSync(join(cwd, 'role.yaml'), role);
    const asked: string[] = [];
    await onProd('apply role.yaml --allow-rotation', { io: typing(['y', 'y'], asked) });
    return changes() || unless(/rotated|manage svc-05/i.test(asked.join('')), asked.join(''));
  },

  'a batch finds a line that needs an answer before it sends another': async () => {
    const lines = [
      'workspace lock demo/dns-qa --reason CHG-7',
      'pki role write web --allowed-domains example.com',
    ];
    writeFileSync(join(cwd, 'lines.txt'), `${lines.join('\n')}\n`);
    await trivet('batch run lines.txt --parallel 1');
    return changes() || undefined;
  },

  'pki role write prints a command with its namespace': async () => {
    await made('pki role write shop --allowed-domains example.com --namespace team-a');
    const { stdout, stderr } = await trivet('pki role write shop --ttl 1h --namespace team-a');
    const lacking = [...`${stdout}\n${stderr}`.matchAll(/trivet pki .*/g)].filter(
      ([line]) => !line.includes('--namespace team-a'),
    );
    return unless(lacking.length === 0, lacking.map(([line]) => line).join('; '));
  },

  'a change of many shows what --set changes': async () => {
    const asked: string[] = [];
    const { stdout, stderr } = await trivet('workspace update --where name~*-qa --set auto-apply=true', {
      io: typing(['n'], asked),
      tty: true,
    });
    return unless(/auto-apply/.test(`${stdout}${stderr}${asked.join('')}`), asked.join('').trim());
  },

  'pki revoke looks into the mount of each certificate of a list': async () => {
    await made('pki role write s --mount pki_int --allow-any-name');
    await made('pki issue s --mount pki_int --common-name www.example.com --out site');
    changes();
    const { stdout } = await trivet('pki inventory --mount pki_int -o name');
    await trivet('pki revoke - --yes', { stdin: stdout });
    const found = /\/pki_int\//.test(changes());
    await trivet('pki revoke - --yes --mount pki_int', { stdin: stdout });
    if (!found && changes() === '') throw new Error('it is not revoked with its mount, either');
    return unless(found, 'no certificate is revoked');
  },

  'an export of one job in all namespaces is refused': async () => {
    const { code } = await trivet("export job:web --namespace '*'");
    return unless(code === 2, `exit ${code}`);
  },

  'a comparison in all namespaces by the environment is refused': async () => {
    await made('export job:web --dir files');
    // A file that says its namespace is compared there.
    const file = join(cwd, 'files', 'job.web.yaml');
    writeFileSync(file, readFileSync(file, 'utf8').replace(/^namespace: .*\n/m, ''));
    const { code, stderr } = await trivet('diff files', { env: { TRIVET_JOBS_NAMESPACE: '*' } });
    return unless(code === 2, `exit ${code} ${stderr.trim()}`);
  },

  'changes continue asks although the run before was answered': async () => {
    writeFileSync(
      join(cwd, 'lines.txt'),
      'workspace tag add demo/dns-qa a\nworkspace delete demo/dns-qa --yes\n',
    );
    await sandbox.ask('PUT /-/faults', '{"faults":["lost:1@POST /"]}');
    const flags = '--yes --confirm-profile prod --parallel 1 --stop-on-error --journal j';
    await onProd(`batch run lines.txt ${flags}`);
    changes();
    await runCli(words(`changes continue ${receipt()} --retry-unknown`), { cwd, env: own() });
    return changes() || undefined;
  },

  'an acknowledged run does not silence the next': async () => {
    const state = join(cwd, 'state');
    const line = 'status acknowledge run:identity-prod --until +24h --why CHG-7';
    await made(line, { env: { TRIVET_STATE_DIR: state } });
    const kept = readFileSync(join(state, 'acknowledged.json'), 'utf8');
    return unless(/run-\w{16}/.test(kept), 'the run is not part of what is acknowledged');
  },

  'a change of many repeats the warning of its operation': async () => {
    const asked: string[] = [];
    const { stdout, stderr } = await trivet('workspace update --where name~*-qa --tag team=x', {
      io: typing(['n'], asked),
      tty: true,
    });
    const single: string[] = [];
    await trivet('workspace update demo/dns-qa --tag team=x', { io: typing(['n'], single), tty: true });
    const warning = /(?:replace|remove)[a-z]*[^?]*tag/i;
    if (!warning.test(single.join(''))) throw new Error(`one workspace asks: ${single.join('')}`);
    return unless(warning.test(`${stdout}${stderr}${asked.join('')}`), asked.join('').trim());
  },
};

const isKnown = (name: string): boolean =>
  known.some(({ rule, example }) => rule === alone && example === name);

describe('one by one', () => {
  test.each(Object.keys(cases))('%s', async (name) => {
    const wrong = await cases[name]?.();
    if (isKnown(name)) expect(wrong, 'it is right: remove it from known.ts').toBeDefined();
    else expect(wrong).toBeUndefined();
  });
});

test('each known case is here', () => {
  const names = known.filter(({ rule }) => rule === alone).map(({ example }) => example);
  expect(names.filter((name) => cases[name] === undefined)).toEqual([]);
});
