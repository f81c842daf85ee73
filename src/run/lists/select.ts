import type { JsonObject } from '../../documents/json/json.ts';
import { valueAtPath } from '../../documents/json/json.ts';
import { nounOf } from '../../catalogue/kind-name.ts';
import type { ObjectKind } from '../../catalogue/kind.ts';
import { usageError } from '../../system/error.ts';
import type { InputRecord } from '../../catalogue/parameter.ts';
import { createConditionCheck } from './condition-check.ts';
import type { ListedObject } from './condition-check.ts';
import { conditionFields, narrowedInput, readConditions } from './conditions.ts';
import { aboveOf, formOf } from './listed-names.ts';
import { withNeeds } from './needs.ts';
import { readList } from './list.ts';
import type { CallOptions, Session } from '../session/session.ts';

interface Selection {
  readonly kind: ObjectKind;
  /** Empty selects every object. */
  readonly where: readonly string[];
  /** Mount and filters; the context is added. */
  readonly given: InputRecord;
  readonly reads?: readonly string[] | undefined;
  readonly every?: CallOptions;
}

interface SelectedObject {
  readonly name: string;
  readonly id: string | undefined;
  readonly namespace: string | undefined;
  readonly item: JsonObject;
}

const textIn = (item: JsonObject, path: string | undefined): string | undefined => {
  const found = path === undefined ? undefined : valueAtPath(item, path);
  return typeof found === 'string' && found !== '' ? found : undefined;
};

/**
 * Sends nothing.
 * @throws TrivetError usage; unavailable, for a field that the product lacks
 */
export const conditionsFor = async (session: Session, kind: ObjectKind, where: readonly string[]) => {
  const views = kind.list?.command.operations.map(({ operation }) => operation.view) ?? [];
  const fields = Object.assign({}, ...views.map((view) => conditionFields(kind, view)));
  return readConditions(where, fields, await session.product(kind.service), session.world.now());
};

/**
 * In the order of the list, folders included.
 * @throws TrivetError usage: a condition that does not fit, or a kind without a list; unavailable: a condition that
 * this server cannot check; any failed read: the result is never partial
 */
export const selectObjects = async (
  session: Session,
  { kind, where, given, reads = [], every }: Selection,
): Promise<readonly SelectedObject[]> => {
  const noun = nounOf(kind.kind);
  if (kind.list === undefined) {
    const lists = (await session.program.catalogue.command(`${kind.kind} list`)) !== undefined;
    throw lists
      ? usageError(
          `the server lists ${noun}s only below a path`,
          `Write - in place of the name, and pipe the names in: trivet ${kind.kind} list PATH -o name`,
        )
      : usageError(
          `this service has no list of ${noun}s`,
          'Write - in place of the name, and pipe the names in, one per line.',
        );
  }
  const { command } = kind.list;
  const product = await session.product(kind.service);
  const conditions = await conditionsFor(session, kind, where);
  const selected: SelectedObject[] = [];
  const folders: (string | undefined)[] = [undefined];
  for (let folder = folders.shift(), first = true; first || folder !== undefined; folder = folders.shift()) {
    first = false;
    const key = aboveOf(kind);
    const wanted = folder === undefined || key === undefined ? given : { ...given, [key]: folder };
    const operation = formOf(command, wanted);
    if (operation === undefined) break;
    const input = Object.fromEntries(
      Object.entries(wanted).filter(([name, value]) => name in operation.parameters && value !== undefined),
    );
    const listing = { operation, input, kind };
    const checker = createConditionCheck({ session, listing, conditions, product, every });
    const { view } = operation;
    const field = 'name' in view ? view.name : kind.name.field;
    const prefix = folder === undefined ? '' : `${folder}/`;
    for await (const { items } of readList(
      session,
      operation,
      withNeeds(operation, narrowedInput(listing, conditions, product), reads),
      { every },
    )) {
      const objects: (ListedObject & { readonly name: string })[] = [];
      for (const item of items) {
        const name = textIn(item, field);
        if (name === undefined) continue;
        if (kind.folders === true && name.endsWith('/')) folders.push(prefix + name.slice(0, -1));
        else objects.push({ name: prefix + name, item });
      }
      const verdicts = conditions.length === 0 ? undefined : await checker.check(objects);
      for (const [place, { name, item }] of objects.entries()) {
        if (verdicts?.[place] === false) continue;
        const namespace = textIn(item, kind.namespaceField);
        selected.push({ name, id: textIn(item, kind.name.id), namespace, item });
      }
    }
    checker.end();
  }
  return selected;
};
