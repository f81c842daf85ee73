/** Tests bad files: every fault is reported at once with file, line and column; exit 2, and nothing is sent. */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { useSandbox } from '../../support/sandbox.ts';

const { trivet, requests, clear } = useSandbox();
const folder = mkdtempSync(join(tmpdir(), 'trivet-bad-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let count = 0;
const folderOf = (files: Readonly<Record<string, string | Uint8Array>>): string => {
  count += 1;
  const path = join(folder, String(count));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(path, name, '..'), { recursive: true });
    writeFileSync(join(path, name), text);
  }
  return path;
};

/** What stderr says about the files, without the path of the folder. */
const faultsOf = async (path: string, more = ''): Promise<string> => {
  clear();
  const { code, stdout, stderr } = await trivet(`diff ${path} ${more}`);
  expect({ code, stdout, sent: requests().length }).toEqual({ code: 2, stdout: '', sent: 0 });
  expect(stderr).toContain('Nothing was sent.');
  return stderr.replaceAll(`${path}/`, '');
};

const role = (settings: string): string => `kind: pki-role\nname: web\nsettings:\n${settings}`;

test.each([
  [
    'a misspelt field',
    role('  tll: 1h\n'),
    'a.yaml:4:3: "tll" is not a setting of pki-role. Did you mean "ttl"?',
  ],
  [
    'the name that another product has for a setting',
    'kind: workspace\nname: a\nsettings:\n  terraform-version: "1.9.8"\n',
    'a.yaml:4:3: "terraform-version" is not a setting of workspace. Did you mean "engine-version"?',
  ],
  [
    'a field that is only reported',
    'kind: workspace\nname: a\nsettings:\n  locked: true\n',
    'a.yaml:4:3: "locked" can be read but not set',
  ],
  [
    'a setting in the wrong place',
    'kind: pki-role\nname: web\nttl: 1h\n',
    'a.yaml:3:1: "ttl" belongs below settings',
  ],
  [
    'a key of nothing',
    'kind: pki-role\nname: web\nsetings: {}\n',
    'a.yaml:3:1: "setings" is not a key of pki-role. Did you mean "settings"?',
  ],
  [
    'an unknown kind',
    'kind: pki-roles\nname: a\n',
    'a.yaml:1:7: "pki-roles" is not a kind of object. Did you mean "pki-role"?',
  ],
  ['no kind', 'apiVersion: v1\nmetadata: {}\n', 'a.yaml:1:1: no kind: an object begins with kind and name'],
  ['no name', 'kind: workspace\nsettings: {}\n', 'a.yaml:1:1: no name: workspace needs one'],
  [
    'a number for text',
    'kind: workspace\nname: a\nsettings:\n  engine-version: 1.10\n',
    'a.yaml:4:19: expected text: write it in quotes',
  ],
  ['no for a boolean', role('  server_flag: no\n'), 'a.yaml:4:16: expected true or false, not a text'],
  ['text for a list', role('  allowed_domains: a.example\n'), 'a.yaml:4:20: expected a list, not a text'],
  ['a number in a list', role('  ou: [1]\n'), 'a.yaml:4:8: expected text'],
  ['a word of no enum', role('  key_type: dsa\n'), 'a.yaml:4:13: key_type must be rsa, ec, ed25519 or any'],
  ['an invalid duration', role('  ttl: 1 day\n'), 'a.yaml:4:8: expected a duration'],
  [
    'a list for an object',
    'kind: workspace\nname: a\nsettings:\n  vcs-repo: []\n',
    'a.yaml:4:13: expected an object or null',
  ],
  ['a scope of another kind', 'kind: job\nname: a\nmount: x\n', 'a.yaml:3:1: "mount" is not a key of job'],
  [
    'a policy of two minds',
    'kind: workspace\nname: a\nretention-policy:\n  delete-older-than-days: 1\n  dont-delete: true\n',
    'a.yaml:4:3: delete-older-than-days and dont-delete cannot be given together',
  ],
  ['a key given twice', role('  ttl: 1h\n  ttl: 2h\n'), 'a.yaml:5:3: ttl is given twice\n'],
  [
    'two objects without a separator',
    `${role('  ttl: 1h\n')}kind: pki-role\nname: b\n`,
    'a.yaml:5:1: kind is given twice; a line of --- separates documents',
  ],
  [
    'a key that is a list',
    'kind: job\nname: a\nsettings:\n  Meta:\n    [a, b]: c\n',
    'a.yaml:5:5: a key must be plain text\n',
  ],
  ['a tab', 'kind: pki-role\nname: a\nsettings:\n\tttl: 1h\n', 'a.yaml:4:1: '],
  ['a NUL', 'kind: pki-role\nname: "a\0b"\n', 'a.yaml:2:9: a NUL character'],
  [
    'a quote that is never closed',
    'kind: pki-role\nname: "web\nsettings:\n  ttl: 1h\n  ou: [a]\n',
    'a.yaml:2:7: " is opened here and never closed',
  ],
  [
    'a list that is never closed',
    role('  ou: [a, b\n  ttl: 1h\n'),
    'a.yaml:4:7: [ is opened here and never closed',
  ],
  ['a list on top', '- 1\n', 'a.yaml:1:3: expected an object with kind, name and settings'],
  ['nothing in it', '# nothing\n', 'a.yaml:1:1: no object in it'],
  [
    'both a file and settings',
    'kind: job\nfile: x.hcl\nsettings: {}\n',
    'a.yaml:3:1: file and settings cannot be given together',
  ],
  [
    'a job file outside',
    'kind: job\nfile: ../x.hcl\n',
    'a.yaml:1:1: file and variable-files must be inside the folder',
  ],
  [
    'a variable as text',
    'kind: workspace\nname: a\nsettings:\n  description: env:TRIVET_SECRETS_TOKEN\n',
    'a.yaml:4:16: a reference to a variable or a file is allowed in secret fields only',
  ],
  [
    'a file as text',
    'kind: workspace\nname: a\nsettings:\n  description: "@/etc/passwd"\n',
    'a.yaml:4:16: a reference',
  ],
  [
    'a file above as text',
    'kind: workspace\nname: a\nsettings:\n  description: "@../../x"\n',
    'a.yaml:4:16: a reference',
  ],
  [
    'a secret in clear',
    'kind: ldap-config\nsettings:\n  bindpass: hunter2\n',
    'a.yaml:3:13: expected env:NAME or file:PATH: files do not contain secrets',
  ],
  [
    'such a key of a job in JSON',
    '{\n  "Job": {\n    "TaskGroups": [\n      { "Tasks": [{ "Drvier": "exec" }] }\n    ]\n  }\n}\n',
    'a.yaml:4:21: "Drvier" is not a key of Tasks, and the server would ignore it. Did you mean "Driver"?',
  ],
  [
    'a secret from outside',
    'kind: ldap-config\nsettings:\n  bindpass: "@/etc/shadow"\n',
    'a.yaml:3:13: the file of a secret must be inside the folder',
  ],
  [
    'a key of a job that its server would ignore',
    'kind: job\nname: a\nsettings:\n  TaskGroups:\n    - Name: g\n      Cuont: 3\n',
    'a.yaml:6:7: "Cuont" is not a key of TaskGroups, and the server would ignore it. Did you mean "Count"?',
  ],
])('%s is reported', async (_, text, fault) => {
  const faults = await faultsOf(folderOf({ 'a.yaml': text }));
  expect(faults).toContain(fault);
  expect(faults).not.toContain('hunter2');
});

