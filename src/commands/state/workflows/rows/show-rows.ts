import type { Change } from '../../../../catalogue/change.ts';
import { movedIn, secretText } from '../objects/compare.ts';
import type { ObjectName } from '../objects/desired.ts';
import { spokenObject } from '../objects/desired.ts';
import { stepObject } from '../objects/step-object.ts';
import type { Json, JsonObject } from '../../../../documents/json/json.ts';
import { isObject, own } from '../../../../documents/json/json.ts';
import { painter } from '../../../../output/color.ts';
import type { Painter } from '../../../../output/color.ts';
import { diffLines, hiddenDiff } from '../../../job/workflows/format/diff.ts';
import type { RenderOptions } from '../../../../output/formats/options.ts';
import { safe } from '../../../../output/text/safe.ts';
import { plainText } from '../../../../output/text/value.ts';
import { changeText, valueText } from '../../../../run/single/settings.ts';
import { KnownObjects } from '../../../../run/known-objects.ts';
import type { Session } from '../../../../run/session/session.ts';
import { ownView } from '../../../../run/single/own-view.ts';
import type { OwnContext } from '../../../../run/single/workflow.ts';
import { viewInWaves } from '../../view.ts';
import type { Row } from './rows.ts';
import { withoutSecrets, redactor, hasPrivateKey, maskedText } from '../../../../catalogue/shown.ts';

export const fieldsOfRow = ({ plan, comparison }: Row): readonly string[] =>
  plan?.fields ?? comparison?.changes.map(({ key }) => key) ?? [];

/** The action in words: `update, rotates the password`. */
export const actionOf = ({ action, comparison }: Row): string => {
  const refused = comparison?.refused ?? [];
  const more = [...(comparison?.rotates === undefined ? [] : [comparison.rotates]), ...refused];
  return [action, ...more].join(', ');
};

/** Objects of rows, for a run that prints them. */
export const knownOf = (session: Session, objects: readonly ObjectName[]): Promise<KnownObjects> =>
  KnownObjects.known(
    session,
    objects.map((object) => {
      // The name of a workspace has its organization.
      const { organization: _organization, ...scope } = object.scope;
      const operation = object.kind.show.operations[0]?.operation;
      return { operation, scope, item: placedItem(object) };
    }),
  );

/** With a column of waves, if there are several. */
export const showItems = async (
  { session, presenter, command }: Pick<OwnContext, 'session' | 'presenter' | 'command'>,
  items: readonly JsonObject[],
  objects: readonly ObjectName[],
  waves: ReadonlyMap<string, number> = new Map(),
): Promise<void> => {
  const view = waves.size === 0 ? ownView(command) : viewInWaves;
  await presenter.showDocument(view, items, items, await knownOf(session, objects));
};

const masked = (value: Json): Json => (hasPrivateKey(plainText(value)) ? maskedText : value);

const changeItem = ({ key, from, to }: Change): JsonObject => ({
  field: key,
  from: masked(from),
  to: masked(to),
});

export const unknownText = ({ comparison }: Pick<Row, 'comparison'>): string | undefined => {
  const unknown = comparison?.unknown ?? [];
  return unknown.length === 0
    ? undefined
    : unknown.map(({ key, why }) => `${key} could not be compared: ${why}`).join('; ');
};

const veilOf = ({ hidden = [] }: Row['wanted']): ((text: string) => string) =>
  hidden.length === 0 ? (text) => text : redactor(hidden.map((value) => ({ name: 'variable', value })));

/** Without `reveal`, variables and templates are hidden. */
const differenceOf = ({ plan }: Row, reveal: boolean): Json => {
  const diff = (plan && own(plan.document, 'Diff')) ?? null;
  return reveal ? diff : hiddenDiff(diff);
};

export interface LineOptions {
  readonly reveal?: boolean | undefined;
  /** Whether new and removed parts are shown in full. */
  readonly full?: boolean | undefined;
  readonly waves?: ReadonlyMap<string, number> | undefined;
}

