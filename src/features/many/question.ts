import { orBack } from '../../run/plan/waves.ts';
import type { Command } from '../../catalogue/command.ts';
import { releasedByCommand } from '../../catalogue/command.ts';
import type { ObjectKind } from '../../catalogue/kind.ts';
import { nounOf } from '../../catalogue/kind-name.ts';
import type { Operation } from '../../catalogue/operation.ts';
import { undoOf } from '../../catalogue/operation.ts';
import type { InputRecord, Parameter } from '../../catalogue/parameter.ts';
import { documentedName, inputText } from '../../catalogue/parameter.ts';
import { sameSetting } from '../../catalogue/setting.ts';
import type { Json } from '../../documents/json/json.ts';
import { isObject, valueAtPath } from '../../documents/json/json.ts';
import { wordOf } from '../../catalogue/text/server-text.ts';
import { safe } from '../../output/text/safe.ts';
import type { View } from '../../catalogue/view.ts';
import { tableView } from '../../catalogue/view.ts';
import { withScopes } from '../../output/formats/columns.ts';
import { listWriter } from '../../output/present.ts';
import { explaining, withColumns } from '../../run/lists/needs.ts';
import { settingText } from '../../run/single/settings.ts';
import { plural } from '../../output/text/plural.ts';
import { risksIn } from '../../run/review.ts';
import { writtenOf } from '../../run/invocation/run.ts';
import { asSent } from '../../http/request.ts';
import { writeJson } from '../../documents/json/lossless.ts';
import { fillText } from '../../services/context.ts';
import { describeTarget } from '../../catalogue/target.ts';
import type { Risk } from '../../catalogue/operation.ts';
import { createSink } from '../../system/output.ts';
import type { Presenter } from '../../run/presenter/presenter.ts';
import type { ReviewedPlan, Session } from '../../run/session/session.ts';
import type { Given } from '../../run/invocation/invocation.ts';
import type { Inside } from '../../run/invocation/inside.ts';
import { choose } from '../../run/invocation/choose-operation.ts';
import { innerRun } from '../../run/create-run.ts';
import { Collected } from '../../run/collected.ts';
import { mapBounded } from '../../run/lists/bounded.ts';
import { resolveNames } from '../../run/lists/resolve-names.ts';
import { stateFields } from '../../run/log/state.ts';
import { stateNow } from '../../run/snapshot.ts';
import type { StateNow } from '../../run/snapshot.ts';
import { TrivetError, usageError } from '../../system/error.ts';
import { limits } from '../../system/limits.ts';
import { version } from '../../version.ts';
import type { Selected } from './selected.ts';
import type { ObjectLine } from './work.ts';
import { isSensitive } from '../../catalogue/shown.ts';

interface Asked {
  readonly command: Command;
  readonly given: Given;
  readonly session: Session;
  readonly presenter: Presenter;
}

const viewOf = (kind: ObjectKind, objects: readonly Selected[]): View => {
  const listed = kind.list?.command.operations[0]?.operation.view;
  if (listed?.kind === 'table' && objects.every(({ item }) => listed.name in item)) return listed;
  return tableView({
    fields: {
      [kind.name.field]: { type: 'text', summary: 'Name' },
      mount: { type: 'text', summary: 'Mount', rank: 0, scope: { optional: true } },
    },
    columns: [kind.name.field],
    name: kind.name.field,
    empty: '',
  });
};

/** The fields that say who holds what is released, and why. */
export const previewsOf = (command: Command, { fields }: ObjectKind): readonly string[] => {
  const released = releasedByCommand(command);
  return released === undefined ? [] : explaining(fields, [released.held]);
};

export const preview = async (
  { command, session, presenter }: Pick<Asked, 'command' | 'session' | 'presenter'>,
  kind: ObjectKind,
  objects: readonly Selected[],
): Promise<string> => {
  const { wire } = await session.product(kind.service);
  const format = presenter.options.format === 'wide' ? 'wide' : 'table';
  const options = { ...presenter.options, format, fields: undefined, field: undefined } as const;
  const known = previewsOf(command, kind).filter((key) => objects.some(({ item }) => key in item));
  const view = withColumns(viewOf(kind, objects), known);
  const field = 'name' in view ? view.name : kind.name.field;
  const items = objects.map(({ item, name }) => ({ [kind.name.field]: name, ...item, [field]: name }));
  const writer = await listWriter(withScopes(view, items), options, wire);
  const text = (await writer.page(items)) + ((await writer.end?.()) ?? '');
  const leftOut = writer.leftOut?.() ?? '';
  return leftOut === '' ? text : `${text}${leftOut}\n`;
};

