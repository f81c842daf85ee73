/** Checks that generated files match the catalogue, are complete, and follow their own rules. */
import { helpText } from '../src/cli/help/help.ts';
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { offeredFlags } from '../src/cli/refuse-flags.ts';
import { loadCatalogue } from '../scripts/generate/catalogue.ts';
import { guideText } from '../scripts/generate/guides/guide.ts';
import { completionTable } from '../scripts/generate/completion/table.ts';
import { environmentVariables } from '../scripts/generate/facts.ts';
import { exitCodes } from '../scripts/generate/facts.ts';
import { pagesIn, sourcesIn } from '../scripts/generate/build.ts';
import { knownErrors } from '../scripts/generate/errors.ts';
import { builtFiles, generatedFiles } from '../scripts/generate/files.ts';
import { manifestOf } from '../scripts/generate/manifest.ts';
import { guideNames } from '../src/cli/help/topic-names.ts';
import { topicNames } from '../src/cli/help/topic-names.ts';
import { Exit } from '../src/system/error.ts';
import { commandsPage, fillRegions, troubleshootingPage } from '../scripts/generate/pages.ts';
import { isHidden, manPageOf, replyFieldsOf } from '../src/catalogue/command.ts';
import { at } from '../src/documents/json/json.ts';
import type { Json } from '../src/documents/json/json.ts';
import { kindNames } from '../src/catalogue/kind-name.ts';
import { serviceNames } from '../src/catalogue/product.ts';
import { contextVariables } from '../src/config/own-variables.ts';
import { program } from '../src/main.ts';
import { conditionsOfKinds } from '../src/run/lists/condition-words.ts';
import { kindsWithParent } from '../src/cli/complete.ts';
import { allCommands, allOperations } from './support/catalogue.ts';
import { find } from './support/pty.ts';
import { isSecretField } from '../src/catalogue/shown.ts';

const root = resolve(import.meta.dirname, '..');
const catalogue = await loadCatalogue();
const committed = await generatedFiles(pagesIn(root));
const built = await builtFiles(pagesIn(root));
const shown = allCommands.filter((one) => !isHidden(one));

const kinds = (await Promise.all(kindNames.map(program.catalogue.kind))).filter((kind) => kind !== undefined);

describe('committed files', () => {
  test.each([...committed.keys()])('%s is up to date (npm run generate)', (path) => {
    expect(readFileSync(join(root, path), 'utf8')).toBe(committed.get(path));
  });

  test('name no hidden command', () => {
    const hidden = allCommands.filter(isHidden).map(({ path }) => path);
    expect(hidden).toEqual(['completion words', 'completion candidates']);
    for (const [path, text] of built) {
      // The completion scripts call it.
      if (/^help\/completion\/(?:words|candidates)\.txt$/.test(path) || path.startsWith('completions/'))
        continue;
      for (const command of hidden) expect(`${path}: ${text.includes(command)}`).toBe(`${path}: false`);
    }
  });
});

describe('the regions of a page', () => {
  const page = '<!-- generated: a -->\n<!-- end of generated -->\n';

  test('can be filled again and again', () => {
    const filled = fillRegions(page, new Map([['a', 'text']]));
    expect(filled).toBe('<!-- generated: a -->\n\ntext\n\n<!-- end of generated -->\n');
    expect(fillRegions(filled, new Map([['a', 'text']]))).toBe(filled);
  });

  test.each([
    [
      'is not in the page',
      page,
      [
        ['a', 'text'],
        ['b', 'text'],
      ],
    ],
    ['would be empty', page, [['a', '']]],
    ['is never filled', page, []],
  ] as const)('fail if one %s', (_, text, found) => {
    expect(() => fillRegions(text, new Map(found))).toThrow(/region "[ab]"/);
  });

  test('the page of commands lists every command', () => {
    const page = commandsPage(catalogue);
    for (const { path } of shown) expect(page).toContain(`| \`trivet ${path}`);
  });

  test('the page of errors has those of the sources, with their hints, by exit code', () => {
    const page = troubleshootingPage(knownErrors(sourcesIn(root)));
    expect(page).toContain(
      '| --follow and --previous cannot be given together | An allocation that was replaced has ended. |',
    );
    for (const { code } of exitCodes) expect(page).toContain(`## Exit ${code}\n`);
    const source = [
      "throw usageError(`no ${what({ a: 1 })} here`, 'Give one: ' + 'trivet x');",
      "new TrivetError('k', Exit.denied, 'no', { hint: 'Ask.' }); usageError(text, 'Not a literal.');",
    ];
    expect(knownErrors(source)).toEqual([
      { exit: 2, message: 'no … here', hint: 'Give one: trivet x' },
      { exit: 4, message: 'no', hint: 'Ask.' },
    ]);
  });
});

