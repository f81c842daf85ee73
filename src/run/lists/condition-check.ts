/** Decides which objects satisfy conditions. A value that no reply has is exit 7, never true or empty. */
import { fieldLabel } from '../../catalogue/aliases.ts';
import { Exit, TrivetError } from '../../system/error.ts';
import type { JsonObject } from '../../documents/json/json.ts';
import { valueAtPath } from '../../documents/json/json.ts';
import type { ObjectKind, RicherList } from '../../catalogue/kind.ts';
import { nounOf } from '../../catalogue/kind-name.ts';
import type { Operation } from '../../catalogue/operation.ts';
import { asReadOne } from '../../catalogue/operation.ts';
import type { InputRecord } from '../../catalogue/parameter.ts';
import type { Condition } from '../../catalogue/selection/where.ts';
import { isLeftOut, matches } from '../../catalogue/selection/where.ts';
import { fillTemplate } from '../../services/context.ts';
import type { Product } from '../../services/product.ts';
import { mapBounded } from './bounded.ts';
import type { Listing } from './conditions.ts';
import { conditionFields, notReported } from './conditions.ts';
import { withNeeds } from './needs.ts';
import { itemOfReply } from '../session/outcome.ts';
import type { CallOptions, Session } from '../session/session.ts';
import { suggest } from '../suggest.ts';

/** Objects that are read at once. */
const width = 8;

interface ListedObject {
  readonly name: string | undefined;
  readonly item: JsonObject;
}

interface ConditionCheck {
  check(objects: readonly ListedObject[]): Promise<readonly boolean[]>;
  end(): void;
}

interface Checking {
  readonly session: Session;
  readonly listing: Listing;
  readonly conditions: readonly Condition[];
  readonly product: Product;
  readonly every: CallOptions | undefined;
  readonly rows: (operation: Operation, input: InputRecord) => Promise<readonly JsonObject[]>;
}

const textAtPath = (item: JsonObject, path: string | undefined): string | undefined => {
  const found = path === undefined ? undefined : valueAtPath(item, path);
  return typeof found === 'string' && found !== '' ? found : undefined;
};

const inputOf = (
  kind: ObjectKind,
  operation: Operation,
  object: ListedObject,
  list: InputRecord,
): InputRecord => {
  const namespace = textAtPath(object.item, kind.namespaceField);
  const all: InputRecord = {
    ...list,
    ...(namespace === undefined ? {} : { namespace }),
    [kind.name.input]: textAtPath(object.item, kind.name.id) ?? object.name,
  };
  return Object.fromEntries(Object.entries(all).filter(([key]) => key in operation.parameters));
};

const showOf = ({ show, list }: ObjectKind): Operation | undefined =>
  show === list?.command
    ? undefined
    : (show.operations.find(({ when }) => when === 'by-id') ?? show.operations[0])?.operation;

const orGone = async <Found>(work: () => Promise<Found>): Promise<Found | undefined> => {
  try {
    return await work();
  } catch (error) {
    if (error instanceof TrivetError && error.exit === Exit.notFound) return undefined;
    throw error;
  }
};

const readWhole = async (
  { session, listing, conditions, every }: Checking,
  kind: ObjectKind,
  operation: Operation,
  object: ListedObject,
): Promise<JsonObject> => {
  const fields = conditionFields(kind, listing.operation.view);
  const paths = conditions.map(({ path }) => path);
  const input = withNeeds(operation, inputOf(kind, operation, object, listing.input), paths, fields);
  return itemOfReply(await session.lookUp(asReadOne(operation), input, every));
};

const readValues = async (
  { listing, rows }: Checking,
  kind: ObjectKind,
  path: string,
  object: ListedObject,
): Promise<JsonObject> => {
  const fetched = kind.fetched?.[path];
  const operation = fetched?.command.operations[0]?.operation;
  if (fetched === undefined || operation === undefined) return {};
  const input = inputOf(kind, operation, object, listing.input);
  const found = await rows(operation, input);
  return { [path]: found.map((item) => valueAtPath(item, fetched.item) ?? null) };
};

