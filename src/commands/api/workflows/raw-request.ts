import { usageError } from '../../../system/error.ts';
import type { Method, Operation } from '../../../catalogue/operation.ts';
import type { InputRecord } from '../../../catalogue/parameter.ts';
import { inputText } from '../../../catalogue/parameter.ts';
import type { Json } from '../../../documents/json/json.ts';
import type { ServiceName } from '../../../catalogue/product.ts';
import { recordView } from '../../../catalogue/view.ts';
import type { Session } from '../../../run/session/session.ts';
import { onlyReads } from '../../../run/refuse-changes.ts';
import { loadService } from '../../../services/index.ts';
import { percentDecoded, routed } from '../../../http/decoded.ts';
import type { KnownPaths, ServiceCode } from '../../../services/service.ts';
import type { Catalogue } from '../../../catalogue/catalogue.ts';
import { pathPattern } from '../../../catalogue/path-pattern.ts';
import { serviceNamed } from '../../auth/workflows/of-profile.ts';
import type { OfService } from '../../auth/workflows/of-profile.ts';

export type RawInput = OfService &
  Readonly<{
    method?: string | undefined;
    path?: string | undefined;
    data?: Json | undefined;
    'no-token'?: boolean | undefined;
  }>;

export interface AtPath {
  readonly operation: Operation;
  readonly named: InputRecord;
}

export interface RawRequest {
  /** Its effect is `read` unless the request is known, or sent, as a change. */
  readonly operation: Operation;
  readonly target: string;
  readonly query: readonly (readonly [string, string])[];
  /** The paths as servers understand them, also with parts of the address. */
  readonly paths: readonly string[];
  readonly starts: readonly AtPath[];
  /** trivet's own session requests at these paths. */
  readonly own: readonly AtPath[];
  /** A change although the method is one for reads. */
  readonly change: Operation | undefined;
  /** Why the operation is unknown, if a command is not merely missing. */
  readonly why?: string;
  readonly beyond: KnownPaths | undefined;
}

const methods: readonly Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'LIST'];
const isForReads = (method: Method): boolean => method === 'GET' || method === 'LIST';

const isDecodable = (path: string): boolean => {
  try {
    // A bundler drops calls whose result is unused.
    return decodeURIComponent(path) !== '';
  } catch {
    return false;
  }
};

