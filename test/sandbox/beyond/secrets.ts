/** Sends the recorded request of a secrets server to a sandbox, with the names that the sandbox has. */
import { expect } from 'vitest';
import type { Caller, Fields, Reply } from '../secrets-client.ts';
import { fieldsOf } from '../secrets-client.ts';
import { jsonOf, members, recorded } from './recorded.ts';

export interface Replacement {
  /** What the path says in place of the recorded text. */
  readonly path?: readonly (readonly [RegExp, string])[];
  readonly body?: Fields;
  /** Members whose names are data, such as serial numbers. */
  readonly open?: readonly string[];
  /** Members of the real reply that the sandbox does not have. */
  readonly absent?: readonly string[];
}

/** Replays an exchange; the status, the words of errors and warnings, and the members must be the same. */
export async function replayed(caller: Caller, name: string, replacement: Replacement = {}): Promise<Reply> {
  const real = recorded('secrets', name);
  const { method, query, body } = real.request;
  let path = real.request.path.slice('/v1/'.length);
  for (const [from, to] of replacement.path ?? []) path = path.replace(from, to);
  const search = query.length === 0 ? '' : `?${new URLSearchParams(Object.fromEntries(query)).toString()}`;
  const input = replacement.body ?? (body?.json === undefined ? undefined : fieldsOf(body.json));
  const reply = await caller.call(method, `${path}${search}`, input);
  const wanted = fieldsOf(jsonOf(real));
  const open = replacement.open ?? [];
  const { absent = [] } = replacement;
  expect([name, reply.status, reply.errors]).toEqual([name, real.response.status, wanted['errors'] ?? []]);
  expect([name, reply.warnings]).toEqual([name, wanted['warnings'] ?? []]);
  expect([name, ...members(fieldsOf(reply.body) as never, open)]).toEqual([
    name,
    ...members(wanted as never, open).filter((path) => !absent.includes(path)),
  ]);
  return reply;
}
