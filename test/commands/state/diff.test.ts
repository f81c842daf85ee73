/** Tests `trivet diff`: an export has no differences, and exactly what was changed is reported. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { runCli, words } from '../../support/run-cli.ts';
import { useSandbox } from '../../support/sandbox.ts';
import { secretsServer, smallServer } from '../../support/small-server.ts';

const { trivet, json, requests, clear } = useSandbox();
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

const changed = async (path: string, more = ''): Promise<unknown> => {
  const { code, stdout, stderr } = await trivet(`diff ${path} --detailed-exitcode -o json ${more}`);
  if (code !== 0 && code !== 11) throw new Error(stderr);
  const rows = JSON.parse(stdout) as readonly Record<string, unknown>[];
  return rows.map(({ kind, name, action, fields }) => [kind, name, action, fields]);
};

test.each([
  [
    'workspace',
    'workspace:acme/network-prod',
    'workspace update acme/network-prod --no-speculative-enabled',
    ['speculative-enabled'],
  ],
  ['pki-role', 'pki-role:web', 'pki role update web --no-client-flag', ['client_flag']],
  ['pki-urls', 'pki-urls:', 'pki urls set --ocsp-servers http://ocsp.example.com', ['ocsp_servers']],
  ['pki-crl-config', 'pki-crl-config:', 'pki crl config set --expiry 96h', ['expiry']],
  ['cloud-role', 'cloud-role:deploy', 'cloud role update deploy --max-sts-ttl 4h', ['max_sts_ttl']],
  [
    'ldap-static-role',
    'ldap-static-role:app-01',
    'ldap static-role update app-01 --rotation-period 48h',
    ['rotation_period'],
  ],
  [
    'ldap-set',
    'ldap-set:team-a',
    'ldap library update team-a --disable-check-in-enforcement',
    ['disable_check_in_enforcement'],
  ],
  ['job', 'job:web', 'job scale web app 3', ['TaskGroups.app.Count']],
  ['tags', 'workspace:acme/dns-prod', 'workspace tag add acme/dns-prod extra', ['tags']],
])(
  '%s: an export has no difference, and exactly the changed field is reported',
  async (_, object, change, fields) => {
    const file = write((await trivet(`export ${object}`)).stdout);
    const flags = object.startsWith('workspace') ? '--organization acme' : '';
    clear();
    expect(await trivet(`diff ${file} --detailed-exitcode ${flags}`)).toMatchObject({ code: 0, stdout: '' });
    const writes = requests().filter(
      ({ method, path }) => !['GET', 'LIST'].includes(method) && !path.endsWith('/plan'),
    );
    expect(writes).toEqual([]);
    expect((await trivet(`${change} --yes`)).code).toBe(0);
    const rows = await changed(file, flags);
    expect(rows).toEqual([[object.split(':')[0], expect.any(String), 'update', fields]]);
  },
);

test('only what a file names is compared; null clears, and a list must match completely', async () => {
  await trivet('workspace create part --organization demo --description text --auto-apply');
  await trivet('workspace tag add demo/part a b');
  const file = write('kind: workspace\nname: part\nsettings:\n  auto-apply: true\n');
  expect(await changed(file)).toEqual([]);
  const cleared = write('kind: workspace\nname: part\nsettings: {description: null}\ntags: [b, c]\n');
  expect(await changed(cleared)).toEqual([['workspace', 'demo/part', 'update', ['description', 'tags']]]);
  const full = await trivet(`diff ${cleared} --full`);
  expect(full.stdout).toContain(
    'workspace demo/part: update\n  ~ description: text → none\n  ~ tags\n      - a\n      + c\n',
  );
  expect(await changed(cleared, '--only tags')).toEqual([['workspace', 'demo/part', 'update', ['tags']]]);
  expect(await changed(cleared, '--ignore workspace:tags')).toEqual([
    ['workspace', 'demo/part', 'update', ['description']],
  ]);
});

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
  await changed(part);
  const planned = requests().find(({ path }) => path.endsWith('/plan'));
  expect(planned?.body).toMatchObject({ Job: { Type: 'service', Update: { MaxParallel: 3 } } });
  expect(planned?.body).not.toHaveProperty('Job.Update.HealthCheck');
  expect(planned?.body).not.toHaveProperty('Job.Update.HealthyDeadline');
});

test('job files may be HCL with variables, JSON, or named by another file', async () => {
  const source =
    'variable "color" { default = "red" }\njob "hcl" {\n  group "g" {\n    task "t" {\n      driver = "raw_exec"\n      config { command = "/bin/true" }\n      env { COLOR = var.color }\n    }\n  }\n}\n';
  const hcl = write(source, 'hcl.nomad.hcl');
  expect(await changed(hcl)).toEqual([['job', 'hcl', 'create', expect.any(Array)]]);
  await trivet(`job register ${hcl}`);
  expect(await changed(hcl)).toEqual([]);
  const recolored = [['job', 'hcl', 'update', ['TaskGroups.g.Tasks.t.Env[COLOR]']]];
  expect(await changed(hcl, '--var color=blue')).toEqual(recolored);
  const named = write('kind: job\nfile: web.hcl\nvariables: {color: blue}\n');
  writeFileSync(join(named, '..', 'web.hcl'), source);
  expect(await changed(named)).toEqual(recolored);
  const unknown = await trivet(`diff ${hcl} --var colour=blue`);
  expect(unknown).toMatchObject({ code: 2 });
  expect(unknown.stderr).toContain('--var colour: no job file declares the variable');
  const document = write(JSON.stringify(await json('job show web')), 'web.json');
  await trivet('job scale web app 1');
  expect(await changed(document, '--preserve-counts')).toEqual([]);
});

test('an object that cannot be read is a row, and determines the exit code', async () => {
  const file = write(
    'kind: pki-role\nname: web\nmount: nowhere\nsettings: {ttl: 1h}\n---\nkind: pki-role\nname: web\nsettings: {key_type: rsa}\n',
  );
  const { code, stdout, stderr } = await trivet(`diff ${file} --detailed-exitcode`);
  expect(code).toBe(5);
  expect(stdout).toContain('pki-role\tweb\tfailed\t');
  expect(stderr).toContain('1 of 2 could not be compared');
});

test('a Markdown report is folded, and within the size of a comment', async () => {
  const file = write('kind: pki-role\nname: new\nsettings: {ttl: 1h}\n');
  const { stdout } = await trivet(`diff ${file} -o md`);
  expect(stdout).toMatch(
    /^\*\*trivet diff\*\*: 1 difference, 0 unchanged\n\nServers: `secrets http:.*`\n\n\| kind \| name \| action \| fields \|\n/,
  );
  expect(stdout).toContain('| pki-role | new | create | ttl |\n');
  expect(stdout).toContain(
    '<details><summary><code>pki&#45;role new in mount pki&#58; create</code></summary>\n\n```diff\n',
  );
  // The host colours a line by its first character.
  const changes = write(
    'kind: pki-role\nname: internal\nsettings: {ou: [added]}\n---\nkind: workspace\nname: fresh\nsettings: {auto-apply: true}\n',
  );
  const colored = await trivet(`diff ${changes} -o md`);
  expect(colored.stdout).toMatch(/^! {2} ou$/m);
  expect(colored.stdout).toMatch(/^\+ {6} added$/m);
  expect(colored.stdout).toMatch(/^\+ {2} auto-apply: true$/m);
  const many = Array.from(
    { length: 400 },
    (_, index) => `kind: workspace\nname: w${index}\nsettings: {description: "${'d'.repeat(300)}"}\n`,
  );
  const long = await trivet(`diff ${write(many.join('---\n'))} -o md`);
  expect(long.stdout.length).toBeLessThan(60_000);
  expect(long.stdout).toContain('Left out, because');
  // Every object is in the table: only what is folded is left out.
  expect(long.stdout).toContain('w399');
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

test('two live objects can be compared; --unmanaged lists objects that no file names', async () => {
  const two = await trivet(
    'diff workspace:acme/app-staging workspace:acme/app-prod --detailed-exitcode -o json',
  );
  expect(two.code).toBe(11);
  expect(JSON.parse(two.stdout)).toMatchObject([
    { kind: 'workspace', name: 'acme/app-prod', action: 'update' },
  ]);
  expect(two.stderr).toContain('IDs that only one server knows: VCS connection');
  const file = write('kind: pki-role\nname: web\nsettings: {}\n');
  expect(await changed(file, '--unmanaged pki-role')).toContainEqual([
    'pki-role',
    'internal',
    'unmanaged',
    undefined,
  ]);
});

test('a plan holds references and hashes, but no values', async () => {
  const file = write('kind: workspace\nname: planned\nsettings: {description: very-visible-value}\n');
  const plan = join(folder, 'plan.json');
  expect((await trivet(`diff ${file} --plan-out ${plan}`)).code).toBe(0);
  const text = readFileSync(plan, 'utf8');
  expect(text).not.toContain('very-visible-value');
  expect(JSON.parse(text)).toMatchObject({
    operands: [file],
    steps: [{ action: 'create', fields: ['description'] }],
  });
});

test('many objects of one organization are read from its list, once', async () => {
  const names = Array.from({ length: 30 }, (_, index) => `bulk-${index}`);
  for (const name of names) await trivet(`workspace create ${name} --organization demo`);
  const file = write(
    names.map((name) => `kind: workspace\nname: ${name}\nsettings: {auto-apply: true}\n`).join('---\n'),
  );
  clear();
  expect(((await changed(file)) as readonly unknown[]).length).toBe(30);
  expect(requests().map(({ method, path }) => `${method} ${path}`)).toEqual([
    'GET /api/v2/organizations/demo/workspaces',
  ]);
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
      TRIVET_WORKSPACES_PRODUCT: 'documented',
      TRIVET_ORGANIZATION: 'acme',
    },
  });
  expect(compared, compared.stderr).toMatchObject({ code: 0 });
  expect(JSON.parse(compared.stdout)).toMatchObject([
    { changes: [{ field: 'tags', from: ['a', 'b'], to: ['a', 'c'] }] },
  ]);
  expect(received.slice(1).map(({ path }) => path)).toEqual(asked);
});

test('keys are text, even those that look like numbers', async () => {
  const file = write(
    'kind: job\nname: keyed\nsettings:\n  Type: batch\n  Datacenters: [dc1]\n  Meta: {1.10: a, 0x10: b, ~: c}\n  TaskGroups: [{Name: g, Tasks: [{Name: t, Driver: raw_exec, Config: {command: /bin/true}}]}]\n',
  );
  clear();
  await changed(file);
  const planned = requests().find(({ path }) => path.endsWith('/plan'));
  expect(planned?.body).toMatchObject({ Job: { Meta: { '1.10': 'a', '0x10': 'b', '~': 'c' } } });
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
      TRIVET_WORKSPACES_PRODUCT: 'documented',
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

describe('objects that no file names', () => {
  const file = (text: string): string => {
    const path = join(folder, 'unnamed.yaml');
    writeFileSync(path, text);
    return path;
  };
  const rowsOf = async (line: string, env: Readonly<Record<string, string>> = {}) => {
    const { code, stdout, stderr } = await trivet(line, { env });
    return { code, stderr, lines: stdout.split('\n') };
  };

  test('are listed in the scope of the profile where no file has their kind', async () => {
    const path = file('kind: workspace\nname: network-prod\norganization: acme\nsettings: {}\n');
    const { code, lines } = await rowsOf(`diff ${path} --unmanaged pki-role --detailed-exitcode`);
    expect(code).toBe(11);
    expect(lines).toContainEqual(expect.stringMatching(/^pki-role\tweb\tunmanaged\t/));
  });

  test('of all kinds that the services of the files can list', async () => {
    const path = file('kind: pki-role\nname: web\nsettings: {}\n');
    const { code, lines } = await rowsOf(`diff ${path} --unmanaged all --detailed-exitcode`);
    expect(code).toBe(11);
    const kinds = new Set(
      lines.filter((line) => line.includes('\tunmanaged\t')).map((line) => line.split('\t')[0]),
    );
    expect(kinds).toContain('cloud-role');
    expect(kinds).toContain('ldap-set');
    expect(kinds).not.toContain('workspace');
    expect(kinds).not.toContain('job');
  });

  test('of a kind that cannot be listed are a row, and the exit code says so; the others are listed', async () => {
    const path = file('kind: pki-role\nname: web\nsettings: {}\n');
    const line = `diff ${path} --unmanaged pki-role --unmanaged job`;
    const { code, lines, stderr } = await rowsOf(line, { TRIVET_JOBS_TOKEN: 'wrong' });
    expect(code).toBe(4);
    expect(stderr).toContain('job could not be listed');
    expect(lines).toContainEqual(expect.stringMatching(/^job\t\tfailed\t.*could not be listed/));
    expect(lines).toContainEqual(expect.stringMatching(/^pki-role\t\S+\tunmanaged\t/));
    const markdown = await trivet(`${line} -o md`, { env: { TRIVET_JOBS_TOKEN: 'wrong' } });
    expect(markdown.stdout).toContain('1 could not be listed');
  });
});