export const createConditionCheck = (checking: Checking): ConditionCheck => {
  const { session, listing, conditions, product } = checking;
  const { kind } = listing;
  const { wire } = product;
  const leftOut = new Map<string, number>();
  let gone = 0;
  const noun = kind === undefined ? 'entry' : nounOf(kind.kind);

  const completed = ({ name, item }: ListedObject): JsonObject => {
    if (kind === undefined) return item;
    const named = name === undefined ? {} : { [kind.name.field]: name };
    const same = Object.entries(kind.fetched ?? {}).flatMap(([key, { unless }]) => {
      const value = unless === undefined ? undefined : valueAtPath(item, unless);
      // Null is not an empty list: the values are read.
      return value === undefined || value === null ? [] : [[key, value] as const];
    });
    return { ...named, ...item, ...Object.fromEntries(same) };
  };

  const judge = (condition: Condition, item: JsonObject): boolean | 'unknown' => {
    const found = matches(condition, item, wire);
    if (found === false && isLeftOut(condition, item, wire)) {
      leftOut.set(condition.path, (leftOut.get(condition.path) ?? 0) + 1);
    }
    return found;
  };

  const richerText = ({ text }: Condition, richer: RicherList | undefined): string | undefined => {
    if (richer === undefined) return undefined;
    const commands = richer.commands.map((words) =>
      suggest(session, fillTemplate(words, { where: text }), { mount: listing.input['mount'] }),
    );
    return `${richer.text}: ${commands.join(' | ')}`;
  };

  const unreported = (condition: Condition, { name }: ListedObject): TrivetError => {
    const which = name === undefined ? noun : `${noun} ${name}`;
    return notReported(
      condition,
      `the server does not report ${fieldLabel(condition.path)} of ${which}`,
      richerText(condition, kind?.list?.richer),
    );
  };

  const readMore = async (
    object: ListedObject,
    open: readonly Condition[],
  ): Promise<readonly JsonObject[] | undefined> => {
    if (kind === undefined) return [];
    const more: JsonObject[] = [];
    const plain = open.filter(({ path }) => kind.fetched?.[path] === undefined);
    const show = showOf(kind);
    if (plain.length > 0 && show !== undefined) {
      const whole = await orGone(() => readWhole(checking, kind, show, object));
      if (whole === undefined) return undefined;
      more.push(completed({ ...object, item: whole }));
    }
    for (const condition of open) {
      const { path } = condition;
      if (kind.fetched?.[path] === undefined) continue;
      const values = await orGone(() => readValues(checking, kind, path, object));
      // Only a deleted object may lack the values: a server without their list may still have some.
      if (values === undefined) {
        const whole = show && (await orGone(() => readWhole(checking, kind, show, object)));
        if (whole !== undefined) throw unreported(condition, object);
        return undefined;
      }
      more.push(values);
    }
    return more;
  };

  const settle = async (object: ListedObject, open: readonly Condition[]): Promise<boolean> => {
    const more = await readMore(object, open);
    if (more === undefined) {
      gone += 1;
      return false;
    }
    for (const condition of open) {
      const found = more.map((item) => judge(condition, item)).find((one) => one !== 'unknown');
      if (found === undefined) throw unreported(condition, object);
      if (!found) return false;
    }
    return true;
  };

  return {
    check: async (objects) => {
      const verdicts: (boolean | readonly Condition[])[] = objects.map((object) => {
        const item = completed(object);
        const open: Condition[] = [];
        for (const condition of conditions) {
          const found = judge(condition, item);
          if (found === false) return false;
          if (found === 'unknown') open.push(condition);
        }
        return open.length === 0 ? true : open;
      });
      const total = verdicts.filter((one) => typeof one !== 'boolean').length;
      if (total === 0) return verdicts.map((one) => one === true);
      const busy = session.reporter.busy(`Reading each ${noun}`);
      let done = 0;
      try {
        return await mapBounded(objects, width, async (object, index) => {
          const open = verdicts[index] ?? false;
          if (typeof open === 'boolean') return open;
          const holds = await settle(object, open);
          done += 1;
          busy.update(done, total);
          return holds;
        });
      } finally {
        busy.end();
      }
    },
    end: () => {
      if (gone > 0) session.reporter.note(`${gone} no longer existed when they were read`);
      for (const [path, count] of leftOut) {
        session.reporter.note(
          `${count} left out: ${fieldLabel(path)} is not a version that can be compared, such as ~> 1.5.0 or latest`,
        );
      }
    },
  };
};