test('no text for users cites the documents by number', () => {
  for (const [path, text] of [...committed, ...built]) {
    expect(`${path}: ${/\u00a7|\bdocument \d/i.exec(text)?.[0] ?? ''}`).toBe(`${path}: `);
  }
});

describe('help', () => {
  const texts = [...built].filter(([path]) => path.startsWith('help/'));

  test.each(texts)('%s has lines of at most 80 columns, no tab, one newline at the end', (_, text) => {
    // The code of a guide stays as it is.
    const long = text
      .split('\n')
      .filter((line) => Array.from(line).length > 80 && !/^\s*\S+$|^ {4}/.test(line));
    expect(long).toEqual([]);
    expect(text).not.toMatch(/\t|[ ]+\n|\n\n\n|\n\n$/);
    expect(text.endsWith('\n')).toBe(true);
  });

  test('exists for every command, group and topic', () => {
    const paths = new Set(built.keys());
    for (const { path } of allCommands) expect(paths).toContain(`help/${path.replaceAll(' ', '/')}.txt`);
    for (const { group } of catalogue) expect(paths).toContain(`help/${group.name}.txt`);
    for (const topic of topicNames) expect(paths).toContain(`help/${topic}.txt`);
    for (const guide of guideNames) expect(paths).toContain(`help/guide/${guide}.txt`);
  });

  test('of a command names all of its flags where all is asked for', async () => {
    const forgotten = allCommands.map(async (command) => {
      const text = await helpText(program.catalogue, command.path.split(' '), true);
      return offeredFlags(command)
        .filter(({ name }) => !new RegExp(`--(?:\\[no-\\])?${name}\\b`).test(text))
        .map(({ name }) => `${command.path} --${name}`);
    });
    expect((await Promise.all(forgotten)).flat()).toEqual([]);
  });

  test('lists exactly the exit codes of the program', () => {
    const codes = exitCodes.map(({ code }) => code).filter((code) => /^\d+$/.test(code));
    expect(codes.map(Number)).toEqual(Object.values(Exit));
  });

  test('documents exactly the variables that the sources read', () => {
    const documentedNames = environmentVariables
      .flatMap(({ name }) => name.split(', '))
      .filter((name) => name.startsWith('TRIVET_'));
    const services = ['URL', 'TOKEN', 'TOKEN_FILE', 'PRODUCT', 'CA_FILE', 'CLIENT_CERT', 'CLIENT_KEY'];
    expect(documentedNames.filter((name) => name.includes('<SERVICE>'))).toEqual(
      services.map((end) => `TRIVET_<SERVICE>_${end}`),
    );
    const sources = [
      'config/own-variables.ts',
      'services/endpoint/choose-source.ts',
      'system/config-folder.ts',
      'system/state-folder.ts',
      'output/reader.ts',
      'config/read-only.ts',
      'config/globals.ts',
    ]
      .map((file) => readFileSync(join(root, 'src', file), 'utf8'))
      .join('\n');
    const read = new Set([...sources.matchAll(/'(TRIVET_[A-Z_]+[A-Z])'/g)].map(([, name]) => name ?? ''));
    for (const name of serviceNames.flatMap(contextVariables)) read.add(name[1]);
    expect(read).toEqual(new Set(documentedNames.filter((name) => !name.includes('<'))));
    for (const end of services)
      expect(sources).toContain(`'${end}'`.replace(/^'(URL|TOKEN|PRODUCT|TOKEN_FILE)'$/, '$1'));
  });
});