/** Before another noun the object is a part of a name (`job version`). */
const after = '(?=$| (?:again|against|and|as|of|now|that|with|without)\\b)';

/** Words the question: `Lock 11 workspaces against runs`, `Run job stable for 3 jobs` if no words fit. */
export const deedOf = ({ path, summary }: Pick<Command, 'path' | 'summary'>, noun: string, count: number) => {
  const one = new RegExp(String.raw`\b(?:an?|the) ((?:[\w-]+ )?)${noun}${after}`);
  const [said = ''] = summary.split(/[,;]/);
  if (!one.test(said)) return `Run ${path} for ${plural(count, noun)}`;
  const many = said.replace(one, (_, kind: string) => plural(count, `${kind}${noun}`));
  return count === 1 ? many : many.replace(/\bits\b/g, 'their');
};

const warningsOf = (risks: readonly Risk[], input: InputRecord, count: number): readonly string[] =>
  risks.flatMap(({ question, when }) => {
    const each = Object.fromEntries(
      [...question.matchAll(/\{([^}]+)\}/g)].map(([, key = '']) => [key, count === 1 ? 'it' : 'each']),
    );
    const given = Object.entries(input).filter(([, value]) => value !== undefined && value !== '-');
    const text = fillText(question, { ...each, ...Object.fromEntries(given) });
    const said = when === undefined ? text.slice(text.indexOf('?') + 1).trim() : text;
    return said === '' || (when === undefined && !text.includes('?')) ? [] : [said];
  });

/** The gravity is `type` if one object needs it, all are selected, or the count is given. */
const planOf = (
  { command, given }: Asked,
  operation: Operation,
  count: number,
  noun: string,
): Pick<ReviewedPlan, 'question' | 'gravity' | 'name'> => {
  const input = asSent(operation, given.input, writtenOf(operation, given.set, given.body));
  const risks = risksIn(operation, input);
  const isTyped =
    given.input['all'] === true ||
    given.confirm !== undefined ||
    risks.some(({ gravity }) => gravity === 'type');
  const deed = `${deedOf(command, noun, count)}${orBack(given.input['on-failure'])}?`;
  return {
    question: [deed, ...warningsOf(risks, given.input, count)].join(' '),
    gravity: isTyped ? 'type' : 'ask',
    name: String(count),
  };
};

const longest = 40;

const cutInMiddle = (text: string): string =>
  text.length <= longest ? text : `${text.slice(0, longest / 2)}…${text.slice(-(longest / 2 - 1))}`;

const formatValue = (value: Json, { type }: Parameter): string => cutInMiddle(settingText(value, type));

const mostValues = 5;

const partOf = ({ undo }: Operation, key: string, input: InputRecord): string => {
  const parts = (undo?.keptParameters ?? []).flatMap((kept) =>
    kept === key ? [] : (inputText(input, kept) ?? []),
  );
  return parts.length === 0 ? '' : ` of ${parts.join(', ')}`;
};

/** Whether the receipt's state before the operation shows what the parameter replaces. */
const isInState = (operation: Operation, key: string, parameter: Parameter): boolean => {
  const undo = undoOf(operation);
  if (undo === undefined) return false;
  // Adding to a list, and removing from it, does not replace the list.
  if (undo.pick !== undefined) return parameter.type !== 'strings';
  return stateFields(operation).includes(documentedName(key, parameter));
};

const mostReads = 50;

const atOnce = 4;

const stateOfLine = async (inside: Inside, { invocation }: ObjectLine): Promise<StateNow | undefined> => {
  const { command, given } = invocation;
  const chosen = choose(command, given.input, given.by);
  if (chosen === undefined || undoOf(chosen.operation) === undefined) return undefined;
  const { operation } = chosen;
  const { session } = innerRun(inside.outer, given.globals, new Collected(version));
  try {
    const input = await resolveNames(session, operation, chosen.input, given.by);
    const now = await stateNow(session, operation, input, { timeout: limits.besideChange, optional: true });
    return now instanceof TrivetError ? undefined : now;
  } catch (error) {
    if (!(error instanceof TrivetError) || session.signal.aborted) throw error;
    return undefined;
  }
};

