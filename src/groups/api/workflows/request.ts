/** A raw request through the same address, token, retries and error handling as every operation. */
import { isUtf8 } from 'node:buffer';
import type { Outcome } from '../../../engine/session/session.ts';
import { usageError } from '../../../model/error.ts';
import type { Json } from '../../../model/json/json.ts';
import type { Method, Operation } from '../../../model/catalogue/operation.ts';
import type { ServiceName } from '../../../model/catalogue/product.ts';
import { recordView } from '../../../model/catalogue/view.ts';
import { header } from '../../../net/http.ts';
import { isWhole } from '../../../screen/present.ts';
import { safe } from '../../../screen/text/safe.ts';
import { groups } from '../../groups.ts';
import { onlyReads, refuseChange, refusedByReadOnly } from '../../../engine/refuse-changes.ts';
import { serviceNamed } from '../../auth/workflows/of-profile.ts';
import type { OfService } from '../../auth/workflows/of-profile.ts';
import { warnOf } from '../../../workflows/reply.ts';
import type { OwnContext, Workflow } from '../../../workflows/workflow.ts';
import { isHidden, shownReply } from './hidden-reply.ts';
import type { RawRead } from './only-reads.ts';
import { isKnownRead } from './only-reads.ts';

const methods: readonly Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'LIST'];

const isDecodable = (path: string): boolean => {
  try {
    // A bundler leaves out a call whose result nothing uses.
    return decodeURIComponent(path) !== '';
  } catch {
    return false;
  }
};

