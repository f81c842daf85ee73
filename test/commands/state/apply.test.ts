/**
 * Tests `trivet apply`: it restores what differs and touches nothing else; concurrent changes, stops, rotations, plans.
 */
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterAll, expect, test } from 'vitest';
import { useSandbox } from '../../support/sandbox.ts';

const { trivet, json, requests, clear } = useSandbox();
const folder = mkdtempSync(join(tmpdir(), 'trivet-apply-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let count = 0;
const write = (text: string, name = 'file.yaml'): string => {
  count += 1;
  const path = join(folder, String(count), name);
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, text);
  return path;
};

/** The requests that change something. */
const writes = (): readonly { readonly method: string; readonly path: string; readonly body: unknown }[] =>
  requests()
    .filter(({ method, path }) => !['GET', 'LIST'].includes(method) && !/\/(?:plan|jobs\/parse)$/.test(path))
    .map(({ method, path, body }) => ({ method, path, body }));

test.each([
  [
    'workspace:acme/network-dev',
    'workspace update acme/network-dev --no-speculative-enabled --description other',
    'PATCH',
  ],
  ['workspace:acme/app-staging', 'workspace update acme/app-staging --unset vcs-repo', 'PATCH'],
  ['pki-role:web', 'pki role update web --no-client-flag', 'POST'],
  ['pki-urls:', 'pki urls set --ocsp-servers http://ocsp.example.com', 'POST'],
  ['pki-crl-config:', 'pki crl config set --expiry 96h', 'POST'],
  ['cloud-role:deploy', 'cloud role update deploy --max-sts-ttl 4h', 'POST'],
  ['ldap-static-role:app-01', 'ldap static-role update app-01 --rotation-period 48h', 'POST'],
  ['ldap-set:team-a', 'ldap library update team-a --disable-check-in-enforcement', 'POST'],
  ['job:web', 'job scale web app 3', 'POST'],
  ['workspace:acme/dns-prod', 'workspace tag add acme/dns-prod extra', 'DELETE'],
  ['workspace:acme/app-prod', 'workspace retention-policy set acme/app-prod --dont-delete', 'DELETE'],
  ['workspace:acme/billing', 'workspace ssh-key assign acme/billing sshkey-GxrePWre1Ezug7aM', 'PATCH'],
])('%s is restored after %s, with one %s', async (object, change, method) => {
  const flags = object.startsWith('workspace') ? '--organization acme' : '';
  const exported = (await trivet(`export ${object}`)).stdout;
  const file = write(exported);
  expect((await trivet(`${change} --yes`)).code).toBe(0);
  clear();
  const applied = await trivet(`apply ${file} ${flags} --yes`);
  expect(applied).toMatchObject({ code: 0 });
  expect(writes().map((one) => one.method)).toEqual([method]);
  expect((await trivet(`diff ${file} ${flags} --detailed-exitcode`)).code).toBe(0);
  clear();
  expect((await trivet(`apply ${file} ${flags} --yes`)).stderr).toContain('nothing to change');
  expect(writes()).toEqual([]);
});

test('an update sends only settings that the file names and that differ', async () => {
  await trivet('workspace create small --organization demo --description a');
  const file = write('kind: workspace\nname: small\nsettings: {description: b, auto-apply: false}\n');
  clear();
  await trivet(`apply ${file} --yes`);
  expect(writes()).toMatchObject([{ method: 'PATCH', body: { data: { attributes: { description: 'b' } } } }]);
  const sent = JSON.stringify(writes()[0]?.body);
  for (const name of ['auto-apply', 'execution-mode']) expect(sent).not.toContain(name);
});

test('a whole organization and its roles are created on an empty server', async () => {
  const files = [
    'kind: workspace\nname: one\nsettings: {auto-apply: true, engine-version: 1.9.8}\ntags: [b, a]\nconsumers: [two]\n',
    'kind: workspace\nname: two\nsettings: {description: x}\nretention-policy: {delete-older-than-days: 9}\n',
    'kind: pki-role\nname: fresh\nsettings: {allowed_domains: [example.com], server_flag: false, ttl: 24h}\n',
    'kind: cloud-role\nname: fresh\nsettings: {credential_type: iam_user, policy_arns: ["arn:aws:iam::aws:policy/A"], iam_tags: {team: x}}\n',
    'kind: ldap-role\nname: fresh\nsettings:\n  creation_ldif: |\n    dn: cn={{.Username}},ou=users,dc=example,dc=com\n    objectClass: person\n  deletion_ldif: |\n    dn: cn={{.Username}},ou=users,dc=example,dc=com\n    changetype: delete\n',
  ];
  const file = write(files.join('---\n'));
  clear();
  const applied = await trivet(`apply ${file} --yes`);
  expect(applied).toMatchObject({ code: 0 });
  // Consumers come last, because the workspaces that they name must exist.
  expect(writes().at(-1)?.path).toContain('remote-state-consumers');
  expect((await trivet(`diff ${file} --detailed-exitcode`)).code).toBe(0);
  const rows = applied.stdout
    .trim()
    .split('\n')
    .map((line) => line.split('\t').slice(0, 4));
  expect(rows).toContainEqual(['workspace', 'demo/one', 'create', 'done']);
  expect(rows.length).toBe(6);
});

test('a job file is sent as HCL with its source, with its changed count, and only if the job is as planned', async () => {
  const hcl = (command: string): string =>
    `job "applied" {\n  group "g" {\n    task "t" {\n      driver = "raw_exec"\n      config { command = "${command}" }\n    }\n  }\n}\n`;
  const file = write(hcl('/bin/true'), 'applied.nomad.hcl');
  expect((await trivet(`apply ${file} --yes`)).code).toBe(0);
  expect((await trivet('job submission applied --field Source')).stdout).toBe(hcl('/bin/true'));
  writeFileSync(file, hcl('/bin/false'));
  clear();
  expect((await trivet(`apply ${file} --yes`)).code).toBe(0);
  expect(writes()).toMatchObject([
    { path: '/v1/jobs', body: { EnforceIndex: true, JobModifyIndex: expect.any(Number) } },
  ]);
  expect((await trivet(`diff ${file} --detailed-exitcode`)).code).toBe(0);
});

test('an update of a kind that is replaced sends the whole object with only the differences changed', async () => {
  await trivet('pki role write kept --allowed-domains example.com --key-type ec --ttl 1h');
  const before = (await json('pki role show kept')) as { readonly data: object };
  const file = write('kind: pki-role\nname: kept\nsettings: {ttl: 2h, key_type: ec}\n');
  clear();
  expect((await trivet(`apply ${file} --yes`)).code).toBe(0);
  expect(writes().map(({ body }) => body)).toEqual([{ ...before.data, ttl: '2h' }]);
});

test('it asks once, with counts and servers, and sends nothing if declined', async () => {
  const file = write(
    'kind: pki-role\nname: asked\nsettings: {ttl: 1h}\n---\nkind: pki-role\nname: web\nsettings: {no_store: true}\n',
  );
  clear();
  const declined = await trivet(`apply ${file}`, { typed: 'n' });
  expect(declined.code).toBe(2);
  expect(declined.stderr).toContain('no_store: false → true');
  const nobody = await trivet(`apply ${file}`);
  expect(nobody.code).toBe(2);
  expect(nobody.stderr).toMatch(/Apply changes to 2 objects \(1 to create, 1 to update\) at secrets http:/);
  const dry = await trivet(`apply ${file} --dry-run`);
  expect(dry).toMatchObject({ code: 0 });
  expect(dry.stdout).toContain('pki-role\tasked\tcreate\t');
  expect(writes()).toEqual([]);
});

test('a rotation is refused without --allow-rotation, even with --yes', async () => {
  const file = write(
    'kind: ldap-set\nname: team-a\nsettings: {service_account_names: [svc-01, svc-02, svc-03, svc-09]}\n',
  );
  clear();
  const refused = await trivet(`apply ${file} --yes`);
  expect(refused.code).toBe(2);
  expect(refused.stderr).toContain('the update gives new accounts new passwords; give --allow-rotation');
  expect(writes()).toEqual([]);
});

test('a write that would lose a secret is refused before anything is sent', async () => {
  const text = (await trivet('export cloud-config')).stdout.replace(/region: .*/, 'region: us-west-2');
  clear();
  const refused = await trivet(`apply ${write(text)} --yes`);
  expect(refused.code).toBe(2);
  expect(refused.stderr).toContain('would lose secret_key, which cannot be read: refer to it');
  expect(writes()).toEqual([]);
});

test('a plan that was made with variables is refused without them, with the reason', async () => {
  const hcl =
    'variable "n" {\n  type = number\n  default = 1\n}\njob "varied" {\n  type = "batch"\n  group "g" {\n    count = var.n\n    task "t" {\n      driver = "raw_exec"\n    }\n  }\n}\n';
  const file = write(hcl, 'varied.nomad');
  expect((await trivet(`apply ${file} --yes`)).code).toBe(0);
  const plan = join(folder, 'varied.json');
  expect((await trivet(`diff ${file} --var n=2 --plan-out ${plan}`)).code).toBe(0);
  const refused = await trivet(`apply ${plan} --yes`);
  expect(refused.code).toBe(6);
  expect(refused.stderr).toContain(
    'varied in namespace default: its file or a variable (--var, --var-file) has changed',
  );
  expect((await trivet(`apply ${plan} --var n=2 --yes`)).code).toBe(0);
});

test('a live object is refused in place of a file, and so is a plan whose files are elsewhere', async () => {
  const live = await trivet('apply pki-role:web --yes');
  expect(live.code).toBe(2);
  expect(live.stderr).toContain('apply takes files, and pki-role:web is a live object');
  expect(live.stderr).toContain('trivet export pki-role:web --dir FOLDER');
  const plan = join(folder, 'moved.json');
  writeFileSync(plan, '{"trivetPlan": 1, "operands": ["moved.yaml"], "options": {}, "steps": []}');
  const moved = await trivet(`apply ${plan} --yes`);
  expect(moved.code).toBe(3);
  expect(moved.stderr).toContain('the file moved.yaml does not exist');
  expect(moved.stderr).toContain('names its files as they were given: run trivet apply where it was made.');
});

test('a plan whose list of fields was changed is refused: what was reviewed is not what it would do', async () => {
  const file = write('kind: pki-role\nname: web\nsettings: {ou: [b], ttl: 3h}\n');
  const plan = join(folder, 'falsified.json');
  expect((await trivet(`diff ${file} --plan-out ${plan}`)).code).toBe(0);
  writeFileSync(plan, readFileSync(plan, 'utf8').replace(/"fields":\s*\[[^\]]*\]/, '"fields": ["ou"]'));
  const refused = await trivet(`apply ${plan} --yes`);
  expect(refused.code).toBe(6);
  expect(refused.stderr).toContain('the plan lists other fields');
});

