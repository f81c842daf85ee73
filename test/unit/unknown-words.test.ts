/** Tests unknown words: words of the vendors get a correct hint, and no hint suggests a change. */
import { program } from '../../src/main.ts';
import { describe, expect, test } from 'vitest';
import { wholeIndex } from '../../src/cli/index-of-commands.ts';
import { route } from '../../src/cli/route.ts';
import { unknownCommand } from '../../src/cli/unknown.ts';
import type { Command } from '../../src/catalogue/command.ts';
import { TrivetError } from '../../src/system/error.ts';
import { isSlip } from '../../src/catalogue/text/suggest.ts';
import { foreignWords } from '../../src/cli/foreign-words.ts';
import { groups } from '../../src/commands/groups.ts';

const index = await wholeIndex(program.catalogue);

const commands: readonly Command[] = (await Promise.all(groups.map((group) => group.load()))).flat();

const hintOf = async (line: string): Promise<string> => {
  const error = await unknownCommand(program.catalogue, route(line.split(' '), index));
  return error instanceof TrivetError ? (error.details.hint ?? '') : '';
};

/** The command that a hint names. */
const proposed = (hint: string): Command | undefined => {
  const words = /trivet ([a-z -]+)/.exec(hint)?.[1]?.trim().split(' ') ?? [];
  const path = route(words, index).path.join(' ');
  return commands.find((command) => command.path === path);
};

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
    index.paths.flatMap((path) => {
      const words = path.split(' ');
      return words.slice(0, -1).map((_, at) => words.slice(0, at + 1).join(' '));
    }),
  );
  const hints = new Map<string, string>();
  for (const path of ['', ...paths]) {
    for (const verb of verbs) {
      const line = `${path} ${verb}`.trim();
      const found = route(line.split(' '), index);
      if (found.unknown === verb) hints.set(line, await hintOf(line));
    }
  }
  return hints;
};

test('no hint for an unknown word suggests a change with another name', async () => {
  const wrong: string[] = [];
  for (const [line, hint] of await allHints()) {
    const command = proposed(hint);
    if (command === undefined || !changes(command)) continue;
    const verb = line.split(' ').at(-1) ?? '';
    const names = [command.path.split(' ').at(-1) ?? '', ...(command.aliases ?? [])];
    if (!names.some((name) => name === verb || isSlip(verb, name))) wrong.push(`${line}: ${hint}`);
  }
  expect(wrong).toEqual([]);
});

/** Whether a hint comes from an alias, a near spelling or the vendors' words, or only leads to the help. */
const isOwn = (hint: string): boolean =>
  /^Perhaps you meant: trivet [a-z -]+$/.test(hint) ||
  /^See: trivet (?:[a-z-]+ )*--help\nOr ask: trivet how [^\n]*$/.test(hint) ||
  Object.values(foreignWords).includes(hint);

test('no hint for an unknown word comes from a page, or answers a question', async () => {
  const hints = await allHints();
  expect(hints.size).toBeGreaterThan(1000);
  expect([...hints].filter(([, hint]) => !isOwn(hint) || hint.includes('--yes'))).toEqual([]);
});

describe("words of the vendors' tools", () => {
  test.each(Object.entries(foreignWords))('get a hint: %s: %s', async (word, said) => {
    expect(commands.map(({ path }) => path)).not.toContain(word);
    expect(groups.map(({ name }) => name)).not.toContain(word);
    expect(await hintOf(word)).toBe(said);
    const command = proposed(said);
    if (command !== undefined && changes(command)) {
      // A change is only named to whoever typed its own name, without its group or its hyphen.
      expect(command.path.split(' ').at(-1)?.replaceAll('-', '')).toBe(word.split(' ').at(-1));
    }
    // The commands that it names exist.
    for (const [, line = ''] of said.matchAll(/trivet ([a-z][a-z -]*[a-z])/g)) {
      const { path } = route(line.split(' '), index);
      expect({ line, known: path.length > 0 }).toEqual({ line, known: !/^(?:does|writes)/.test(line) });
    }
  });

  test.each([
    ['job alloc web', 'trivet job allocations'],
    ['job run x.hcl', 'trivet job register'],
    ['job stat web', 'trivet job status'],
    ['job history web', 'trivet job versions'],
    ['read secret/x', 'trivet api secrets GET'],
    ['write secret/x', 'trivet api secrets POST'],
    ['nomad job run x.hcl', 'Leave the name of the tool out'],
    ['vault read secret/x', 'Leave the name of the tool out'],
  ])('get the right hint: trivet %s', async (line, said) => expect(await hintOf(line)).toContain(said));

  test.each(['job alloc web', 'job stat web', 'job regs x'])(
    'never suggest a change: trivet %s',
    async (line) => {
      const command = proposed(await hintOf(line));
      expect(command !== undefined && changes(command)).toBe(false);
    },
  );

  test.each([
    ['job regster x.hcl', 'trivet job register'],
    ['workspace lokc a', 'trivet workspace lock'],
    ['workspace delet a', 'trivet workspace delete'],
  ])('a typing error of one letter is recognized: %s', async (line, meant) =>
    expect(await hintOf(line)).toBe(`Perhaps you meant: ${meant}`),
  );
});
