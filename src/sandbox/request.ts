import type { IncomingMessage } from 'node:http';
import type { RequestHead } from './listener-context.ts';
import type { Tokens } from './tokens.ts';

function plainHeaders(message: IncomingMessage): Record<string, string> {
  const result: Record<string, string> = {};
  for (const [name, value] of Object.entries(message.headers)) {
    if (value !== undefined) result[name] = Array.isArray(value) ? value.join(', ') : value;
  }
  return result;
}

export function describeRequest(message: IncomingMessage, isList: boolean, tokens: Tokens): RequestHead {
  const target = message.url ?? '';
  const mark = target.indexOf('?');
  const headers = plainHeaders(message);
  const search = mark === -1 ? '' : target.slice(mark + 1);
  return {
    method: isList ? 'LIST' : (message.method ?? 'GET').toUpperCase(),
    path: mark === -1 ? target : target.slice(0, mark),
    search,
    query: new URLSearchParams(search),
    headers,
    ...tokens.resolve(headers),
  };
}
