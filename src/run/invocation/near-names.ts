import { atMost, limits } from '../../system/limits.ts';
import type { MissingObject, TrivetError } from '../../system/error.ts';
import type { ObjectKind } from '../../catalogue/kind.ts';
import { closest } from '../../catalogue/text/suggest.ts';
import { textAt } from '../../documents/json/json.ts';
import { shellWord } from '../../catalogue/text/shell-words.ts';
import { readList } from '../lists/list.ts';
import { firstPage } from '../lists/list-page.ts';
import { listedObjects } from '../lists/listed-objects.ts';
import type { CallOptions, Session } from '../session/session.ts';

/** Bytes. */
const maxBytes = 1024 * 1024;

/** From this length on a page is probably not the whole list, so names with the same beginning are requested. */
const longPage = 100;

const hurried = ({ globals }: Session): CallOptions => {
  const timeout = atMost(limits.help, globals.timeout);
  return { timeout, signal: AbortSignal.timeout(timeout), maxBytes, optional: true };
};

const namesOnPage = async (
  session: Session,
  kind: ObjectKind,
  { name, scope }: MissingObject,
  search: string | undefined,
  every: CallOptions,
): Promise<readonly string[]> => {
  const slash = kind.folders === true ? name.lastIndexOf('/') : -1;
  const above = slash === -1 ? undefined : name.slice(0, slash);
  const searched = kind.list?.search === undefined ? {} : { [kind.list.search]: search };
  const given = { ...scope, ...searched };
  for await (const page of listedObjects(session, kind, { above, given, every }))
    return page.map((one) => one.name);
  return [];
};

const nearestTo = async (
  session: Session,
  missing: MissingObject,
  every: CallOptions,
): Promise<readonly string[]> => {
  const kind = await session.program.catalogue.kind(missing.kind);
  if (kind?.list === undefined) return [];
  const { name } = missing;
  const near = (names: readonly string[]): readonly string[] =>
    closest(
      name,
      names.filter((one) => one !== name && !one.endsWith('/')),
    );
  const names = await namesOnPage(session, kind, missing, undefined, every);
  const found = near(names);
  if (found.length > 0 || names.length < longPage || kind.list.search === undefined) return found;
  return near(await namesOnPage(session, kind, missing, name.slice(0, Math.ceil(name.length / 2)), every));
};

const namespacesWith = async (
  session: Session,
  { kind: kindName, name }: MissingObject,
  every: CallOptions,
): Promise<readonly string[]> => {
  const kind = await session.program.catalogue.kind(kindName);
  const operation = kind?.list?.command.operations[0]?.operation;
  const field = kind?.namespaceField;
  if (kind === undefined || operation === undefined || field === undefined) return [];
  const search = kind.list?.search;
  const input = { namespace: '*', ...(search === undefined ? {} : { [search]: name }) };
  const { items } = await firstPage(readList(session, operation, input, { every }));
  const found = items.filter((item) => item[kind.name.field] === name).map((item) => textAt(item, field));
  return [...new Set(found)].filter((one) => one !== undefined);
};

/** Adds "Did you mean …?", or the namespaces with that name. It reads at most two pages and ignores failures. */
export const withNearNames = async (error: TrivetError, session: Session): Promise<TrivetError> => {
  const { missing, hint } = error.details;
  if (missing === undefined) return error;
  const every = hurried(session);
  const namespaces = await namespacesWith(session, missing, every).catch(() => []);
  // The object exists, so a part of it, such as a version, was not found.
  if (namespaces.some((one) => one === missing.scope['namespace'])) return error;
  const near = namespaces.length > 0 ? [] : await nearestTo(session, missing, every).catch(() => []);
  const [namespace] = namespaces;
  if (namespace !== undefined) {
    const where = `It exists in namespace ${namespaces.join(', ')}: give --namespace ${shellWord(namespace)}.`;
    return error.with({ details: { hint: where } });
  }
  if (near.length === 0) return error;
  const question = `Did you mean ${near.map(shellWord).join(' or ')}?`;
  return error.with({ details: { hint: hint === undefined ? question : `${hint}\n${question}` } });
};