test('a plan of another scope is refused with the names of its objects', async () => {
  const file = write('kind: workspace\nname: elsewhere\nsettings: {description: x}\n');
  const plan = join(folder, 'elsewhere.json');
  expect((await trivet(`diff ${file} --plan-out ${plan}`)).code).toBe(0);
  clear();
  const refused = await trivet(`apply ${plan} --yes`, { env: { TRIVET_ORGANIZATION: 'acme' } });
  expect(refused.code, refused.stderr).toBe(6);
  expect(refused.stderr).toContain('workspace demo/elsewhere: no longer in any file\n');
  expect(refused.stderr).toContain('The files name none of its objects');
  expect(writes()).toEqual([]);
});

test('a plan is applied exactly, and an outdated one is refused with exit 6', async () => {
  const file = write(
    'kind: pki-role\nname: planned\nsettings: {ttl: 1h}\n---\nkind: pki-role\nname: web\nsettings: {ou: [a]}\n',
  );
  const plan = join(folder, 'plan.json');
  expect((await trivet(`diff ${file} --plan-out ${plan}`)).code).toBe(0);
  expect((await trivet(`apply ${plan} --yes`)).code).toBe(0);
  clear();
  const again = await trivet(`apply ${plan} --yes`);
  expect(again.code).toBe(6);
  expect(again.stderr).toContain('pki-role planned in mount pki: already has the planned state');
  await trivet('pki role update web --country NL');
  writeFileSync(file, 'kind: pki-role\nname: web\nsettings: {ou: [b]}\n');
  expect((await trivet(`diff ${file} --plan-out ${plan}`)).code).toBe(0);
  await trivet('pki role update web --country DE');
  clear();
  const stale = await trivet(`apply ${plan} --yes`);
  expect(stale.code).toBe(6);
  expect(stale.stderr).toContain('pki-role web in mount pki: changed on the server');
  expect(writes()).toEqual([]);
});