describe('man pages', () => {
  const pages = [...committed].filter(([path]) => path.startsWith('man/'));
  const mandoc = find('mandoc');

  test('exist for trivet and each group, and no other', () => {
    expect(pages.map(([path]) => path).toSorted()).toEqual(
      ['man/trivet.1', ...catalogue.map(({ group }) => `man/${manPageOf(group.name)}.1`)].toSorted(),
    );
    expect(readdirSync(join(root, 'man')).sort()).toEqual(pages.map(([path]) => path.slice(4)).sort());
  });

  const pageOf = (group: string): string =>
    (committed.get(`man/${manPageOf(group)}.1`) ?? '')
      .replaceAll(String.raw`\-`, '-')
      .replaceAll(String.raw`\e`, '\\')
      .replaceAll(/\n\\&/g, '\n');

  /** What the page of its group says of a command. */
  const sectionOf = (path: string): string => {
    const title = `.SH "${path.toUpperCase()}"\n`;
    const [, after = ''] = pageOf(path.split(' ')[0] ?? '').split(title);
    return after.split(/^\.SH /m)[0] ?? '';
  };

  test.skipIf(mandoc === undefined).each(pages)('%s has no warning of mandoc -Tlint', (_, text) => {
    const { stdout, status } = spawnSync(mandoc ?? '', ['-Tlint', '-W', 'warning'], {
      input: text,
      encoding: 'utf8',
    });
    expect(stdout).toBe('');
    expect(status).toBe(0);
  });

  test.each(shown.map((command) => [command.path, command] as const))(
    'that of %s has its flags, requests and examples, and the sections of its help',
    (path, command) => {
      const page = sectionOf(path);
      expect(page).toContain(`trivet ${path}`);
      for (const { name: flag } of offeredFlags(command)) {
        expect(page).toMatch(new RegExp(`--(?:\\[no-\\])?${flag}\\b`));
      }
      for (const { operation } of command.operations) {
        expect(page).toContain(`${operation.method} ${operation.path} (`);
      }
      const examples = command.examples ?? command.operations.flatMap(({ operation }) => operation.examples);
      for (const { argv } of examples) expect(page).toContain(`$ trivet ${argv}`);
      const titles = [
        ...(built.get(`help/${path.replaceAll(' ', '/')}.txt`) ?? '').matchAll(/^[A-Z][A-Z ]+$/gm),
      ];
      // The usage and the commands below it need no title of their own.
      for (const [title] of titles.filter(([one]) => one !== 'USAGE' && one !== 'COMMANDS'))
        expect(page.toUpperCase()).toMatch(new RegExp(`^\\.SS "?${title}"?$`, 'm'));
    },
  );

  test.each(catalogue.map(({ group, commands }) => [group.name, commands] as const))(
    'that of the group %s has each of its commands',
    (name, commands) => {
      for (const { path } of commands.filter((one) => !isHidden(one)))
        expect(pageOf(name)).toMatch(new RegExp(`^trivet ${path} \\.\\.\\.$`, 'm'));
    },
  );
});

