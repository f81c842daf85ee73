/** Tests the grammar through `main`: commands, flags wherever they stand, values, help. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { executable } from './support/program.ts';
import { runCli, words } from './support/run-cli.ts';
import { useSandbox } from './support/sandbox.ts';

const { trivet, requests, clear } = useSandbox();

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'trivet-words-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));
beforeEach(() => clear());

const file = (name: string, content: string): string => {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
};

/** The attributes of the only body that was sent. */
/** Updates read first. */
const changes = () => requests().filter(({ method }) => method !== 'GET');
const sent = (): unknown =>
  (changes()[0]?.body as { data?: { attributes?: unknown } } | undefined)?.data?.attributes;

describe('did you mean', () => {
  test.each([
    ['workspce list', 'trivet workspace list'],
    ['workspace lst', 'trivet workspace list'],
    ['workspaces list', 'trivet workspace list'],
    ['worksp', 'trivet workspace'],
    ['job history web', 'trivet job versions'],
    ['pki rol list', 'trivet pki role list'],
    ['docter', 'trivet doctor'],
    ['top', 'trivet watch'],
    ['history', 'trivet changes'],
  ])('suggests for trivet %s: %s', async (line, meant) => {
    const result = await trivet(line);
    expect(result).toMatchObject({ code: 2, stdout: '' });
    expect(result.stderr).toContain(`Perhaps you meant: ${meant}`);
    expect(requests()).toEqual([]);
  });

  test.each([
    ['workspace list --serach-name x', '--search-name'],
    ['workspace create a --autoapply', '--auto-apply'],
    ['workspace list --outptu json', '--output'],
  ])('suggests for trivet %s: %s', async (line, meant) => {
    const result = await trivet(line);
    expect(result).toMatchObject({ code: 2, stdout: '' });
    expect(result.stderr).toContain(`Did you mean ${meant}?`);
  });

  test.each([
    ['workspace list --json', '-o json'],
    ['workspace list -json', '-o json'],
    ['job list --format x', '-o FORMAT'],
    ['job list --jq .x', '--query EXPRESSION'],
    ['workspace delete a -auto-approve', '--yes'],
    ['job list -address=http://x', '--base-url URL'],
    ['job plan -var a=b x.hcl', '--var'],
  ])('a flag of another tool gets a hint: trivet %s', async (line, meant) => {
    clear();
    const result = await trivet(line);
    expect(result).toMatchObject({ code: 2, stdout: '' });
    expect(result.stderr).toContain(`Did you mean ${meant}?`);
    expect(requests()).toEqual([]);
  });

  test('a flag in place of an argument gets a hint', async () => {
    expect((await trivet('job register -f x.hcl')).stderr).toContain(
      'It is an argument: trivet job register <',
    );
    expect((await trivet('workspace show --workspace a')).stderr).toContain('It is an argument');
  });

  test('a mistyped flag without a command gets a suggestion', async () => {
    expect((await trivet('--verison')).stderr).toMatch(
      /unknown flag --verison\n {2}Did you mean --version\?/,
    );
    expect((await trivet('--yes')).stderr).toContain('a command is missing');
  });

  test('a flag that looks like a secret is reported without its value', async () => {
    const result = await trivet('workspace list --token=hush');
    expect(result).toMatchObject({ code: 2, stdout: '' });
    expect(result.stderr).toContain('--token-file');
    expect(result.stderr).not.toContain('hush');
  });

  test.each([
    ['qqqqqqqq', 'trivet --help'],
    ['workspace qqqqqqqq', 'trivet workspace --help'],
    ['help qqqqqqqq', 'trivet --help'],
    ['help guide qqqqqqqq', 'trivet --help'],
    ['help workspace qqqqqqqq', 'trivet workspace --help'],
    ['workspace list --qqqqqqqq', 'trivet workspace list --help'],
    ['workspace list -Q', 'trivet workspace list --help'],
    ['how --qqqqqqqq', 'trivet how --help'],
    ['--yes', 'trivet --help'],
    ['workspace --yes', 'trivet workspace --help'],
  ])('without a similar word, points to the help and nowhere else: trivet %s', async (line, help) => {
    const result = await trivet(line);
    expect(result).toMatchObject({ code: 2, stdout: '' });
    expect(result.stderr).toMatch(/^trivet: .*\n {2}See: .*\n {2}Nothing was sent\.\n$/);
    expect(result.stderr).toContain(`  See: ${help}\n`);
  });

  test.each([
    'creds ci',
    'revoke x',
    'pki cert revoke x',
    'stop web',
    'job kill web',
    'deployment promote web',
    'vault kv get secret/foo',
    'destroy',
    'transit encrypt',
    'secret list',
    'projects',
    'config set x',
    'alias',
    'auth enable',
    'unseal',
    'volume list',
    'system gc',
    'log',
    'plugin',
    'list workspaces',
    'job validate x.hcl',
    'workspace list --filter name=web',
    'job submit',
    'job deploy',
    'pki cert issue',
  ])('a line of another tool gets no hint that changes something: trivet %s', async (line) => {
    const result = await trivet(line);
    expect(result).toMatchObject({ code: 2, stdout: '' });
    expect(result.stderr).toMatch(
      /\n {2}(?:See: trivet |Perhaps you meant: |Did you mean |trivet has no command for )/,
    );
    expect(result.stderr).not.toContain('--yes');
    expect(requests()).toEqual([]);
  });

  test('escape sequences of an unknown word cannot move the cursor', async () => {
    const result = await runCli(['workspace', 'list', '--\u001b[2J', '\u009b2J'], { tty: true });
    expect(result.code).toBe(2);
    expect(result.stderr).not.toContain('\u001b[2J');
    expect(result.stderr).not.toContain('\u009b');
  });
});