test('all faults of all files are reported at once', async () => {
  const faults = await faultsOf(
    folderOf({
      'a.yaml': role('  tll: 1h\n  key_type: dsa\n'),
      'sub/b.yml': 'kind: x\n',
      'c.json': '{"kind": "job",}',
    }),
  );
  for (const place of ['a.yaml:4:3', 'a.yaml:5:13', 'sub/b.yml:1:7', 'c.json:1:'])
    expect(faults).toContain(place);
});

test('aliases that grow without bound are refused, and so is a file that is too large', async () => {
  const lines = ['a0: &a0 [x, x, x, x, x, x, x, x, x]'];
  for (let level = 1; level < 12; level += 1) {
    const below = Array.from({ length: 9 }, () => `*a${level - 1}`).join(', ');
    lines.push(`a${level}: &a${level} [${below}]`);
  }
  expect(await faultsOf(folderOf({ 'a.yaml': lines.join('\n') }))).toContain('aliases are followed');
  const large = folderOf({ 'a.yaml': `kind: job\nname: ${'x'.repeat(10 * 1024 * 1024)}\n` });
  expect(await faultsOf(large)).toContain('a.yaml:1:1: larger than 5 MiB');
  const bytes = folderOf({ 'a.yaml': new Uint8Array([0x6b, 0xff, 0xfe]) });
  expect(await faultsOf(bytes)).toContain('a.yaml:1:1: not UTF-8 text');
});