describe('the manifest', () => {
  const manifest = manifestOf(catalogue);
  const commands = at(manifest, 'commands');

  test('has a version and holds every command and operation', () => {
    expect(manifest['manifestVersion']).toBe(3);
    if (!Array.isArray(commands)) throw new Error('no commands');
    expect(commands.map((command) => at(command, 'path'))).toEqual(shown.map(({ path }) => path));
    const ids = commands.flatMap((command) => {
      const operations = at(command, 'operations');
      return Array.isArray(operations) ? operations.map((operation) => at(operation, 'id')) : [];
    });
    expect(new Set(ids)).toEqual(new Set(allOperations.map(({ id }) => id)));
  });

  test('survives a round trip through JSON', () => {
    expect(JSON.parse(built.get('manifest.json') ?? '')).toEqual(manifest);
  });

  test('has the flags, the rules, the effect and the look-up of a command', () => {
    if (!Array.isArray(commands)) throw new Error('no commands');
    const lock = commands.find((command) => at(command, 'path') === 'workspace lock');
    expect(lock).toMatchObject({
      service: 'workspaces',
      operations: [
        { id: 'workspace.lock', method: 'POST', effect: 'unsafe', lookUp: 'workspace show {workspace_id}' },
      ],
      positionals: [{ name: 'workspace', required: true, complete: 'workspace' }],
      exitCodes: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 74, 124, 125, 126, 127],
    });
    const update = commands.find((command) => at(command, 'path') === 'workspace update');
    const rules = at(update, 'operations', 0, 'rules');
    expect(Array.isArray(rules) && rules.length > 0).toBe(true);
    for (const command of shown) {
      const described = commands.find((one) => at(one, 'path') === command.path);
      const flags = at(described, 'flags');
      expect(Array.isArray(flags) ? flags.map((flag) => at(flag, 'name')) : []).toEqual(
        offeredFlags(command).map(({ name }) => `--${name}`),
      );
    }
  });
});

describe('what the manifest says of commands and flags', () => {
  const { commands, globalFlags } = manifestOf(catalogue);
  if (!Array.isArray(commands) || !Array.isArray(globalFlags)) throw new Error('no commands');
  const named = (path: string): Json | undefined => commands.find((command) => at(command, 'path') === path);
  const listOf = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? value : []);
  const flag = (path: string, name: string): Json | undefined =>
    listOf(at(named(path), 'flags')).find((one) => at(one, 'name') === name);
  const shapes = [
    ...globalFlags,
    ...commands.flatMap((command) => [
      ...listOf(at(command, 'flags')),
      ...listOf(at(command, 'positionals')),
    ]),
  ];

  test('a default has the type of its flag; a default in words has its own key', () => {
    expect(flag('pki role write', '--allow-localhost')).toMatchObject({ default: true });
    expect(flag('pki role write', '--key-bits')).toMatchObject({ type: 'integer' });
    expect(flag('pki role write', '--ttl')).toMatchObject({ defaultText: expect.stringContaining('system') });
    expect(flag('pki role write', '--ttl')).not.toHaveProperty('default');
    expect(flag('pki role write', '--mount')).toMatchObject({ default: 'pki' });
    expect(flag('pki role write', '--mount')).not.toHaveProperty('required');
    const types: Readonly<Record<string, (value: Json) => boolean>> = {
      boolean: (value) => typeof value === 'boolean',
      integer: (value) => typeof value === 'number',
      strings: (value) => Array.isArray(value),
      map: (value) => typeof value === 'object',
    };
    for (const shape of shapes) {
      const value = at(shape, 'default');
      if (value === undefined) continue;
      const type = at(shape, 'type');
      const fits =
        (typeof type === 'string' ? types[type] : undefined) ?? ((one: Json) => typeof one === 'string');
      expect({ shape, fits: fits(value) }).toEqual({ shape, fits: true });
      const values = at(shape, 'enum');
      if (Array.isArray(values) && typeof value === 'string') expect(values).toContain(value);
    }
  });

  test('rules name only flags and positionals of the command', () => {
    const unknown = commands.flatMap((command) => {
      const given = [...listOf(at(command, 'flags')), ...listOf(at(command, 'positionals'))];
      const names = new Set<Json | undefined>([undefined, ...given.map((one) => at(one, 'name'))]);
      const rules = listOf(at(command, 'operations')).flatMap((one) => listOf(at(one, 'rules')));
      const used = rules.flatMap((rule) => [
        ...listOf(at(rule, 'of')),
        at(rule, 'parameter'),
        at(rule, 'when', 'parameter'),
      ]);
      return used.filter((name) => !names.has(name));
    });
    expect(unknown).toEqual([]);
  });

  test('no command has aliases', () => {
    expect(commands.filter((command) => at(command, 'aliases') !== undefined)).toEqual([]);
  });

  test('the positionals of a command have different names', () => {
    for (const command of commands) {
      const places = at(command, 'positionals');
      const names = Array.isArray(places) ? places.map((place) => at(place, 'name')) : [];
      expect([at(command, 'path'), names]).toEqual([at(command, 'path'), [...new Set(names)]]);
    }
  });

  test.each([
    ['job wait', [12], [9, 10, 11]],
    ['job register', [9, 12], [11]],
    ['job plan', [11, 12], [9]],
    ['job diff', [11], [12]],
    ['pki tidy', [9, 12], [10, 11]],
    ['pki renew', [9, 11, 12], [10]],
    ['pki inventory', [11], [9, 12]],
    ['status', [11], [9, 12]],
    ['diff', [11], [9, 10, 12]],
    ['apply', [6, 10], [9, 11, 12]],
    ['batch run', [10], [5, 8, 9]],
    ['workspace delete', [9, 10], [12]],
    ['profile use', [4, 5], [1, 9, 124]],
    ['manifest', [2, 3], [4, 8]],
  ])('the exit codes of %s are complete', (path, some, others) => {
    const codes = at(named(path), 'exitCodes');
    expect(codes).toEqual(expect.arrayContaining([0, 2, ...some]));
    expect(codes).not.toEqual(expect.arrayContaining([others[0]]));
    expect(Array.isArray(codes) ? codes.filter((code) => others.some((one) => one === code)) : []).toEqual(
      [],
    );
  });

  test.each(['api', 'lease recover'])('%s may end with an unknown outcome', (path) => {
    expect(at(named(path), 'exitCodes')).toContain(9);
  });
});