describe('a prefix is not accepted as', () => {
  test.each(['work list', 'workspace li', 'workspace sho network-prod', 'w'])(
    'the command in %s',
    async (line) => {
      expect(await trivet(line)).toMatchObject({ code: 2, stdout: '' });
      expect(requests()).toEqual([]);
    },
  );
  test.each(['workspace list --search-nam x', 'workspace list --out-put json', 'workspace list --dry'])(
    'the flag in %s',
    async (line) => {
      expect(await trivet(line)).toMatchObject({ code: 2, stdout: '' });
      expect(requests()).toEqual([]);
    },
  );
});

describe('help', () => {
  test.each([
    ['help', '--help'],
    ['help workspace', 'workspace --help'],
    ['help workspace tag', 'workspace tag --help'],
    ['help workspace tag add', 'workspace tag add --help'],
    ['help pki role list', 'pki role list -h'],
    ['help doctor', 'doctor --help'],
  ])('%s is %s', async (one, other) => {
    const [a, b] = [await runCli(words(one)), await runCli(words(other))];
    expect(a).toEqual(b);
    expect(a).toMatchObject({ code: 0, stderr: '' });
    expect(a.stdout).toMatch(/USAGE/);
  });

  test('trivet without arguments prints the help', async () => {
    expect((await runCli([])).stdout).toBe((await runCli(['--help'])).stdout);
  });

  test('wins over other mistakes, and sends nothing', async () => {
    const result = await trivet('workspace lock --help --nonsense');
    expect(result).toMatchObject({ code: 0 });
    expect(requests()).toEqual([]);
  });

  test('of an unknown command fails', async () => {
    expect(await runCli(words('help nope'))).toMatchObject({ code: 2, stdout: '' });
    expect(await runCli(words('workspace nope --help'))).toMatchObject({ code: 2, stdout: '' });
  });

  test('a bare group lists its commands or reports that a command is missing', async () => {
    const result = await trivet('workspace');
    expect(result.code).toBe(2);
    expect(result.stderr).toContain('trivet workspace --help');
  });

  test('--version prints the version', async () => {
    const { stdout, code } = await runCli(['--version']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^\d+\.\d+\.\d+\S*\n$/);
    for (const line of ['-V', 'version', '--version --color always', '-q --version'])
      expect([line, (await runCli(line.split(' '))).stdout]).toEqual([line, stdout]);
  });

  // The executable describes itself otherwise: test/executable.
  test.skipIf(executable !== undefined).each(['--version -o json', '-o json -V', 'version --output=json'])(
    'trivet %s describes the build',
    async (line) => {
      const { stdout, stderr, code } = await runCli(line.split(' '));
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      expect(Object.keys(JSON.parse(stdout) as object)).toEqual([
        'version',
        'commit',
        'modified',
        'date',
        'form',
        'runtime',
        'runtimeVersion',
        'platform',
      ]);
      expect(JSON.parse(stdout)).toMatchObject({
        form: 'package',
        runtime: 'node',
        runtimeVersion: process.versions.node,
        platform: `${process.platform}-${process.arch}`,
      });
    },
  );

  test('--version takes no words', async () => {
    expect(await runCli(['--version', 'nope'])).toMatchObject({ code: 2, stdout: '' });
  });

  test.each(['job list --version', 'job wait web --version 3', 'workspace list -V'])(
    'trivet %s is refused: the version is that of trivet',
    async (line) => {
      const { stdout, stderr, code } = await runCli(line.split(' '));
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(stderr).toContain('it is about trivet itself');
    },
  );

  test.each(['-v', '-o json', '--quiet', '--', '-- x'])(
    'trivet %s reports that a command is missing',
    async (line) => {
      const { stderr, code } = await runCli(line.split(' '));
      expect(code).toBe(2);
      expect(stderr).toContain('a command is missing');
    },
  );

  test('an unknown flag without a command is reported by its name', async () => {
    expect((await runCli(['-v', '--nosuch'])).stderr).toContain('unknown flag --nosuch');
  });
});