test('a change of another object does not stop a plan, and stays for the next one', async () => {
  const file = write(
    'kind: pki-role\nname: web\nsettings: {ou: [c]}\n---\nkind: pki-role\nname: internal\nsettings: {ttl: 9h}\n',
  );
  await trivet('pki role update internal --ttl 9h');
  const plan = join(folder, 'other.json');
  expect((await trivet(`diff ${file} --plan-out ${plan}`)).code).toBe(0);
  await trivet('pki role update internal --ttl 8h');
  clear();
  const applied = await trivet(`apply ${plan} --yes`);
  expect(applied.code, applied.stderr).toBe(0);
  expect(applied.stderr).toContain(
    'warning: pki-role internal in mount pki differs, too, and is not in the plan: it stays as it is',
  );
  expect(writes().map(({ path }) => path)).toEqual(['/v1/pki/roles/web']);
});

test('a plan without changes does not say that nothing is to be changed where something differs by now', async () => {
  const file = write('kind: pki-role\nname: internal\nsettings: {ttl: 9h}\n');
  await trivet('pki role update internal --ttl 9h');
  const plan = join(folder, 'empty.json');
  expect((await trivet(`diff ${file} --plan-out ${plan}`)).code).toBe(0);
  expect((await trivet(`apply ${plan} --yes`)).stderr).toContain(
    'nothing to change: 1 object matches the files\n',
  );
  await trivet('pki role update internal --ttl 8h');
  const { stderr } = await trivet(`apply ${plan} --yes`);
  expect(stderr).toContain('nothing is written: 0 objects match the files, 1 differs\n');
});