test('anchors are accepted in moderation', async () => {
  const path = folderOf({ 'a.yaml': role('  allowed_domains: &d [a.example]\n  allowed_uri_sans: *d\n') });
  expect((await trivet(`diff ${path}`)).code).toBe(0);
});

test('other YAML in a folder is reported, with the flag that leaves it out', async () => {
  const files = {
    'a.yaml': role('  ttl: 1h\n'),
    'values.yaml': 'replicas: 1\n',
    '.hidden.yaml': 'x: 1\n',
    'README.md': 'no',
  };
  const path = folderOf(files);
  expect(await faultsOf(path)).toContain('values.yaml:1:1: no kind');
  expect((await trivet(`diff ${path} --exclude values.yaml`)).code).toBe(0);
  expect((await trivet(`diff ${path} --exclude 'val*'`)).code).toBe(0);
});

test('a file that is not YAML is one fault, as is a file for another tool, with the flag that leaves it out', async () => {
  const faults = await faultsOf(
    folderOf({
      'a.yaml': role('  ttl: 1h\n'),
      'chart/config.yaml':
        'kind: ConfigMap\ndata:\n{{ range .Values.x }}\n  {{ . }}: "x"\n{{ end }}\n- x: y: z\n',
      'k8s.yaml':
        'apiVersion: batch/v1\nkind: Job\n---\napiVersion: v1\nkind: Service\n---\napiVersion: v1\nkind: Secret\n',
      'docker-compose.yml': 'services:\n  web: {image: x}\n',
      'vars.hcl': 'color = "red"\n',
    }),
  );
  const lines = faults.split('\n');
  const about = (name: string): readonly string[] => lines.filter((line) => line.includes(`${name}:`));
  expect(about('chart/config.yaml')).toHaveLength(1);
  expect(about('k8s.yaml')).toEqual([expect.stringContaining('k8s.yaml:2:7: "Job" is not a kind of object')]);
  expect(about('k8s.yaml')[0]).not.toContain('Did you mean');
  expect(faults).toContain('--exclude docker-compose.yml --exclude k8s.yaml --exclude vars.hcl.');
});

test('a file with many faults does not hide those of others', async () => {
  const many = Array.from({ length: 80 }, (_, index) => `  wrong${index}: 1\n`).join('');
  const faults = await faultsOf(folderOf({ 'a.yaml': role(many), 'b.yaml': 'kind: job\nname: 1\n' }));
  expect(faults).toContain('a.yaml: and 70 more');
  expect(faults).toContain('b.yaml:2:7: name: expected text');
});

const hcl =
  'variable "color" {}\njob "named" {\n  group "g" {\n    task "t" {\n      driver = "raw_exec"\n      config { command = "/bin/true" }\n    }\n  }\n}\n';