describe('flags stand anywhere', () => {
  test.each([
    '-o name workspace list --search-name network-prod',
    'workspace -o name list --search-name network-prod',
    'workspace list -o name --search-name network-prod',
    'workspace list --search-name=network-prod -o=name',
    'workspace list -oname --search-name network-prod',
    '--organization demo workspace list -o name --search-name network-prod',
    '--search-name network-prod workspace list -o name',
  ])('as in trivet %s', async (line) => {
    expect(await trivet(line)).toMatchObject({ code: 0, stdout: 'network-prod\n' });
  });

  test('words after -- are positional', async () => {
    const result = await trivet('workspace show --field name -- network-prod');
    expect(result).toMatchObject({ code: 0, stdout: 'network-prod' });
    expect(await trivet('workspace show -- -o')).toMatchObject({ code: 5 });
    // The list is read afterwards to find a name like this.
    const paths = requests().map(({ path }) => path);
    expect(paths).toContain('/api/v2/organizations/demo/workspaces/-o');
  });

  test('a value that looks like a flag needs =', async () => {
    const wrong = await trivet('workspace lock network-prod --reason --yes');
    expect(wrong).toMatchObject({ code: 2, stdout: '' });
    expect(wrong.stderr).toContain('--reason needs a value');
    expect(wrong.stderr).toContain('--reason=--yes');
    expect(requests()).toEqual([]);
    await trivet('workspace create dashed --description=--yes');
    expect(sent()).toMatchObject({ description: '--yes' });
  });

  test('an empty value is accepted', async () => {
    await trivet("workspace update network-prod --description ''");
    expect(sent()).toEqual({ description: '' });
    await trivet('workspace update network-prod --description=');
    expect(changes()).toHaveLength(2);
  });
});

describe('booleans have three states', () => {
  test.each([
    ['', {}],
    ['--auto-apply', { 'auto-apply': true }],
    ['--no-auto-apply', { 'auto-apply': false }],
    ['--auto-apply=true', { 'auto-apply': true }],
    ['--auto-apply=false', { 'auto-apply': false }],
  ])('"%s" sends %j', async (flags, attributes) => {
    await trivet(`workspace update network-prod --description d ${flags}`);
    expect(sent()).toEqual({ description: 'd', ...attributes });
  });

  test('refuse any other value, and a value for the negated flag, with exit 2', async () => {
    for (const flag of ['--auto-apply=yes', '--no-auto-apply=false', '--auto-apply=']) {
      expect(await trivet(`workspace update network-prod ${flag}`)).toMatchObject({ code: 2, stdout: '' });
    }
    expect(requests()).toEqual([]);
  });

  test('a documented name that starts with "no" keeps it', async () => {
    const body = async (flag: string): Promise<unknown> => {
      clear();
      await trivet(`pki role write words --allow-any-name ${flag}`);
      return changes()[0]?.body;
    };
    expect(await body('')).not.toHaveProperty('no_store');
    expect(await body('--no-store')).toMatchObject({ no_store: true });
    expect(await body('--no-store=false')).toMatchObject({ no_store: false });
    clear();
    expect(await trivet('pki role write words --store')).toMatchObject({ code: 2 });
    expect(await trivet('pki role write words --no-no-store')).toMatchObject({ code: 2 });
    expect(requests()).toEqual([]);
  });
});

