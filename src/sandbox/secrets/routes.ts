/** `roles/:name` matches one segment, `lookup/*prefix` the rest. */
import type { EngineReply, EngineRequest } from './engine.ts';
import { EngineError, RouteError } from './engine.ts';

export type Method = EngineRequest['method'];

export interface Call<R extends EngineRequest = EngineRequest> {
  readonly request: R;
  /** Empty if the pattern lacks it. */
  readonly param: (name: string) => string;
}

export type Handler<R extends EngineRequest = EngineRequest> = (
  call: Call<R>,
) => EngineReply | Promise<EngineReply>;

export type Routes<R extends EngineRequest = EngineRequest> = Readonly<
  Record<string, Readonly<Partial<Record<Method, Handler<R>>>>>
>;

/** The service's form of an error. */
export function wrapped(message: string): string {
  return `1 error occurred:\n\t* ${message}\n\n`;
}

export function unsupportedPath(): EngineError {
  return new RouteError(404, wrapped('unsupported path'));
}

export function unsupportedOperation(): EngineError {
  return new RouteError(405, wrapped('unsupported operation'));
}

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

/** The first matching pattern decides: 405 without the method; 404 without a match. */
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

export function keysReply(keys: Iterable<string>): EngineReply {
  const sorted = [...new Set(keys)].sort();
  if (sorted.length === 0) throw nothingThere();
  return { data: { keys: sorted } };
}