test('a folder may hold the files of its objects: job files, variables, plans and schemas', async () => {
  const path = folderOf({
    'a.yaml': 'kind: job\nfile: named.nomad.hcl\nvariable-files: [prod.hcl]\n',
    'named.nomad.hcl': hcl,
    'prod.hcl': 'color = "red"\n',
    'stage.hcl': 'color = "blue"\n',
    'workspace.schema.json': (await trivet('manifest --schema workspace')).stdout,
  });
  const plan = join(path, 'plan.json');
  const lines = `diff ${path} --var-file ${join(path, 'stage.hcl')}`;
  const planned = await trivet(`${lines} --plan-out ${plan}`);
  expect(planned, planned.stderr).toMatchObject({ code: 0 });
  expect(planned.stdout).toMatch(/^job\tnamed\tcreate\t[^\n]*\n$/);
  const again = await trivet(lines);
  expect(again).toMatchObject({ code: 0 });
  expect(again.stderr).toContain(`left out ${plan}: it is a plan of trivet`);
  expect(await faultsOf(plan)).toContain('plan.json is a plan of trivet, not a file of objects');
  const journal = join(path, 'x.journal');
  writeFileSync(journal, '{"journal":2,"list":"x","items":1,"servers":[]}\n{"item":1}\n');
  expect(await faultsOf(journal)).toContain('Give it to --resume.');
});

test('all job files that do not parse are reported, with the faults that the server found', async () => {
  const path = folderOf({
    'a.nomad': 'job "a" {\n  typ = "x"\n  grup "g" {}\n}\n',
    'b.hcl': 'job "b" {\n  priority = = 1\n}\n',
    'c.yaml': 'kind: job\nfile: b.hcl\n---\nkind: job\nfile: d.hcl\n',
    'd.hcl': 'variable "color" {}\njob "d" {\n  region = var.color\n}\n',
    'e.yaml': role('  ttl: 1h\n'),
  });
  const { code, stdout, stderr } = await trivet(`diff ${path}`);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  const lines = stderr.replaceAll(`${path}/`, '').split('\n');
  expect(lines).toEqual([
    expect.stringMatching(/a\.nomad:2:3: Unsupported argument; An argument named "typ"/),
    expect.stringMatching(/a\.nomad:3:3: Unsupported block type; Blocks of type "grup"/),
    expect.stringMatching(/b\.hcl:2:14: Invalid expression/),
    expect.stringMatching(/d\.hcl:1:1: Unset variable "color"/),
    '  Nothing was sent.',
    '',
  ]);
});

test('missing job files, JSON that does not parse, and variables that a job cannot have are reported', async () => {
  const path = folderOf({
    'a.yaml':
      'kind: job\nname: a\nfile: a.hcl\n---\nkind: job\nfile: b.json\n---\nkind: job\nfile: c.json\nvariables: {x: y}\n',
    'b.json': '{"ID": [\n',
    'c.json': '{"ID": "c"}',
    'd.yaml': 'kind: job\nfile: d.hcl\nvariable-files: [none.hcl]\n',
    'd.hcl': 'job "d" {}\n',
  });
  const faults = await faultsOf(path);
  expect(faults).toContain('a.yaml:1:1: the file a.hcl does not exist');
  expect(faults).toMatch(/a\.yaml:5:1: b\.json:\d:\d: /);
  expect(faults).toContain('a.yaml:8:1: variables are for HCL, and c.json is JSON');
  expect(faults).toContain('d.yaml:1:1: the file none.hcl does not exist');
  writeFileSync(join(path, 'none.hcl'), 'color {\n');
  const { code, stderr } = await trivet(`diff ${join(path, 'd.yaml')}`);
  expect(code).toBe(2);
  expect(stderr).toContain('none.hcl:1:1: expected NAME = VALUE in a variable file');
});

test.each([
  ['HCL', 'job "piped" {\n  group "g" {\n    task "t" {\n      driver = "raw_exec"\n    }\n  }\n}\n'],
  ['JSON', '{"ID": "piped", "TaskGroups": [{"Name": "g", "Tasks": [{"Name": "t", "Driver": "raw_exec"}]}]}'],
])('a job in %s from standard input, and from a file with another ending', async (_, text) => {
  const piped = await trivet('diff -', { stdin: text });
  expect(piped, piped.stderr).toMatchObject({ code: 0 });
  expect(piped.stdout).toMatch(/^job\tpiped\tcreate\t/);
  const path = folderOf({ 'web.job': text });
  expect(await trivet(`diff ${path}/web.job`)).toMatchObject({
    code: 0,
    stdout: piped.stdout.replace('standard input', `${path}/web.job`),
  });
});

