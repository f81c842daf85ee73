import type { Command } from '../../catalogue/command.ts';
import { valueAtPath } from '../../documents/json/json.ts';
import type { Json } from '../../documents/json/json.ts';
import type { ObjectKind } from '../../catalogue/kind.ts';
import type { Operation } from '../../catalogue/operation.ts';
import type { InputRecord } from '../../catalogue/parameter.ts';
import type { Condition } from '../../catalogue/selection/where.ts';
import { shellWord } from '../../catalogue/text/shell-words.ts';
import type { View } from '../../catalogue/view.ts';
import { fieldsOf } from '../../catalogue/view.ts';
import type { ConditionCheck } from '../lists/condition-check.ts';
import { createConditionCheck } from '../lists/condition-check.ts';
import type { ListPage } from '../lists/list-page.ts';
import type { Listing } from '../lists/conditions.ts';
import { conditionFields, narrowedInput, readConditions } from '../lists/conditions.ts';
import { explaining, withColumns, withNeeds } from '../lists/needs.ts';
import type { Presenter } from '../presenter/presenter.ts';
import type { Session } from '../session/session.ts';
import type { Outcome } from '../session/outcome.ts';
import { isForPeople } from '../../output/formats/options.ts';
import { serviceOf } from '../../services/index.ts';
import { keepItems } from './keep-items.ts';
import type { Product } from '../../services/product.ts';

interface Where {
  readonly command: Command;
  readonly operation: Operation;
  readonly texts: readonly string[];
  readonly session: Session;
  /** Default: the product of the server in use. */
  readonly product?: Product;
}

/**
 * Sends nothing.
 * @throws TrivetError usage; unavailable, for a field that the product lacks
 */
export const conditionsOf = async ({ command, operation, texts, session, ...given }: Where) => {
  const kind = await session.program.catalogue.kindListedBy(command);
  const product = given.product ?? (await session.product(operation.service));
  const fields = conditionFields(kind, operation.view);
  return { kind, product, conditions: readConditions(texts, fields, product, session.world.now()) };
};

interface Narrowing {
  readonly checker: ConditionCheck;
  readonly kind: ObjectKind | undefined;
  readonly conditions: readonly Condition[];
  readonly session: Session;
  /** For people: fields that explain the conditions'. */
  readonly reasons: readonly string[];
}

const nameIn = (item: Parameters<typeof valueAtPath>[0], view: View): string | undefined => {
  const name = 'name' in view ? valueAtPath(item, view.name) : undefined;
  return typeof name === 'string' ? name : undefined;
};

/** A folder's content is in another list. */
const isFolder = (kind: ObjectKind | undefined, name: string | undefined): boolean =>
  kind?.folders === true && name?.endsWith('/') === true;

const narrowed = async (
  { operation }: Outcome,
  document: Json,
  view: View,
  { checker, kind, session }: Narrowing,
): Promise<Json> => {
  const service = serviceOf(operation.service);
  const listed = service.readItems(document, view).map((item) => ({ name: nameIn(item, view), item }));
  const objects = listed.filter(({ name }) => !isFolder(kind, name));
  const verdicts = await checker.check(objects);
  const kept = new Set(objects.filter((_, place) => verdicts[place] === true));
  const folders = listed.length - objects.length;
  if (folders > 0) session.reporter.note(`${folders} folders were not looked into: list each of them`);
  return keepItems(service, document, view, (place) => {
    const one = listed[place];
    return one !== undefined && kept.has(one);
  });
};

/** A search for a name may have meant a tag. */
const insteadOf = ({ kind, conditions }: Narrowing): string | undefined => {
  const [one, ...others] = conditions;
  const isName = one !== undefined && others.length === 0 && one.path === kind?.name.field;
  if (!isName || kind.list?.filter?.['tag'] === undefined || /[*?[]/.test(one.value)) return undefined;
  return `no name matches; by the name of a tag: --where ${shellWord(`tag=${one.value}`)}`;
};

async function* narrowedPages(
  pages: AsyncIterable<ListPage>,
  view: View,
  how: Narrowing,
): AsyncGenerator<ListPage> {
  let count = 0;
  for await (const page of pages) {
    const document = await narrowed(page, page.document, view, how);
    const items = serviceOf(page.operation.service).readItems(document, view);
    count += items.length;
    yield { ...page, document, items };
  }
  const instead = count > 0 ? undefined : insteadOf(how);
  if (instead !== undefined) how.session.reporter.note(instead);
}

/** However the command shows its list. */
const narrowing = (presenter: Presenter, how: Narrowing): Presenter => ({
  options: presenter.options,
  showPages: async (pages, view, limit) => {
    await presenter.showPages(narrowedPages(pages, view, how), withColumns(view, how.reasons), limit);
    how.checker.end();
  },
  show: async (outcome, override = {}) => {
    const view = override.view ?? outcome.operation.view;
    const document = await narrowed(outcome, override.document ?? outcome.document, view, how);
    await presenter.show(outcome, { ...override, document });
    how.checker.end();
  },
  selected: (outcome) => narrowed(outcome, outcome.document, outcome.operation.view, how),
  redraw: (outcome) => presenter.redraw(outcome),
  read: (draw) => presenter.read(draw),
  redrawText: (text) => presenter.redrawText(text),
  redrawDocument: (...shown) => presenter.redrawDocument(...shown),
  showDocument: (...shown) => presenter.showDocument(...shown),
  showRaw: (document) => presenter.showRaw(document),
  showJson: (document) => presenter.showJson(document),
  write: (chunk) => presenter.write(chunk),
  readerLeft: (signal) => presenter.readerLeft(signal),
  results: (...asked) => presenter.results(...asked),
  finish: () => presenter.finish(),
});

export const narrow = async (
  where: Where & { readonly input: InputRecord; readonly presenter: Presenter },
): Promise<{ readonly input: InputRecord; readonly presenter: Presenter }> => {
  const { session, operation, input } = where;
  const { kind, product, conditions } = await conditionsOf(where);
  const listing: Listing = { operation, input, kind };
  const checker = createConditionCheck({ session, listing, conditions, product });
  const reasons = isForPeople(where.presenter.options)
    ? explaining(
        fieldsOf(operation.view),
        conditions.map(({ path }) => path),
      )
    : [];
  return {
    input: withNeeds(operation, narrowedInput(listing, conditions, product), reasons),
    presenter: narrowing(where.presenter, { checker, kind, conditions, session, reasons }),
  };
};
