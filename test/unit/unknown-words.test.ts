/** Tests unknown words: lines of other tools get the right answer, and no hint makes up a change. */
import { program } from '../../src/main.ts';
import { describe, expect, test } from 'vitest';
import { route, wholeProgram } from '../../src/cli/route.ts';
import { unknownCommand } from '../../src/cli/unknown.ts';
import type { Command } from '../../src/catalogue/command.ts';
import { TrivetError } from '../../src/system/error.ts';
import { shellWords } from '../../src/catalogue/text/shell-words.ts';
import { isSlip } from '../../src/catalogue/text/suggest.ts';
import { foreignLines, tools } from '../../src/cli/foreign-lines.ts';
import { allLacked, lackSentence } from '../../src/cli/not-covered.ts';
import { groups } from '../../src/commands/groups.ts';
import { parse } from '../support/catalogue.ts';

const all = await wholeProgram(program.catalogue);

const commands: readonly Command[] = (await Promise.all(groups.map((group) => group.load()))).flat();

const hintOf = async (line: string): Promise<string> => {
  const error = await unknownCommand(program.catalogue, route(line.split(' '), all));
  return error instanceof TrivetError ? (error.details.hint ?? '') : '';
};

/** The command that words begin. */
const begun = (words: string): Command | undefined => {
  const { name } = route(words.split(' '), all);
  return commands.find(({ path }) => path === name);
};

/** The command that a hint names. */
const proposed = (hint: string): Command | undefined =>
  begun(/trivet ([a-z -]+)/.exec(hint)?.[1]?.trim() ?? '');

const changes = ({ operations }: Command): boolean =>
  operations.some(({ operation }) => operation.effect !== 'read');

/** Verbs of the vendors' tools, of other tools, and of people. */
const verbs = (
  'add alloc apply attach build cancel cat check clean clone close commit copy cp create deploy describe destroy dev ' +
  'disable discard down drain edit enable eval exec export fail find fmt force fork get grant halt help import info ' +
  'init inspect install join kill kv launch leave link load login logout logs ls make merge migrate mount move mv new ' +
  'open output patch pause ping plan policy promote prune ps publish pull purge push put read rebuild refresh reload ' +
  'remove rename renew reopen replace report rerun reset resize restart restore resume retry rm rollback rotate run ' +
  'save sealed search select send ship show sign signal snapshot start state stats status step stop submit suspend ' +
  'swap switch sync taint tail terminate test top trigger undo unseal up upgrade upload use validate verify view wait ' +
  'watch wipe write zap'
).split(' ');

/** Every unknown word below a path, and its hint. */
const allHints = async (): Promise<ReadonlyMap<string, string>> => {
  const paths = new Set(
    commands.flatMap(({ path }) => {
      const words = path.split(' ');
      return words.slice(0, -1).map((_, at) => words.slice(0, at + 1).join(' '));
    }),
  );
  const hints = new Map<string, string>();
  for (const path of ['', ...paths]) {
    for (const verb of verbs) {
      const line = `${path} ${verb}`.trim();
      const found = route(line.split(' '), all);
      if (found.unknown === verb) hints.set(line, await hintOf(line));
    }
  }
  return hints;
};

/** The words of a line without those that stand for others. */
const literal = (line: string): string =>
  line
    .split(' ')
    .filter((word) => !/^[A-Z]+$/.test(word))
    .join(' ');

const listed = new Set(Object.keys(foreignLines).map(literal));

test('no hint suggests a change with another name, unless a tool has a line for it', async () => {
  const wrong: string[] = [];
  for (const [line, hint] of await allHints()) {
    const command = proposed(hint);
    if (command === undefined || !changes(command) || listed.has(line)) continue;
    const verb = line.split(' ').at(-1) ?? '';
    const names = [command.path.split(' ').at(-1) ?? '', ...(command.aliases ?? [])];
    if (!names.some((name) => name === verb || isSlip(verb, name))) wrong.push(`${line}: ${hint}`);
  }
  expect(wrong).toEqual([]);
});

/** Whether a line of a hint comes from an alias, a near spelling or a line of another tool, or only leads to the help. */
const isOwn = (line: string): boolean =>
  /^(?:Perhaps you meant|Or): trivet [a-z]/.test(line) ||
  /^See: trivet (?:[a-z-]+ )*--help$/.test(line) ||
  allLacked.map(lackSentence).includes(line);

test('no hint for an unknown word comes from a page, or answers a question', async () => {
  const hints = await allHints();
  expect(hints.size).toBeGreaterThan(1000);
  const wrong = [...hints].filter(([, hint]) => !hint.split('\n').every(isOwn) || hint.includes('--yes'));
  expect(wrong).toEqual([]);
});

