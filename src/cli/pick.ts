import type { Command } from '../catalogue/command.ts';
import { parametersOf, viewOfCommand } from '../catalogue/command.ts';
import type { Fields } from '../catalogue/field.ts';
import type { ServiceName } from '../catalogue/product.ts';
import { TrivetError } from '../system/error.ts';
import type { JsonObject } from '../documents/json/json.ts';
import { textAt } from '../documents/json/json.ts';
import { createRun } from '../run/create-run.ts';
import { withEffect } from '../run/effect.ts';
import type { Program } from '../run/session/session.ts';
import { conditionFields, rowConditions } from '../run/lists/conditions.ts';
import type { Session } from '../run/session/session.ts';
import { Inside } from '../run/invocation/inside.ts';
import { readCommand } from '../run/invocation/read-rows.ts';
import type { RowsRead } from '../run/invocation/read-rows.ts';
import { colorLevel, painter } from '../output/color.ts';
import { columnsOf } from '../output/formats/columns.ts';
import { pickRow } from '../output/full/picker.ts';
import type { Aliases } from '../output/text/item.ts';
import { find } from '../output/text/item.ts';
import { showsUnicode } from '../output/text/pictures.ts';
import { plainText } from '../output/text/value.ts';
import { shellWord } from '../catalogue/text/shell-words.ts';
import type { Io } from '../system/io.ts';
import { version } from '../version.ts';
import { flagsOf } from '../run/flags.ts';
import type { Invocation } from '../run/invocation/invocation.ts';
import type { Leaf } from './leaf.ts';
import { leafOf } from './leaf.ts';
import type { ListOrigin, PickOrigin } from './pick-origin.ts';
import { missingIn } from './pick-origin.ts';
import type { Typed } from '../run/invocation/placed.ts';
import { limits } from '../system/limits.ts';
import { loadService } from '../services/index.ts';

/** The names of the token's own holder in lists: who has a lock, or an account. */
const namesOfToken = async (session: Session, service: ServiceName): Promise<readonly string[]> => {
  const { operation, names } = (await (await loadService(service)).sessions()).default.whoami;
  if (names === undefined) return [];
  try {
    const options = { timeout: limits.help, optional: true, productJudged: true } as const;
    return names((await session.lookUp(operation, {}, options)).document);
  } catch (error) {
    if (error instanceof TrivetError) return [];
    throw error;
  }
};

/** The list in the scope of the words, and of the earlier object if it lists its parts. */
const listWords = (origin: ListOrigin, leaf: Leaf, rest: readonly string[]): readonly string[] => {
  const { flags, positionals } = leaf.sort(rest);
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
  io: Io,
) => Promise<Invocation>;

interface Offer extends Pick<RowsRead, 'items' | 'view' | 'aliases'> {
  /** Whether a row belongs to the token that asks. */
  readonly isMine: (item: JsonObject) => boolean;
  /** Why there is no list; the value can still be typed. */
  readonly denied?: string;
}

const nobody = (): boolean => false;

const read = async (
  program: Program,
  origin: PickOrigin,
  leaf: Leaf,
  words: readonly string[],
  io: Io,
  readTyped: ReadTyped,
): Promise<Offer> => {
  if ('words' in origin) return { ...origin.words, isMine: nobody };
  const { command: list, kind, offers = [], latest } = origin;
  const typed = leafOf(list).read(listWords(origin, leaf, words));
  const { given } = await readTyped(list, typed, undefined, io);
  const parts = await createRun({ program, io, globals: given.globals, version });
  const inside = new Inside(parts);
  const { session } = parts;
  const busy = session.reporter.busy('Reading the list');
  try {
    const globals = { ...given.globals, output: 'json' } as const;
    const found = await readCommand({ session, inside, globals }, list, given.input, {});
    const fields = conditionFields(kind, found.view);
    const conditions = rowConditions(offers, fields, io.now(), found.aliases);
    const items = found.items.filter((item) => conditions.holdFor(item));
    const timeOf = (item: JsonObject): number => Date.parse(textAt(item, latest ?? '') ?? '') || 0;
    const ordered =
      latest === undefined ? items : items.toSorted((one, other) => timeOf(other) - timeOf(one));
    return { ...found, items: ordered, isMine: await ownRows(session, list.service, fields, found.aliases) };
  } catch (error) {
    if (!(error instanceof TrivetError) || error.code !== 'denied') throw error;
    const view = viewOfCommand(list);
    if (view === undefined) throw error;
    return { items: [], view, aliases: {}, isMine: nobody, denied: error.message };
  } finally {
    busy.end();
    session.reporter.clear();
    await inside.close();
    await parts.close();
  }
};