test('a concurrent change between read and write is not overwritten, and its row says conflict', async () => {
  await trivet('pki role write race --ttl 1h --yes');
  const file = write('kind: pki-role\nname: race\nsettings: {ttl: 2h}\n');
  clear();
  // The other change is made while this one is being confirmed.
  const terminal = () => {
    const input = new PassThrough();
    const output = new PassThrough();
    output.resume();
    void trivet('pki role update race --ou x').then(() => {
      clear();
      input.write('y\n');
    });
    return { input, output, close: () => input.destroy() };
  };
  const conflict = await trivet(`apply ${file} -o jsonl`, { world: { terminal } });
  expect(conflict.code).toBe(6);
  expect(JSON.parse(conflict.stdout)).toMatchObject({ name: 'race', result: 'conflict', fields: ['ttl'] });
  expect(writes()).toEqual([]);
  expect((await trivet('pki role show race --field ou')).stdout).toBe('x');
});

test('the journal of a failed run lets the next one continue, and holds no values', async () => {
  const config = join(folder, 'config');
  const file = write(
    'kind: workspace\nname: jj\nsettings: {description: a-visible-value}\n---\nkind: workspace\nname: broken\nsettings: {agent-pool-id: apool-none, execution-mode: agent}\n',
  );
  const env = { TRIVET_CONFIG_DIR: config };
  const failed = await trivet(`apply ${file} --yes`, { env });
  expect(failed.code).toBe(10);
  const [name = ''] = readdirSync(join(config, 'receipts'));
  const journal = join(config, 'receipts', name);
  expect(failed.stderr).toContain(`trivet apply --resume ${journal}`);
  expect(readFileSync(journal, 'utf8')).not.toContain('a-visible-value');
  clear();
  const resumed = await trivet(`apply --resume ${journal} --yes`, { env });
  expect(writes().every(({ body }) => !JSON.stringify(body).includes('jj'))).toBe(true);
  expect(resumed.code).toBe(10);
});

