/**
 * Finds the handler of a path below a mount: `roles/:name` matches one segment, `lookup/*prefix` the rest.
 */
import type { EngineReply, EngineRequest } from './engine.ts';
import { EngineError, RouteError } from './engine.ts';

export type Method = EngineRequest['method'];

export interface Call<R extends EngineRequest = EngineRequest> {
  readonly request: R;
  /** Returns the value of `:name` or `*name`; empty if the pattern does not have it. */
  readonly param: (name: string) => string;
}

export type Handler<R extends EngineRequest = EngineRequest> = (
  call: Call<R>,
) => EngineReply | Promise<EngineReply>;

export type Routes<R extends EngineRequest = EngineRequest> = Readonly<
  Record<string, Readonly<Partial<Record<Method, Handler<R>>>>>
>;

/** Formats an error of a valid request that the service refuses, as the service does. */
export function wrapped(message: string): string {
  return `1 error occurred:\n\t* ${message}\n\n`;
}

export function unsupportedPath(): EngineError {
  return new RouteError(404, wrapped('unsupported path'));
}

export function unsupportedOperation(): EngineError {
  return new RouteError(405, wrapped('unsupported operation'));
}

/** Not found; also the reply to a LIST without results. */
export function nothingThere(): EngineError {
  return new EngineError(404);
}

function bind(pattern: string, segments: readonly string[]): ReadonlyMap<string, string> | undefined {
  const bound = new Map<string, string>();
  const parts = pattern === '' ? [] : pattern.split('/');
  for (const [index, part] of parts.entries()) {
    if (part.startsWith('*')) {
      bound.set(part.slice(1), segments.slice(index).join('/'));
      return bound;
    }
    const segment = segments[index];
    if (segment === undefined) return undefined;
    if (part.startsWith(':')) bound.set(part.slice(1), segment);
    else if (part !== segment) return undefined;
  }
  return parts.length === segments.length ? bound : undefined;
}

/** Uses the first matching pattern: 405 if it lacks the method; 404 if none matches. */
export function dispatch<R extends EngineRequest>(
  routes: Routes<R>,
  request: R,
): EngineReply | Promise<EngineReply> {
  let known = false;
  for (const [pattern, methods] of Object.entries(routes)) {
    const bound = bind(pattern, request.segments);
    if (bound === undefined) continue;
    known = true;
    const handler = methods[request.method];
    if (handler !== undefined) return handler({ request, param: (name) => bound.get(name) ?? '' });
  }
  throw known ? unsupportedOperation() : unsupportedPath();
}

/** The reply to a LIST: sorted names, folders with a trailing slash; 404 if empty. */
export function keysReply(keys: Iterable<string>): EngineReply {
  const sorted = [...new Set(keys)].sort();
  if (sorted.length === 0) throw nothingThere();
  return { data: { keys: sorted } };
}