describe('null', () => {
  test('--unset sends null, while the text null is text; both for one name is exit 2', async () => {
    await trivet('workspace update network-prod --unset auto-destroy-at --description null');
    expect(sent()).toEqual({ 'auto-destroy-at': null, description: 'null' });
    clear();
    const both = await trivet(
      'workspace update network-prod --unset auto-destroy-at --auto-destroy-at 2027-01-01',
    );
    expect(both).toMatchObject({ code: 2, stdout: '' });
    expect(both.stderr).toContain('cannot be given together');
    const wrong = await trivet('workspace update network-prod --unset name');
    expect(wrong.stderr).toContain('These can: ');
    expect(requests()).toEqual([]);
  });
});

describe('values from elsewhere', () => {
  test('@file and - read the value; @@ is a literal @', async () => {
    await trivet(`workspace lock network-prod --reason @${file('reason', 'from a file')}`);
    await trivet('workspace unlock network-prod');
    await trivet('workspace lock network-prod --reason -', { stdin: 'from a pipe' });
    await trivet('workspace unlock network-prod');
    await trivet('workspace lock network-prod --reason @@home');
    await trivet('workspace unlock network-prod');
    expect(
      requests()
        .filter(({ path }) => path.endsWith('/lock'))
        .map(({ body }) => body),
    ).toEqual([{ reason: 'from a file' }, { reason: 'from a pipe' }, { reason: '@home' }]);
  });

  test('standard input is read only once', async () => {
    const result = await trivet('workspace lock network-prod --reason - --token-file -', { stdin: 'x' });
    expect(result.code).not.toBe(0);
    expect(requests()).toEqual([]);
  });

  test('names are never read as files', async () => {
    const result = await trivet(`workspace show @${file('name', 'network-prod')}`);
    expect(result.code).not.toBe(0);
    expect(requests().filter(({ path }) => path.endsWith('/network-prod'))).toEqual([]);
  });

  test('a missing file is exit 3, and so is a folder', async () => {
    for (const path of [join(folder, 'none'), folder]) {
      const result = await trivet(`workspace lock network-prod --reason @${path}`);
      expect(result).toMatchObject({ code: 3, stdout: '' });
      expect(result.stderr.trim().split('\n').length).toBeLessThanOrEqual(2);
    }
    expect(requests()).toEqual([]);
  });

  test('a literal secret is refused; @file, - and env: are accepted, and one trailing newline is removed', async () => {
    const literal = await trivet('ldap config set --binddn cn=a --bindpass hush-hush --yes');
    expect(literal).toMatchObject({ code: 2, stdout: '' });
    expect(literal.stderr).not.toContain('hush-hush');
    expect(literal.stderr).toContain('env:NAME');
    expect(requests()).toEqual([]);
    const dry = 'ldap config set --ldap-url ldap://ldap.example --binddn cn=a --userdn ou=a --yes --bindpass';
    await trivet(`${dry} env:BIND`, { env: { BIND: 'from-env' } });
    await trivet(`${dry} @${file('pass', 'from-file\n')}`);
    await trivet(`${dry} -`, { stdin: 'from-pipe\n\n' });
    expect(changes().map(({ body }) => (body as { bindpass: string }).bindpass)).toEqual([
      'from-env',
      'from-file',
      'from-pipe\n',
    ]);
    expect(await trivet(`${dry} env:NOT_SET`)).toMatchObject({ code: 2 });
  });

  test('--body is merged, flags win, --set reaches fields without flags', async () => {
    const body = file('body.json', '{"data":{"attributes":{"description":"body","auto-apply":true}}}');
    await trivet(
      `workspace update network-prod --body @${body} --description flag --set new-field='{"a":[1]}'`,
    );
    expect(sent()).toEqual({ description: 'flag', 'auto-apply': true, 'new-field': { a: [1] } });
    clear();
    for (const wrong of ['--set a', '--set a=b', '--body {', '--body @/nowhere']) {
      expect([2, 3]).toContain((await trivet(`workspace update network-prod ${wrong}`)).code);
    }
    expect(requests()).toEqual([]);
  });

  test('a body cannot change a prototype', async () => {
    await trivet(
      `workspace update network-prod --set '__proto__.polluted=true' --set 'constructor.prototype.polluted=1'`,
    );
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });
});

