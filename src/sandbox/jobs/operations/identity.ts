/** Records by their own ID, whatever their namespace. */
import { denied, Refusal } from '../wire/failure.ts';
import { allows, type Capability } from './access.ts';
import type { Call } from './call.ts';

export function checkId(id: string, table: 'alloc' | 'deployment' | 'eval' | 'node'): void {
  if (/^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/iu.test(id)) return;
  throw new Refusal(500, `${table} lookup failed: index error: UUID must be 36 characters`);
}

/** A missing ID is missing for everybody with a token of the server, or with none. */
export function owned<T extends { readonly namespace: string }>(
  call: Call,
  found: T | undefined,
  unknown: Refusal,
  ...anyOf: readonly Capability[]
): T {
  const { presented, principal } = call.request;
  if (presented && principal === undefined) throw denied();
  if (found === undefined) throw unknown;
  if (!permits(call, found.namespace, ...anyOf)) throw denied();
  return found;
}

export function permits(call: Call, namespace: string, ...anyOf: readonly Capability[]): boolean {
  return anyOf.some((one) => allows(call.request.principal, namespace, one));
}
