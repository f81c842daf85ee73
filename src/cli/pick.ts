/** Asks on a terminal for an argument that was left out: what the server has, with what matters about each. */
import type { Command } from '../model/catalogue/command.ts';
import { parametersOf } from '../model/catalogue/command.ts';
import { TrivetError } from '../model/error.ts';
import { matches } from '../model/selection/where.ts';
import { kindAt } from '../model/selection/selection.ts';
import { groups } from '../groups/groups.ts';
import { kindNamed } from '../groups/kinds.ts';
import { createRun } from '../engine/create-run.ts';
import { conditionsFor } from '../engine/lists/select.ts';
import { Inside } from '../engine/invocation/inside.ts';
import { readCommand } from '../engine/invocation/read-rows.ts';
import type { Snapshot } from '../engine/invocation/read-rows.ts';
import { colorLevel, painter } from '../screen/color.ts';
import { columnsOf } from '../screen/formats/columns.ts';
import { pickRow } from '../screen/full/picker.ts';
import { find } from '../screen/text/item.ts';
import { plainText } from '../screen/text/value.ts';
import { shellWord } from '../services/context.ts';
import type { ObjectKind } from '../model/catalogue/kind.ts';
import type { World } from '../world/world.ts';
import { version } from '../version.ts';
import { flagsOf } from './flags.ts';
import type { Invocation } from '../engine/invocation/invocation.ts';
import { parseWords } from './leaf.ts';
import type { Typed } from './leaf.ts';
import { sortWords } from './words.ts';

/** Where the values of a positional come from. */
interface Origin {
  readonly command: Command;
  /** The field of its rows with the value. */
  readonly field: string;
  readonly kind: ObjectKind | undefined;
  /** It lists the parts of the object before. */
  readonly inObject: boolean;
}

const commandNamed = async (path: string): Promise<Command | undefined> => {
  const group = groups.find(({ name }) => name === path.split(' ')[0]);
  return (await group?.load())?.find((command) => command.path === path);
};

const originOf = async (command: Command, name: string): Promise<Origin | undefined> => {
  const { listed } = parametersOf(command)[name] ?? {};
  if (listed !== undefined) {
    const found = await commandNamed(listed.command);
    if (found === undefined) return undefined;
    return {
      command: found,
      field: listed.field,
      kind: undefined,
      inObject: (found.positional ?? []).length > 0,
    };
  }
  const kind = await kindNamed(kindAt(command, name) ?? '');
  if (kind?.list === undefined) return undefined;
  const view = kind.list.command.operations[0]?.operation.view;
  const field = view !== undefined && 'name' in view ? view.name : kind.name.field;
  return { command: kind.list.command, field, kind, inObject: kind.parent !== undefined };
};

/** The first positional that is missing, or that people are asked for. */
const missingIn = (
  command: Command,
  words: readonly string[],
  flags: ReadonlySet<string>,
): string | undefined => {
  const at = words.length;
  const place = command.positional?.[at];
  if (place === undefined || (place.optional === true && place.asked === undefined)) return undefined;
  return place.asked?.some((flag) => flags.has(flag)) === true ? undefined : place.name;
};

/** The command line of the list: in the scope of the words, and of the object before where it lists its parts. */
const listWords = (origin: Origin, command: Command, rest: readonly string[]): readonly string[] => {
  const { flags, positionals } = sortWords(rest, [], flagsOf(command));
  const known = new Set(flagsOf(origin.command).map(({ name }) => name));
  const scope = [...flags].flatMap(([flag, values]) => {
    const isScope = flag.declared?.scope === 'server' || flag.name === 'mount';
    return isScope && known.has(flag.name) ? values.map((value) => `--${flag.name}=${value}`) : [];
  });
  return [...(origin.inObject ? positionals.slice(0, 1) : []), ...scope];
};

type ReadTyped = (
  command: Command,
  typed: Typed,
  tail: readonly string[] | undefined,
  world: World,
) => Promise<Invocation>;