test('a link that leads out of the folder is not followed', async () => {
  const path = folderOf({ 'a.yaml': role('  ttl: 1h\n') });
  const outside = folderOf({ 'b.yaml': role('  ttl: 2h\n') });
  symlinkSync(join(outside, 'b.yaml'), join(path, 'b.yaml'));
  expect(await faultsOf(path)).toContain('b.yaml:1:1: a link that leads out of the folder');
  mkdirSync(join(path, 'more'));
  symlinkSync('nowhere.yaml', join(path, 'c.yaml'));
  symlinkSync('more', join(path, 'd.yaml'));
  symlinkSync('e.yaml', join(path, 'e.yaml'));
  const all = await faultsOf(path);
  expect(all).toContain('c.yaml:1:1: a link to something that does not exist');
  expect(all).toContain('e.yaml:1:1: a link to something that goes through too many symbolic links');
  expect(all).toContain('d.yaml:1:1: a link to a folder; links to folders are not followed');
});

test('two files for one object are refused, and so is a flag that contradicts a file', async () => {
  const path = folderOf({ 'a.yaml': role('  ttl: 1h\n'), 'b.yaml': role('  ttl: 2h\n') });
  expect(await faultsOf(path)).toContain('b.yaml:1:1: pki-role web in mount pki is already in');
  const placed = folderOf({ 'a.yaml': 'kind: workspace\nname: a\norganization: acme\nsettings: {}\n' });
  expect(await faultsOf(placed, '--organization demo')).toContain(
    'contradicts organization "acme" of the file',
  );
});

test('a document that is not YAML hides no fault of the others; they are in the order of their lines', async () => {
  const path = folderOf({
    'a.yaml': `${role('  tll: 1h\n')}---\nkind: "job\n---\n[a]: b\n---\n${role('  tt: 1h\n')}`,
  });
  expect((await faultsOf(path)).match(/a\.yaml.*/g)).toEqual([
    'a.yaml:4:3: "tll" is not a setting of pki-role. Did you mean "ttl"?',
    'a.yaml:6:7: " is opened here and never closed',
    'a.yaml:8:1: a key must be plain text',
    'a.yaml:13:3: "tt" is not a setting of pki-role. Did you mean "ttl"?',
  ]);
});

test('a reference to an object that does not exist anywhere is refused', async () => {
  const path = folderOf({ 'a.yaml': 'kind: workspace\nname: a\norganization: acme\nconsumers: [nobody]\n' });
  const { code, stderr } = await trivet(`diff ${path}`);
  expect(code).toBe(2);
  expect(stderr).toContain('a.yaml:4:1: workspace acme/nobody does not exist, and no file declares it');
  const both = folderOf({
    'a.yaml':
      'kind: workspace\nname: a\norganization: acme\nconsumers: [b]\n---\nkind: workspace\nname: b\norganization: acme\n',
  });
  expect((await trivet(`diff ${both}`)).code).toBe(0);
});

test.each([
  ['diff', 'no file is named', 2],
  ['diff nowhere.yaml', 'does not exist', 3],
  ['diff job:web', 'Give two operands', 2],
  ['diff x.yaml --only tll', 'no kind has such a setting. Did you mean "ttl"?', 2],
  ['diff x.yaml --only vcs-rep', 'Did you mean "vcs-repo"?', 2],
  ['diff x.yaml --ignore pki-role:tll', 'pki-role has no setting "tll". Did you mean "ttl"?', 2],
  ['diff x.yaml --ignore job', 'must be of the form KIND:FIELD', 2],
  ['diff x.yaml --unmanaged cloud-static-role', 'cannot list', 2],
])('%s is refused', async (line, text, exit) => {
  const { code, stderr } = await trivet(line);
  expect({ code, text: stderr.includes(text) ? text : stderr }).toEqual({ code: exit, text });
});