/** Reads what the first objects are before the change, if their list does not show it; undefined for others. */
export const statesBefore = async (
  inside: Inside,
  lines: readonly ObjectLine[],
): Promise<readonly (StateNow | undefined)[]> => {
  const read = await mapBounded(lines.slice(0, mostReads), atOnce, async (line) => ({
    now: await stateOfLine(inside, line),
  }));
  return lines.map((_, index) => read[index]?.now);
};

const stateOf = ({ undo }: Operation, before: StateNow | undefined, name: string): Json | undefined => {
  if (before?.state !== null) return before?.state[name];
  return undo?.keptParameters?.every((key) => before.input[key] !== undefined) === true ? null : undefined;
};

interface Setting {
  readonly key: string;
  readonly name: string;
  readonly parameter: Parameter;
  readonly value: Json;
  readonly to: string;
}

const settingsIn = ({ parameters, undo }: Operation, input: InputRecord): readonly Setting[] =>
  Object.entries(parameters).flatMap(([key, parameter]) => {
    const wanted = input[key];
    // `-` stands for the objects.
    const isName = parameter.in === 'path' || wanted === '-';
    if (isName || parameter.context !== undefined || wanted === undefined) return [];
    // A kept parameter is shown with the settings.
    if (isSensitive(parameter) || undo?.keptParameters?.includes(key) === true) return [];
    const value = wanted as Json;
    return [
      { key, name: documentedName(key, parameter), parameter, value, to: formatValue(value, parameter) },
    ];
  });

interface Differing {
  readonly operation: Operation;
  readonly input: InputRecord;
  readonly objects: readonly Pick<Selected, 'item'>[];
  readonly wire: Readonly<Record<string, string>>;
  readonly before: () => Promise<readonly (StateNow | undefined)[]>;
}

/** Differences such as `engine-version: 1.5.7 → 1.9.8 (12)`; `reason: moving` if nothing is replaced. */
const differencesOf = async ({ operation, input, objects, wire, before }: Differing): Promise<string[]> => {
  const inList = (name: string, { item }: Pick<Selected, 'item'>): Json | undefined =>
    valueAtPath(item, name) ?? valueAtPath(item, wire[name] ?? name);
  const settings = settingsIn(operation, input);
  const isListed = ({ name }: Setting): boolean => objects.some((one) => inList(name, one) !== undefined);
  const isRead = (one: Setting): boolean => !isListed(one) && isInState(operation, one.key, one.parameter);
  const states = settings.some(isRead) ? await before() : [];
  const isShown = (one: Setting): boolean =>
    isListed(one) ||
    (isRead(one) && !states.some((state) => isObject(state?.state) && !Object.hasOwn(state.state, one.name)));
  return settings.flatMap((setting) => {
    const { key, name, parameter, to } = setting;
    if (!isShown(setting)) return [`${key}: ${to}`];
    const counts = new Map<string, number>();
    let unchanged = 0;
    for (const [index, object] of objects.entries()) {
      const state = states[index];
      const value = isListed(setting) ? inList(name, object) : stateOf(operation, state, name);
      if (value === undefined && isListed(setting)) continue;
      if (value !== undefined && sameSetting(parameter.type, value, setting.value)) {
        unchanged += 1;
        continue;
      }
      const from = value === undefined ? 'not known' : formatValue(value, parameter);
      const text = `${name}${partOf(operation, key, state?.input ?? input)}: ${from}`;
      counts.set(text, (counts.get(text) ?? 0) + 1);
    }
    const all = [...counts].toSorted(([, one], [, other]) => other - one);
    const lines = all.slice(0, mostValues).map(([from, count]) => `${from} → ${to} (${count})`);
    const more = all.length - lines.length;
    return [
      ...lines,
      ...(more > 0 ? [`${name}: ${plural(more, 'more value')} → ${to}`] : []),
      ...(unchanged > 0 ? [`${name}: ${to} already (${unchanged})`] : []),
    ];
  });
};

const mostNames = 20;

const namesOf = (objects: readonly Selected[]): string => {
  const names = objects.slice(0, mostNames).map(({ name }) => wordOf(name));
  const more = objects.length - names.length;
  return [...names, ...(more > 0 ? [`${more} more`] : [])].join(', ');
};

const scopeIn = ({ mount, namespace }: InputRecord): InputRecord => ({ mount, namespace });

