/** The conditions of a list: what they request from the server, and which rows they select. */
import type { Command } from '../../catalogue/command.ts';
import type { ObjectKind } from '../../catalogue/kind.ts';
import type { Operation } from '../../catalogue/operation.ts';
import type { InputRecord } from '../../catalogue/parameter.ts';
import type { Condition } from '../../catalogue/selection/where.ts';
import { shellWord } from '../../catalogue/text/shell-words.ts';
import type { View } from '../../catalogue/view.ts';
import { fieldsOf } from '../../catalogue/view.ts';
import type { Json, JsonObject } from '../../documents/json/json.ts';
import { isArray, isObject, valueAtPath } from '../../documents/json/json.ts';
import { serviceOf } from '../../services/index.ts';
import { rowsWanted } from '../../services/items.ts';
import type { Product } from '../../services/product.ts';
import type { Service } from '../../services/service.ts';
import type { CallOptions, Session } from '../session/session.ts';
import { createConditionCheck } from './condition-check.ts';
import { conditionFields, narrowedInput, readConditions } from './conditions.ts';
import type { ListPage } from './list-page.ts';
import { explaining, withColumns, withNeeds } from './needs.ts';

export interface ListWhere {
  readonly kind: ObjectKind | undefined;
  readonly conditions: readonly Condition[];
  /** Called with each folder, whose content is in another list; by default a note is printed. */
  readonly onFolder?: (name: string) => void;
  readonly silent?: true;
}

interface Asked {
  readonly command: Command;
  readonly operation: Operation;
  readonly texts: readonly string[];
  readonly session: Session;
  readonly product?: Product;
}

/** Sends nothing. @throws TrivetError usage; unavailable, for a field that the product lacks */
export const whereOf = async ({
  command,
  operation,
  texts,
  session,
  ...given
}: Asked): Promise<ListWhere> => {
  const kind = await session.program.catalogue.kindListedBy(command);
  const product = given.product ?? (await session.product(operation.service));
  const fields = conditionFields(kind, operation.view);
  return { kind, conditions: readConditions(texts, fields, product, session.io.now()) };
};

interface Conditioned {
  readonly where: ListWhere;
  readonly operation: Operation;
  readonly input: InputRecord;
}

/** The list of a command with its conditions and, for people, with columns that explain them. */
export const conditioned = async (
  asked: Asked & { readonly input: InputRecord; readonly forPeople: boolean },
): Promise<Conditioned> => {
  const { operation, input, forPeople } = asked;
  const where = await whereOf(asked);
  const paths = where.conditions.map(({ path }) => path);
  const reasons = forPeople ? explaining(fieldsOf(operation.view), paths) : [];
  if (reasons.length === 0) return { where, operation, input };
  const view = withColumns(operation.view, reasons);
  return { where, operation: { ...operation, view }, input: withNeeds(operation, input, reasons) };
};

const replacedAt = (document: Json, path: string, change: (found: Json) => Json): Json => {
  if (path === '') return change(document);
  if (!isObject(document)) return document;
  const [key = '', ...rest] = path.split('.');
  const found = document[key];
  return found === undefined ? document : { ...document, [key]: replacedAt(found, rest.join('.'), change) };
};

const keepRows = (document: Json, path: string, keep: (place: number) => boolean): Json =>
  replacedAt(document, path, (rows) => {
    if (isArray(rows)) return rows.filter((_, place) => keep(place));
    if (!isObject(rows)) return rows;
    return Object.fromEntries(Object.entries(rows).filter((_, place) => keep(place)));
  });

const keepItems = (service: Service, document: Json, view: View, keep: (place: number) => boolean): Json => {
  const rows = rowsWanted(view);
  const { path, beside } = rows === undefined ? service.listAt : { path: rows.path, beside: undefined };
  const kept = keepRows(document, path, keep);
  const more = beside === undefined ? undefined : valueAtPath(kept, beside);
  if (beside === undefined || !isObject(more)) return kept;
  const keys = valueAtPath(kept, path);
  const names = Object.keys(more);
  return keepRows(kept, beside, (place) => isArray(keys) && keys.includes(names[place] ?? ''));
};

const insteadOf = ({ kind, conditions }: ListWhere): string | undefined => {
  const [one, ...others] = conditions;
  const isName = one !== undefined && others.length === 0 && one.path === kind?.name.field;
  if (!isName || kind.list?.filter?.['tag'] === undefined || /[*?[]/.test(one.value)) return undefined;
  return `no name matches; by the name of a tag: --where ${shellWord(`tag=${one.value}`)}`;
};

interface Listed {
  readonly session: Session;
  readonly operation: Operation;
  readonly input: InputRecord;
  readonly where: ListWhere;
  readonly every: CallOptions | undefined;
  readonly own: boolean;
  readonly rows: (operation: Operation, input: InputRecord) => Promise<readonly JsonObject[]>;
}

interface Selection {
  readonly input: InputRecord;
  select(page: ListPage): Promise<ListPage>;
  /** Reports what the conditions left out. `isWhole` says that every page was read. */
  end(isWhole: boolean): void;
}

export const selectionOf = async (listed: Listed): Promise<Selection> => {
  const { session, operation, input, where, own } = listed;
  const { kind, conditions, onFolder, silent } = where;
  const service = serviceOf(operation.service);
  const product = await session.product(operation.service);
  const listing = { operation, input, kind };
  const checker = createConditionCheck({ ...listed, listing, conditions, product });
  const { view } = operation;
  const field = 'name' in view ? view.name : undefined;
  const above = kind?.folders === true ? input[kind.name.input] : undefined;
  const prefix = typeof above === 'string' ? `${above.replace(/\/+$/, '')}/` : '';
  let count = 0;
  return {
    // The limit counts selected rows, so it is not sent.
    input: { ...narrowedInput(listing, conditions, product), limit: undefined },
    select: async (page) => {
      const found = page.items.map((item) => {
        const name = field === undefined ? undefined : valueAtPath(item, field);
        return { name: typeof name === 'string' ? prefix + name : undefined, item };
      });
      const objects = found.filter(({ name }) => kind?.folders !== true || name?.endsWith('/') !== true);
      const folders = found.length - objects.length;
      if (onFolder !== undefined) {
        for (const one of found) if (one.name !== undefined && !objects.includes(one)) onFolder(one.name);
      } else if (folders > 0 && silent !== true)
        session.reporter.note(`${folders} folders were not looked into: list each of them`);
      const verdicts = await checker.check(objects);
      const kept = new Set(objects.filter((_, place) => verdicts[place] === true));
      count += kept.size;
      if (kept.size === found.length) return page;
      const document = keepItems(service, page.document, view, (place) => {
        const one = found[place];
        return one !== undefined && kept.has(one);
      });
      return { ...page, document, items: service.readItems(document, view) };
    },
    end: (isWhole) => {
      if (silent === true) return;
      const instead = own && isWhole && count === 0 ? insteadOf(where) : undefined;
      if (instead !== undefined) session.reporter.note(instead);
      checker.end();
    },
  };
};