/** The path is sent as typed. */
const checkedPath = (text: string): Pick<RawRequest, 'query'> & { readonly path: string } => {
  const cut = text.indexOf('?');
  const path = cut === -1 ? text : text.slice(0, cut);
  if (!path.startsWith('/') || path.startsWith('//'))
    throw usageError('the path must begin with exactly one /');
  // Servers and proxies split the path as it is, or decoded.
  const forms = [path, percentDecoded(path), percentDecoded(percentDecoded(path))];
  if (forms.some((form) => form.split(/[/\\]/).some((part) => part === '.' || part === '..')))
    throw usageError('the path contains a "." or ".." part, which would address another resource');
  if (!/^[!-~]+$/.test(path) || /[\\{}#]/.test(path))
    throw usageError('the path contains a character that must be percent-encoded');
  if (!isDecodable(path)) throw usageError('the path contains a % that encodes no character');
  return { path, query: cut === -1 ? [] : [...new URLSearchParams(text.slice(cut + 1))] };
};

const namesIn = ({ path }: Operation): readonly string[] =>
  [...path.matchAll(/\{\/?([^}]+)\}/g)].map(([, name = '']) => name);

interface Known {
  readonly operation: Operation;
  readonly address?: string | undefined;
}

const at = (path: string, all: readonly Known[]): readonly AtPath[] =>
  all.flatMap(({ operation, address }) => {
    const values = pathPattern(operation).exec(path)?.slice(1);
    if (values === undefined) return [];
    const named = Object.fromEntries(namesIn(operation).map((name, index) => [name, values[index]]));
    // The name of a new object is in the body.
    const isSaid = address !== undefined && operation.parameters[address] === undefined;
    return [{ operation, named: isSaid ? { ...named, [address]: values.join('/') } : named }];
  });

const operationsOf = async ({ groups }: Catalogue, service: ServiceName): Promise<readonly Known[]> => {
  const loaded = groups.filter((group) => group.service === service).map((group) => group.load());
  return (await Promise.all(loaded)).flat().flatMap(({ operations, local = {} }) => {
    const address = Object.keys(local).find((key) => local[key]?.address !== undefined);
    return operations.map(({ operation }) => ({ operation, address }));
  });
};

const pathsOf = (path: string, baseUrl: string): readonly string[] => {
  const decoded = routed(path);
  const before = new URL(baseUrl).pathname.split('/').filter((part) => part !== '');
  return [decoded, ...before.map((_, index) => `/${before.slice(index).join('/')}${decoded}`)];
};

/**
 * The operations of the method. For others, some servers take any method for a read (a GET restarts an allocation),
 * and for a change that removes nothing.
 */
const startedBy = (method: Method, all: readonly AtPath[]): readonly AtPath[] => {
  const same = all.filter(({ operation }) => operation.method === method);
  if (same.length > 0 || isForReads(method)) return same.length > 0 ? same : all;
  // A merge-patch keeps what a write resets.
  if (method === 'DELETE' || method === 'PATCH') return [];
  return all.filter(({ operation }) => operation.method !== 'DELETE' && !onlyReads(operation));
};

type Facts = Omit<RawRequest, 'starts' | 'change'>;

export const startsOnly = (facts: Facts, starts: readonly AtPath[]): RawRequest => {
  const { paths, beyond, operation } = facts;
  const { steps: _, ...sent } = operation;
  const isRead = isForReads(operation.method);
  const change = isRead ? starts.find(({ operation: one }) => !onlyReads(one))?.operation : undefined;
  const isAmong = (pattern: RegExp | undefined): boolean => paths.some((one) => pattern?.test(one) === true);
  const reads = isRead
    ? !isAmong(beyond?.changed)
    : isAmong(beyond?.computed) || (starts.length > 0 && starts.every((one) => onlyReads(one.operation)));
  return {
    ...facts,
    starts,
    change,
    operation: {
      ...sent,
      // Such a request is sent at most once, and not at all in a read-only run.
      effect: change?.effect ?? (reads ? 'read' : 'unsafe'),
      ...(starts.some((one) => one.operation.steps !== undefined) ? { steps: 'several' } : {}),
    },
  };
};

export const rawRequest = async (session: Session, input: RawInput): Promise<RawRequest> => {
  const service = serviceNamed(input);
  const method = methods.find((one) => one === (input.method ?? '').toUpperCase());
  if (method === undefined) throw usageError(`the method must be one of ${methods.join(', ')}`);
  const target = input.path ?? '';
  const { path, query } = checkedPath(target);
  const { baseUrl } = await session.endpoint(service);
  const paths = pathsOf(path, baseUrl);
  const known = await operationsOf(session.program.catalogue, service);
  const code: ServiceCode = await loadService(service);
  const { beyond } = code;
  const own = (beyond?.own ?? []).map((operation) => ({ operation }));
  const facts: Facts = {
    target,
    query,
    paths,
    own: paths.flatMap((one) => startedBy(method, at(one, own))),
    beyond,
    operation: {
      id: 'api',
      summary: `Send ${method} ${path}`,
      service,
      method,
      path,
      source: 'raw',
      parameters: {},
      ...(input['no-token'] === true ? { permission: 'none' } : {}),
      // A web page on a terminal is usually a log-in in place of the API.
      reply: session.globals.out === undefined ? 'any' : 'any-page',
      effect: 'unsafe',
      view: recordView({ fields: {}, name: 'id', columns: [], open: true }),
      examples: [],
    },
  };
  const isOfMount = ({ named }: AtPath): boolean =>
    isForReads(method) || beyond?.inEngine?.test(inputText(named, 'mount') ?? '') !== true;
  return startsOnly(
    facts,
    paths.flatMap((one) => startedBy(method, at(one, known)).filter(isOfMount)),
  );
};