describe('repeated flags', () => {
  test('lists and maps accumulate; any other repeated flag is exit 2', async () => {
    await trivet('workspace update network-prod --trigger-patterns /a --trigger-patterns /b,/c');
    expect(sent()).toEqual({ 'trigger-patterns': ['/a', '/b', '/c'] });
    clear();
    await trivet("workspace update network-prod --trigger-patterns ''");
    expect(sent()).toEqual({ 'trigger-patterns': [] });
    clear();
    const twice = await trivet('workspace update network-prod --description a --description b');
    expect(twice).toMatchObject({ code: 2, stdout: '' });
    expect(twice.stderr).toContain('--description was given 2 times');
    expect(requests()).toEqual([]);
  });

  test.each([
    ['-o json -o name', '--output was given 2 times'],
    ['--organization a --organization b', '--organization was given 2 times'],
    ['--timeout 1s --timeout 1s', '--timeout was given 2 times'],
    ['--yes --no-yes', '--yes was given as both true and false'],
  ])('global flags may not be repeated either: %s', async (flags, message) => {
    clear();
    const twice = await trivet(`workspace list ${flags}`);
    expect(twice).toMatchObject({ code: 2, stdout: '' });
    expect(twice.stderr).toContain(message);
    expect(requests()).toEqual([]);
  });

  test('a repeated switch counts once', async () => {
    expect(await trivet('workspace list -q --quiet -o name')).toMatchObject({ code: 0 });
  });
});

describe('hostile and unusual words', () => {
  test.each([
    '.',
    '..',
    ' ',
    '../../sys/seal',
    '..%2f..%2fsys',
    '%2e%2e',
    '%252e%252e',
    'a\\..\\b',
    'a\0b',
    'a\r\nX: 1',
  ])('a workspace called %j never reaches another path', async (name) => {
    const result = await runCli(['workspace', 'show', '--organization', 'demo', '--', name], {
      env: { TRIVET_WORKSPACES_URL: 'http://127.0.0.1:1/api/v2', TRIVET_WORKSPACES_TOKEN: 't' },
    });
    expect([2, 5, 8]).toContain(result.code);
    expect(result.stdout).toBe('');
    expect(result.stderr).not.toMatch(/^\s+at /m);
  });

  test.each(['-1', '1e9', 'NaN', '5m5', '0', '', '1w', '９s'])('--timeout %s is exit 2', async (value) => {
    const result = await runCli(['workspace', 'list', `--timeout=${value}`]);
    expect(result).toMatchObject({ code: 2, stdout: '' });
    expect(result.stderr).toContain('--timeout');
  });

  test('too many or too few arguments and a switch with a value are exit 2', async () => {
    for (const line of [
      'workspace show',
      'workspace show a b',
      'workspace list a',
      'workspace list --yes=maybe',
    ]) {
      const result = await trivet(line);
      expect(result).toMatchObject({ code: 2, stdout: '' });
    }
    expect(requests()).toEqual([]);
  });

  test('a word of 128 kB is accepted', async () => {
    const result = await runCli(['workspace', 'x'.repeat(131_072)]);
    expect(result).toMatchObject({ code: 2, stdout: '' });
  });

  test('all mistakes are reported at once', async () => {
    const { stderr } = await trivet('workspace list --page-size x --page-number y --sort z');
    expect(stderr).toContain('--page-size');
    expect(stderr).toContain('--page-number');
  });
});