/** A value for each word that stands for others. */
const typed = (line: string): string =>
  line.replaceAll(/\b[A-Z]+\b/g, (gap) =>
    ['VERSION', 'COUNT'].includes(gap) ? '3' : `my-${gap.toLowerCase()}`,
  );

describe('a line of another tool', () => {
  const lines = Object.entries(foreignLines);

  test('is in a list of at least 150, with what a person wants who types it', () => {
    expect(lines.length).toBeGreaterThan(150);
    expect(lines.filter(([, meant]) => meant.length > 2)).toEqual([]);
  });

  test.each(lines)('gets the right answer: %s', async (line, meant) => {
    expect(begun(line)?.path === literal(line), `${line} is a command`).toBe(false);
    const hint = await hintOf(typed(line));
    const gaps = new Set<string>(line.match(/\b[A-Z]+\b/g));
    const said = meant.map((one) =>
      typeof one === 'string'
        ? one.replaceAll(/\b[A-Z]+\b/g, (gap) => (gaps.has(gap) ? typed(gap) : gap))
        : lackSentence(one),
    );
    expect(hint.split('\n').map((one) => one.replace(/^(?:Perhaps you meant|Or): trivet /, ''))).toEqual(
      said.length === 0 ? [expect.stringMatching(/^See: trivet (?:pki )?--help$/)] : said,
    );
  });

  test.each([...new Set(lines.flatMap(([, meant]) => meant.filter((one) => typeof one === 'string')))])(
    'leads to a group, or to a command that takes these words: trivet %s',
    async (line) => {
      const argv = shellWords(typed(line)) ?? [];
      const { name, leaf, unknown } = route(argv, all);
      expect(unknown).toBeUndefined();
      if (leaf === undefined) return expect(name).toBe(line);
      const { command } = await parse(argv);
      expect(command.path).toBe(name);
    },
  );

  test('is not an alias of a command, too', () => {
    const aliases = commands.flatMap(({ path, aliases: all = [] }) =>
      all.map((alias) => [...path.split(' ').slice(0, -1), alias].join(' ')),
    );
    expect(aliases.filter((alias) => listed.has(alias))).toEqual([]);
  });

  test('says for each thing that trivet lacks that it does', () => {
    const said = new Set(Object.values(foreignLines).flat());
    expect(allLacked.filter((one) => !said.has(one))).toEqual([]);
  });

  test.each([
    ['nomad job run x.hcl', 'trivet job register x.hcl'],
    ['bao read secret/x', 'trivet api secrets GET /secret/x'],
    ['tofu plan', 'trivet has no command for runs'],
    ['kubectl get pods', 'trivet job allocations JOB'],
    ['vault lease revoke x', 'Perhaps you meant: trivet lease revoke'],
    ['terraform workspace new x', 'Perhaps you meant: trivet workspace create'],
    ['job tail web', 'trivet job logs web --follow'],
    ['workspace remove net', 'Perhaps you meant: trivet workspace delete'],
    ['job kill -purge web', 'Perhaps you meant: trivet job stop JOB'],
    ['write -f ldap/rotate-role/app', 'trivet ldap static-role rotate app'],
    ['vault read -format=json pki/roles/web', 'trivet pki role show web'],
    ['nomad stop -namespace=prod web', 'Perhaps you meant: trivet job stop JOB'],
    ['scale web 3', 'trivet job scale web 3'],
    ['deployment promote 11d4ab91', 'trivet job promote JOB'],
    ['logs 90bd19fb-b482-4d1e-a328-210e2ab67dd5', 'trivet job logs JOB'],
    ['deployment promote web', 'trivet job promote web'],
    ['kv put secret/foo a=b', 'vault kv put'],
    ["lock it's", String.raw`trivet workspace lock 'it'\''s'`],
    ...[...tools.keys()].map((tool): [string, string] => [tool, 'See: trivet --help']),
  ])('is known with its tool, its flags and its names: %s', async (line, said) =>
    expect(await hintOf(line)).toContain(said),
  );

  test('never has a token of the line in its answer', async () => {
    for (const line of ['unwrap hvs.x', 'vault login hvs.x', 'token lookup hvs.x', 'print token hvs.x'])
      expect(await hintOf(line)).not.toContain('hvs.x');
  });
});

test.each([
  ['job regster x.hcl', 'trivet job register'],
  ['workspace lokc a', 'trivet workspace lock'],
  ['workspace delet a', 'trivet workspace delete'],
])('a typing error of one letter is recognized: %s', async (line, meant) =>
  expect(await hintOf(line)).toBe(`Perhaps you meant: ${meant}`),
);

test('a word that is near to a change, and not a slip, never leads to it: job regs x', async () => {
  const command = proposed(await hintOf('job regs x'));
  expect(command !== undefined && changes(command)).toBe(false);
});