/** Finds no row if the server does not report the owner of the token. */
const ownRows = async (
  session: Session,
  service: ServiceName | undefined,
  fields: Fields,
  aliases: Aliases,
): Promise<Offer['isMine']> => {
  const [holder] = Object.entries(fields).find(([, field]) => field.holder === true) ?? [];
  if (holder === undefined || service === undefined) return nobody;
  const names = await namesOfToken(session, service);
  return (item) => names.includes(plainText(find(item, holder, aliases) ?? null));
};

const mayAsk = (io: Io): boolean =>
  io.terminal !== undefined &&
  io.stdout.isTTY === true &&
  io.stderr.isTTY === true &&
  io.env['TERM'] !== 'dumb' &&
  (io.env['CI'] ?? '') === '';

/** Adds a pick for each missing argument that has a list; undefined if nothing is missing, or nobody can pick. */
export const pickMissing = async (
  program: Program,
  leaf: Leaf,
  rest: readonly string[],
  io: Io,
  readTyped: ReadTyped,
): Promise<readonly string[] | undefined> => {
  if (!mayAsk(io)) return undefined;
  const { declared: command } = leaf;
  let words = rest;
  let picked = false;
  for (;;) {
    const { flags, positionals, unknown } = leaf.sort(words);
    if (unknown !== undefined) return undefined;
    const given = new Set([...flags.keys()].map(({ name }) => name));
    const isOn = (name: string): boolean =>
      [...flags].some(([flag, values]) => flag.name === name && values.includes('true'));
    if (['where', 'all', 'resume', 'help'].some((flag) => given.has(flag))) return undefined;
    if (isOn('no-input') || isOn('quiet')) return undefined;
    const missing = await missingIn(program.catalogue, command, positionals, given);
    if (missing === undefined) break;
    const { name, origin } = missing;
    let found: Offer;
    try {
      found = await read(program, origin, leaf, words, io, readTyped);
    } catch (error) {
      // The server is down, so the usual message says what is missing.
      if (!(error instanceof TrivetError)) throw error;
      break;
    }
    if (missing.optional && found.items.length === 0 && found.denied === undefined) break;
    const level = colorLevel({ flag: 'auto', env: io.env, isTTY: true });
    const unicode = showsUnicode(io.env);
    const look = {
      columns: columnsOf(found.view),
      aliases: found.aliases,
      style: { human: true, reveal: false, now: io.now(), unicode },
      paint: await painter(level),
    };
    const rows = found.items
      .map((item) => ({ item, identity: '', urgent: false, mine: found.isMine(item) }))
      .toSorted((one, other) => Number(other.mine) - Number(one.mine));
    const noun = parametersOf(command)[name]?.metavar ?? name;
    const question = `Which ${noun}? trivet ${[command.path, ...words].join(' ')}`;
    const none =
      found.denied === undefined
        ? 'there is nothing to pick; Enter takes what you typed'
        : `the list could not be read: ${found.denied}; type the value`;
    const value = await pickRow({ question, rows, look, field: origin.field, none }, io);
    if (value === undefined) {
      const nothing = new TrivetError('interrupted', 130, 'nothing was picked', { effect: 'not-sent' });
      throw withEffect(nothing, command, { is: 'words' in origin ? 'none' : 'only-read' });
    }
    const { kind } = 'words' in origin ? {} : origin;
    const row = found.items.find(
      (item) => plainText(find(item, origin.field, found.aliases) ?? null) === value,
    );
    const namespace = row?.[kind?.namespaceField ?? ''];
    const scope =
      typeof namespace === 'string' && !given.has('namespace') ? [`--namespace=${namespace}`] : [];
    words = [...words, value, ...(kind?.parent === undefined ? scope : [])];
    picked = true;
  }
  if (!picked) return undefined;
  io.stderr.write(`$ trivet ${[...command.path.split(' '), ...words].map(shellWord).join(' ')}\n`);
  return words;
};