const read = async (
  origin: Origin,
  words: readonly string[],
  offers: readonly string[],
  world: World,
  readTyped: ReadTyped,
): Promise<Snapshot> => {
  const typed = await parseWords(origin.command, flagsOf(origin.command), words, []);
  const { given } = await readTyped(origin.command, typed, undefined, world);
  const parts = await createRun({ world, globals: given.globals, version });
  const inside = new Inside(parts);
  try {
    const { session } = parts;
    const busy = session.reporter.busy('Reading what there is');
    try {
      const globals = { ...given.globals, output: 'json' } as const;
      const found = await readCommand({ session, inside, globals }, origin.command, given.input, {});
      if (origin.kind === undefined || offers.length === 0) return found;
      const conditions = await conditionsFor(session, origin.kind, offers);
      const items = found.items.filter((item) =>
        conditions.every((one) => matches(one, item, found.aliases) === true),
      );
      return { ...found, items };
    } finally {
      busy.end();
      session.reporter.clear();
    }
  } finally {
    await inside.close();
    await parts.close();
  }
};

/** Whether somebody sits at the terminal who could be asked. */
const mayAsk = (world: World, rest: readonly string[]): boolean =>
  world.terminal !== undefined &&
  world.stdout.isTTY === true &&
  world.stderr.isTTY === true &&
  world.env['TERM'] !== 'dumb' &&
  (world.env['CI'] ?? '') === '' &&
  !rest.some((word) => word === '--no-input' || word === '-q' || word === '--quiet');

/**
 * Returns the words with what was picked, for each missing argument that trivet can list; undefined where nothing is
 * missing, or nobody can be asked.
 */
export const pickMissing = async (
  command: Command,
  rest: readonly string[],
  world: World,
  readTyped: ReadTyped,
): Promise<readonly string[] | undefined> => {
  if (!mayAsk(world, rest)) return undefined;
  let words = rest;
  let picked = false;
  for (;;) {
    const { flags, positionals, unknown } = sortWords(words, [], flagsOf(command));
    if (unknown !== undefined) return undefined;
    const given = new Set([...flags.keys()].map(({ name }) => name));
    // A selection needs no name.
    if (['where', 'all', 'resume', 'help'].some((flag) => given.has(flag))) return undefined;
    const name = missingIn(command, positionals, given);
    const origin = name === undefined ? undefined : await originOf(command, name);
    if (name === undefined || origin === undefined) break;
    let found: Snapshot;
    try {
      found = await read(origin, listWords(origin, command, words), command.offers ?? [], world, readTyped);
    } catch (error) {
      // A token that may not list, or a server that is down: the usual message says what is missing.
      if (!(error instanceof TrivetError)) throw error;
      break;
    }
    const level = colorLevel({ flag: 'auto', env: world.env, isTTY: true });
    const look = {
      columns: columnsOf(found.view),
      aliases: found.aliases,
      style: { human: true, reveal: false, now: world.now() },
      paint: await painter(level),
    };
    const rows = found.items.map((item) => ({ item, identity: '', urgent: false }));
    const noun = parametersOf(command)[name]?.metavar ?? name;
    const question = `Which ${noun}? trivet ${[command.path, ...words].join(' ')}`;
    const value = await pickRow({ question, rows, look, field: origin.field }, world);
    if (value === undefined)
      throw new TrivetError('interrupted', 130, 'nothing was picked', { effect: 'not-sent' });
    const row = found.items.find(
      (item) => plainText(find(item, origin.field, found.aliases) ?? null) === value,
    );
    const namespace = row?.[origin.kind?.namespaceField ?? ''];
    const scope =
      typeof namespace === 'string' && !given.has('namespace') ? [`--namespace=${namespace}`] : [];
    words = [...words, value, ...(origin.kind?.parent === undefined ? scope : [])];
    picked = true;
  }
  if (!picked) return undefined;
  world.stderr.write(`$ trivet ${[...command.path.split(' '), ...words].map(shellWord).join(' ')}\n`);
  return words;
};