export const rowItem = (row: Row, { waves = new Map(), reveal = false }: LineOptions = {}): JsonObject => {
  const { hidden = [], object } = row.wanted;
  const item = { ...plainItem(row, reveal), wave: waves.get(stepObject(object)) ?? null };
  if (hidden.length === 0) return item;
  const text = veilOf(row.wanted);
  return Object.fromEntries(
    Object.entries(item).map(([key, one]) => [key, withoutSecrets(one ?? null, { text })]),
  );
};

export const placedItem = ({ kind, name, scope }: ObjectName): JsonObject => ({
  kind: kind.kind,
  name: scope.organization === undefined ? name : `${scope.organization}/${name}`,
  mount: scope.mount ?? null,
  namespace: scope.namespace ?? null,
});

const plainItem = (row: Row, reveal: boolean): JsonObject => {
  const { wanted, comparison, error, plan } = row;
  const { kind, name, mount, namespace } = placedItem(wanted.object);
  return {
    kind,
    name,
    action: actionOf(row),
    fields: fieldsOfRow(row),
    where: wanted.where,
    reason: error?.message ?? row.reason ?? unknownText(row) ?? null,
    hint: error?.details.hint ?? null,
    mount,
    namespace,
    changes: plan === undefined ? (comparison?.changes.map(changeItem) ?? []) : [],
    plan: differenceOf(row, reveal),
    uncompared: [...(comparison?.unread ?? []), ...(comparison?.unknown ?? []).map(({ key }) => key)],
  };
};

const changeLines = (change: Change, isNew: boolean, paint: Painter): readonly string[] => {
  if (change.to === secretText) return [`  ${paint.green('+')} ${safe(change.key)}: a secret, written`];
  const hidden = hasPrivateKey(plainText(change.from)) || hasPrivateKey(plainText(change.to));
  if (isNew) {
    const text = hidden ? `${change.key}: ${maskedText}` : valueText(change);
    return [`  ${paint.green('+')} ${safe(text)}`];
  }
  const moved = movedIn(change);
  if (moved !== undefined && (moved.added.length > 0 || moved.removed.length > 0)) {
    return [
      `  ~ ${safe(change.key)}`,
      ...moved.removed.map((one) => `      ${paint.red(`- ${safe(one)}`)}`),
      ...moved.added.map((one) => `      ${paint.green(`+ ${safe(one)}`)}`),
    ];
  }
  return [`  ~ ${safe(hidden ? `${change.key}: ${maskedText}` : changeText(change))}`];
};

export const rowLines = (
  row: Row,
  paint: Painter,
  { reveal = false, full = false, waves }: LineOptions = {},
): readonly string[] => {
  const { wanted, comparison, error } = row;
  const reason = row.reason === undefined ? '' : `: ${row.reason}`;
  const wave = waves?.get(stepObject(wanted.object));
  const when = wave === undefined ? '' : ` in wave ${wave}`;
  const title = `${spokenObject(wanted.object)}: ${error?.message ?? `${actionOf(row)}${when}${reason}`}`;
  const diff = own(row.plan?.document ?? null, 'Diff');
  const job = isObject(diff) ? diffLines(diff, { paint, full, reveal }).map((line) => `  ${line}`) : [];
  const changes = (comparison?.changes ?? []).flatMap((change) =>
    changeLines(change, row.action === 'create', paint),
  );
  const unread = (comparison?.unread ?? []).map((key) => `  ? ${safe(key)}: a secret, not compared`);
  const unknown = (comparison?.unknown ?? []).map(
    ({ key, why }) => `  ? ${safe(`${key} could not be compared: ${why}`)}`,
  );
  const lines = [paint.bold(safe(title)), ...job, ...changes, ...unread, ...unknown];
  return (wanted.hidden ?? []).length === 0 ? lines : lines.map((line) => veilOf(wanted)(line));
};

export const fullText = async (
  rows: readonly Row[],
  { colorLevel, reveal }: RenderOptions,
  { full, waves }: Pick<LineOptions, 'full' | 'waves'>,
): Promise<string> => {
  const paint = await painter(colorLevel);
  return rows.flatMap((row) => [...rowLines(row, paint, { reveal, full, waves }), '']).join('\n');
};