const table = await completionTable(catalogue);

describe('completion', () => {
  test('knows every command and flag', () => {
    expect(table.commands.map(({ path }) => path)).toEqual(shown.map(({ path }) => path));
    for (const { path } of shown) {
      const words = path.split(' ');
      const children = table.children.get(words.slice(0, -1).join(' ')) ?? [];
      expect(children.map(({ word }) => word)).toContain(words.at(-1));
    }
  });

  test('lists live names only with operations that read', () => {
    for (const known of kinds) {
      for (const { operation } of known.list?.command.operations ?? []) expect(operation.effect).toBe('read');
    }
  });

  test('completes conditions with fields, operators and known values, never with secrets', () => {
    const wordsOf = (path: string): readonly string[] => {
      const command = table.commands.find((one) => one.path === path);
      return command?.flags.find(({ word }) => word === '--where')?.values?.words ?? [];
    };
    expect(wordsOf('workspace list')).toEqual(
      expect.arrayContaining([
        'name~',
        'terraform-version~',
        'terraform-version<',
        'created-at<',
        'locked=true',
        'execution-mode=agent',
        'execution-mode!=agent',
      ]),
    );
    expect(wordsOf('workspace list')).not.toContain('locked=');
    expect(wordsOf('workspace delete')).toEqual(wordsOf('workspace list'));
    expect(wordsOf('pki inventory')).toContain('not_after<');
    const secret = shown.flatMap((command) => {
      const fields = replyFieldsOf(command);
      return wordsOf(command.path)
        .filter((word) => isSecretField(fields, word.split(/[~<>!=]/)[0] ?? ''))
        .map((word) => `${command.path} ${word}`);
    });
    expect(secret).toEqual([]);
  });

  test('completes the conditions on the kinds that were typed', async () => {
    const workspaces = await conditionsOfKinds(program.catalogue, ['workspace']);
    const roles = await conditionsOfKinds(program.catalogue, ['cloud-role']);
    expect(workspaces).toContain('locked=true');
    expect(roles).toContain('credential_type~');
    expect(roles).not.toContain('locked=true');
    expect(await conditionsOfKinds(program.catalogue, ['workspace', 'cloud-role'])).toEqual([
      ...new Set([...workspaces, ...roles]),
    ]);
  });

  test('has words that need no quoting, in lines that every shell reads', () => {
    const [header = '', ...lines] = (built.get('completions/trivet.words') ?? '').trimEnd().split('\n');
    expect(header).toMatch(/^# trivet completion for /);
    const keys = lines.map((line) => line.split('\t')[0] ?? '');
    expect(new Set(keys).size).toBe(keys.length);
    for (const line of lines) {
      const [key = '', ...fields] = line.split('\t');
      expect(fields).not.toContain('');
      if (/^\d+$/.test(key)) for (const word of fields) expect(word).toMatch(/^[A-Za-z0-9._/@:+=%!~<>-]+$/);
    }
  });

  test.each(['bash', 'zsh', 'fish', 'ps1'])('has a script of at most 80 lines in trivet.%s', (end) => {
    const script = built.get(`completions/trivet.${end}`) ?? '';
    expect(script.trimEnd().split('\n').length).toBeLessThanOrEqual(80);
  });

  test('completes a name within the object that it belongs to', () => {
    const inside = kinds.filter(({ parent }) => parent !== undefined).map(({ kind }) => kind);
    expect(kindsWithParent).toEqual([...inside, 'job-version', 'borrowed-account']);
  });

  test.each(['bash', 'zsh', 'fish', 'ps1'])('in trivet.%s evaluates nothing that was typed', (end) => {
    const script = built.get(`completions/trivet.${end}`) ?? '';
    expect(script).not.toMatch(/(?:^|[;&|(\s])eval\s/m);
    expect(script).not.toMatch(/Invoke-Expression|\biex\b/);
    if (end === 'bash') expect(script).not.toMatch(/\$\([^(]|`/);
  });
});

describe('guides', () => {
  test('are the pages of docs/, all of them', () => {
    const pages = readdirSync(join(root, 'docs')).filter(
      (name) => name.endsWith('.md') && name !== 'README.md',
    );
    expect(guideNames).toEqual(pages.map((name) => name.replace('.md', '')).toSorted());
  });

  test('are text for a terminal: wrapped, links as commands, tables as entries, code as it is', () => {
    const page = [
      '# Ways',
      '',
      `Long ${'words '.repeat(20)}and [more](many.md#changes), [the web](https://example.com/x) and **\`code\`**.`,
      '',
      '## A list',
      '',
      '- one',
      '- two',
      '  goes on',
      '',
      '  ```yaml title.yaml',
      '  a: 1',
      '  ```',
      '',
      '1. first',
      '2. second, a&lt;b&gt;<br>_twice_',
      '',
      '| a | b | c |',
      '| - | - | - |',
      '| `x` | y | z |',
      '',
      '```sh',
      'trivet job list   # all of them',
      '```',
    ].join('\n');
    expect(guideText(page)).toBe(
      [
        'Ways',
        '',
        `Long ${'words '.repeat(12).trim()}`,
        `${'words '.repeat(8)}and more (trivet help guide`,
        'many), the web (https://example.com/x) and code.',
        '',
        'A LIST',
        '',
        '  - one',
        '',
        '  - two goes on',
        '',
        '        a: 1',
        '',
        '  1. first',
        '  2. second, a<b> · twice',
        '',
        '  x                         b: y; c: z',
        '',
        '    trivet job list   # all of them',
        '',
      ].join('\n'),
    );
  });

  test('number what is numbered, name a page once, and keep a block of code with a file name', () => {
    const page =
      '1. first\n2. second ([many](many.md#in-waves))\n\n```yaml fleet.yaml\nfolder:\n  web\n```\n';
    expect(guideText(page)).toBe(
      '  1. first\n  2. second (trivet help guide many)\n\n    folder:\n      web\n',
    );
    for (const guide of guideNames) {
      expect(guide + (built.get(`help/guide/${guide}.txt`) ?? '')).not.toMatch(/```|^\S+ - \d\. /m);
    }
  });

  test('are listed with sentences', () => {
    const list = built.get('help/guide.txt') ?? '';
    expect(list).toContain('GUIDES');
    expect(list.match(/:$/gm)).toBeNull();
  });
});