/** Checks the path of a raw request, which is sent as it is typed. */
const checkedPath = (
  text: string,
): { readonly path: string; readonly query: readonly (readonly [string, string])[] } => {
  const cut = text.indexOf('?');
  const path = cut === -1 ? text : text.slice(0, cut);
  if (!path.startsWith('/') || path.startsWith('//'))
    throw usageError('the path must begin with exactly one /');
  const folded = path.split('/').some((part) => /^(?:\.|%2e){1,2}$/i.test(part));
  if (folded) throw usageError('the path contains a "." or ".." part, which would address another resource');
  if (!/^[!-~]+$/.test(path) || /[\\{}#]/.test(path))
    throw usageError('the path contains a character that must be percent-encoded');
  if (!isDecodable(path)) throw usageError('the path contains a % that encodes no character');
  return { path, query: cut === -1 ? [] : [...new URLSearchParams(text.slice(cut + 1))] };
};

/** The path of an operation as an expression; a mount may have several parts. */
const pathPattern = ({ path, parameters }: Operation): RegExp => {
  const valueOf = (name: string): string => {
    const values = parameters[name]?.enum;
    return values === undefined ? '[^/]+' : `(?:${values.join('|')})`;
  };
  return new RegExp(
    `^${path
      .replaceAll(/[.*+?^$()|[\]\\]/g, String.raw`\$&`)
      .replaceAll('{mount}', '.+')
      .replaceAll(/\{\/([^}]+)\}/g, (_, name: string) => `(?:/${valueOf(name)})?`)
      .replaceAll(/\{([^}]+)\}/g, (_, name: string) => valueOf(name))}/?$`,
  );
};

/** Finds the operations of the catalogue at a path, whatever their method. */
const operationsAt = async (service: ServiceName, path: string): Promise<readonly Operation[]> => {
  const loaded = groups.filter((group) => group.service === service).map((group) => group.load());
  return (await Promise.all(loaded))
    .flat()
    .flatMap(({ operations }) => operations.map(({ operation }) => operation))
    .filter((operation) => pathPattern(operation).test(path));
};

/** The path as a server reads it, also with the first parts that an address can hold. */
const pathsOf = (path: string, baseUrl: string): readonly string[] => {
  // Servers treat several slashes as one.
  const decoded = decodeURIComponent(path).replaceAll(/\/{2,}/g, '/');
  const before = new URL(baseUrl).pathname.split('/').filter((part) => part !== '');
  return [decoded, ...before.map((_, at) => `/${before.slice(at).join('/')}${decoded}`)];
};

/**
 * The operations that a raw read may start: those of its own method, else of any other, as some servers take every
 * method (a GET of an allocation's restart restarts it).
 */
const startedBy = async (
  { service, method }: Operation,
  paths: readonly string[],
): Promise<readonly Operation[]> => {
  const found = await Promise.all(
    paths.map(async (one) => {
      const all = await operationsAt(service, one);
      const same = all.filter((operation) => operation.method === method);
      return same.length > 0 ? same : all;
    }),
  );
  return found.flat();
};

/** @throws TrivetError exit 4 when the run is read-only and the request is, or can be, more than a read */
const refuseMore = async (
  { session }: OwnContext,
  read: RawRead,
  change: Operation | undefined,
): Promise<void> => {
  const { raw } = read;
  const { readOnly } = await session.endpoint(raw.service);
  if (readOnly === undefined || session.globals.dryRun || session.globals.curl) return;
  refuseChange(change ?? raw, readOnly, session.world);
  if (await isKnownRead(session, read)) return;
  const what = `trivet does not know whether ${raw.method} ${raw.path} changes something or gives secrets`;
  throw refusedByReadOnly(readOnly, what, session.world);
};

type Raw = OfService &
  Readonly<{
    method?: string | undefined;
    path?: string | undefined;
    data?: Json | undefined;
    'no-token'?: boolean | undefined;
  }>;

/** Whether the reply is printed as it came: it does not call itself JSON, and no format and no part was asked for. */
const isUnchanged = ({ presenter, session }: OwnContext, { response }: Outcome): boolean =>
  response.body.length > 0 &&
  session.globals.output === undefined &&
  presenter.options.format !== 'json' &&
  isWhole(presenter.options) &&
  header(response, 'content-type')?.includes('json') === false;

/** A terminal gets text without effect on it, and no other bytes. */
const showUnchanged = async (
  { presenter, session: { reporter } }: OwnContext,
  { response }: Outcome,
): Promise<void> => {
  const { body } = response;
  if (!presenter.options.terminal) return presenter.write(body);
  if (!isUtf8(body)) {
    const type = safe(header(response, 'content-type') ?? '');
    reporter.note(`${body.length} bytes of ${type} are not shown on a terminal: give --out FILE`);
    return undefined;
  }
  const text = safe(Buffer.from(body).toString('utf8'), { multiline: true });
  return presenter.write(text.endsWith('\n') ? text : `${text}\n`);
};

const run: Workflow<Raw> = async (context) => {
  const { session, presenter, input } = context;
  const service = serviceNamed(input);
  const method = methods.find((one) => one === (input.method ?? '').toUpperCase());
  if (method === undefined) throw usageError(`the method must be one of ${methods.join(', ')}`);
  const { path, query } = checkedPath(input.path ?? '');
  const raw: Operation = {
    id: 'api',
    summary: 'Send a raw request',
    service,
    method,
    path,
    parameters: {},
    ...(input['no-token'] === true ? { auth: 'none' } : {}),
    success: 'any',
    // A web page needs --out: on a terminal it is usually a log-in page in the place of the API.
    reply: session.globals.out === undefined ? 'any' : 'any-page',
    effect: method === 'GET' || method === 'LIST' ? 'read' : 'unsafe',
    view: recordView({ fields: {}, name: 'id', columns: [], open: true }),
    examples: [],
  };
  // A read that the catalogue knows as a change is one: it is not sent twice, and not at all in a read-only run.
  const { baseUrl } = await session.endpoint(service);
  const paths = pathsOf(path, baseUrl);
  const operations = await startedBy(raw, paths);
  const change = raw.effect === 'read' ? operations.find((one) => !onlyReads(one)) : undefined;
  const operation = change === undefined ? raw : { ...raw, effect: change.effect };
  const sent = { raw, query, paths, operations };
  await refuseMore(context, sent, change);
  const { dryRun, curl } = session.globals;
  // As its command would, and every deletion.
  const asks =
    method === 'DELETE' || operations.some((one) => one.method === method && one.confirm !== undefined);
  if (asks && !dryRun && !curl)
    await context.confirm({ kind: 'ask', question: `Send ${method} ${path} to ${baseUrl}?` }, {});
  const { data } = input;
  const outcome = await session.call(
    operation,
    {},
    {
      query,
      ...(data === undefined ? {} : { base: data }),
    },
  );
  warnOf(context, outcome);
  const hidden = await isHidden(context, sent);
  if (!isUnchanged(context, outcome))
    await presenter.showRaw(await shownReply(context, sent, outcome.document, hidden));
  else if (!hidden) await showUnchanged(context, outcome);
  return 0;
};

export default run;