/**
 * Asks one question about all objects.
 * @param before reads the state of each object
 * @throws TrivetError usage, if declined, without a terminal, or for another count
 */
export const askForAll = async (
  asked: Asked,
  kind: ObjectKind,
  operation: Operation,
  objects: readonly Selected[],
  before: Differing['before'] = () => Promise.resolve([]),
): Promise<void> => {
  const { given, session } = asked;
  const noun = nounOf(kind.kind);
  const count = objects.length;
  session.review.begin({ operation: undefined, spoken: {}, named: undefined, given });
  const { protection } = await session.endpoint(operation.service);
  const protections = protection === undefined ? [] : [protection];
  const plan = { ...planOf(asked, operation, count, noun), protections };
  if (given.confirm !== undefined && given.confirm !== String(count)) {
    throw usageError(
      `--confirm ${given.confirm} is not the number of objects: ${plural(count, noun)} would be changed`,
      `Look at them with --dry-run, then give: --confirm ${count}`,
    );
  }
  const { list } = kind;
  const listed = list?.command.operations[0]?.operation;
  const { wire } = await session.product(kind.service);
  const { stderr } = session.io;
  const isAsked = session.io.ask !== undefined;
  const beware: string[] = [];
  if (session.review.asksAbout(plan) && (stderr.isTTY === true || isAsked)) {
    for (const { among } of operation.risks ?? []) {
      const words = await (among as Among | undefined)?.(session, objects);
      if (words !== undefined) beware.push(words);
    }
    const written = asSent(operation, given.input, writtenOf(operation, given.set, given.body));
    const differences = await differencesOf({ operation, input: written, objects, wire, before });
    if (!isAsked) {
      const lines = differences.map((line) => `${safe(line)}\n`).join('');
      await createSink(stderr).write(`${await preview(asked, kind, objects)}${lines}`);
    } else for (const line of [namesOf(objects), ...differences]) session.reporter.note(line);
  }
  const question = [plan.question, ...beware].join(' ');
  await session.review.plan({ ...plan, question, place: await placesOf(asked, operation, listed, objects) });
};

type Among = (session: Session, objects: readonly Selected[]) => Promise<string | undefined>;

const mostPlaces = 3;

/** The scopes come from the list, since an ID does not say them. */
const placesOf = async (
  { given, session }: Asked,
  operation: Operation,
  listed: Operation | undefined,
  objects: readonly Selected[],
): Promise<string> => {
  const scopes = new Map(objects.map(({ flags }) => [writeJson(scopeOfFlags(flags)), scopeOfFlags(flags)]));
  const places = new Set<string>();
  for (const flags of scopes.values()) {
    const scope = { ...scopeIn(given.input), ...flags };
    const target = await session.target(listed ?? operation, scope, {});
    places.add(describeTarget({ ...target, scope: { ...target.scope, ...flags } }));
  }
  const shown = [...places].slice(0, mostPlaces).join('; ');
  return places.size > mostPlaces ? `${shown}; and ${places.size - mostPlaces} more places` : shown;
};

export const scopeOfFlags = ({
  organization,
  mount,
  namespace,
}: Selected['flags']): Readonly<Partial<Record<'organization' | 'mount' | 'namespace', string>>> => ({
  ...(organization === undefined ? {} : { organization }),
  ...(mount === undefined ? {} : { mount }),
  ...(namespace === undefined ? {} : { namespace }),
});

/** An earlier run confirmed them, so only a protected server asks again. @param objects those that are left */
export const approveAgain = async (
  asked: Asked,
  kind: ObjectKind,
  operation: Operation,
  objects: readonly Selected[],
): Promise<void> => {
  const { given, session } = asked;
  session.review.begin({ operation: undefined, spoken: {}, named: undefined, given });
  const { protection } = await session.endpoint(kind.service);
  const protections = protection === undefined ? [] : [protection];
  if (objects.length > 0) {
    const { question } = planOf(asked, operation, objects.length, nounOf(kind.kind));
    await session.review.plan({
      question: `Continue: ${question} ${namesOf(objects)}`,
      gravity: protection === undefined ? 'none' : 'ask',
      place: await placesOf(asked, operation, kind.list?.command.operations[0]?.operation, objects),
      protections,
    });
  }
  session.review.approve('type');
  for (const one of protections) session.review.approve('type', one);
};