test('an object that somebody else created after a kill is a conflict, and stays as it is', async () => {
  const config = join(folder, 'config-of-two');
  const file = write(
    'kind: workspace\nname: kk\nsettings: {description: ours}\n---\nkind: workspace\nname: half\nsettings: {agent-pool-id: apool-none, execution-mode: agent}\n',
  );
  const env = { TRIVET_CONFIG_DIR: config };
  await trivet(`apply ${file} --yes`, { env });
  const [name = ''] = readdirSync(join(config, 'receipts'));
  const journal = join(config, 'receipts', name);
  const text = readFileSync(journal, 'utf8');
  writeFileSync(journal, text.replace(/\{"item":\d+,"exit":0\}\n/, ''));
  await trivet('workspace delete kk --yes');
  await trivet('workspace create kk --description theirs');
  const resumed = await trivet(`apply --resume ${journal} --yes -o jsonl`, { env });
  expect(resumed.stdout).toMatch(/"name":"demo\/kk".*"result":"conflict"/);
  expect(resumed.stdout).not.toMatch(/half.*conflict/);
  expect((await trivet('workspace show kk --field description')).stdout).toBe('theirs');
});

test.each([
  ['a setting', 'workspace update mm --description theirs', 'description', 'theirs'],
  ['a name of a list', 'workspace tag add mm theirs', 'tag-names', 'beforetheirs'],
])(
  'a write of unknown outcome is not sent again over %s that somebody else has set since',
  async (_what, theirs, field, kept) => {
    const config = join(folder, `config-${field}`);
    const env = { TRIVET_CONFIG_DIR: config };
    await trivet('workspace create mm --description before');
    await trivet('workspace tag add mm before');
    const file = write('kind: workspace\nname: mm\nsettings: {description: ours}\ntags: [ours]\n');
    await trivet(`apply ${file} --yes`, { env });
    const [name = ''] = readdirSync(join(config, 'receipts'));
    const journal = join(config, 'receipts', name.replace(/\.[^.]*$/, '.journal'));
    const text = readFileSync(join(config, 'receipts', name), 'utf8');
    const isEnd = (line: string): boolean => /^\{"item":\d+,"exit":0\}$/.test(line) || line.includes('"end"');
    rmSync(join(config, 'receipts', name));
    writeFileSync(
      journal,
      text
        .split('\n')
        .filter((line) => !isEnd(line))
        .join('\n'),
      { mode: 0o600 },
    );
    await trivet('workspace tag remove mm ours');
    await trivet('workspace tag add mm before');
    await trivet('workspace update mm --description before');
    await trivet(theirs);
    clear();
    const resumed = await trivet(`apply --resume ${journal} --yes -o jsonl`, { env });
    expect(resumed.code, resumed.stderr).toBe(6);
    expect(JSON.parse(resumed.stdout)).toMatchObject({ name: 'demo/mm', result: 'conflict' });
    expect(writes()).toEqual([]);
    expect((await trivet(`workspace show mm --field ${field}`)).stdout.replaceAll(/\s/g, '')).toBe(kept);
  },
);

test.each([
  ['apply', 'apply needs a file or folder', 2],
  ['apply nowhere', 'does not exist', 3],
  ['apply x.yaml --curl', 'does not take --curl', 2],
  ['apply --resume nowhere', 'does not exist', 3],
])('%s is refused', async (line, text, exit) => {
  const { code, stderr } = await trivet(line);
  expect({ code, text: stderr.includes(text) ? text : stderr }).toEqual({ code: exit, text });
});

test('--wait waits for each job, and the first failure stops the run', async () => {
  const hcl = (id: string, command: string): string =>
    `job "${id}" {\n  type = "batch"\n  group "g" {\n    reschedule {\n      attempts = 0\n      unlimited = false\n    }\n    restart { attempts = 0 }\n    task "t" {\n      driver = "raw_exec"\n      config {\n        command = "/bin/sh"\n        args = ["-c", "${command}"]\n      }\n    }\n  }\n}\n`;
  const first = write(hcl('waited-1', 'exit 0'), 'a.nomad.hcl');
  const well = await trivet(`apply ${first} --yes --wait`);
  expect(well.code, well.stdout + well.stderr).toBe(0);
  const failing = write(hcl('waited-2', 'exit 3'), 'a.nomad.hcl');
  const after = write(hcl('waited-3', 'exit 0'), 'b.nomad.hcl');
  const stopped = await trivet(`apply ${failing} ${after} --yes --wait`);
  expect(stopped.code).toBe(10);
  expect(stopped.stdout).toContain('job\twaited-2\tcreate\tfailed\t');
  expect(stopped.stdout).toContain('exit code 3');
  expect(stopped.stderr).toContain('1 not started');
  expect((await trivet('job show waited-3')).code).toBe(5);
});
