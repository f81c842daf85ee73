/** Sends plain requests to the workspace service of a new sandbox. */
import type { PrincipalName } from '../../support/sandbox-types.ts';
import { startSandbox } from '../../../src/sandbox/start.ts';
import type { Sandbox } from '../../../src/sandbox/start.ts';

export type Loose = Record<string, unknown>;

export interface Resource {
  readonly type: string;
  readonly id: string;
  readonly attributes: Loose;
  readonly relationships: Record<
    string,
    { readonly data: { readonly type: string; readonly id: string } | null }
  >;
}

export interface Reply {
  readonly status: number;
  readonly type: string | null;
  readonly data: Resource;
  readonly list: readonly Resource[];
  readonly included: readonly Resource[];
  readonly meta: { readonly pagination: Loose };
  readonly links: Loose;
  readonly errors: readonly { readonly status: string; readonly detail: string; readonly source?: Loose }[];
}

export let sandbox: Sandbox;
let running: Sandbox | undefined;

/** Replaces the last sandbox by a new one, at noon on 2026-03-01. */
export async function begin(empty = false): Promise<void> {
  await finish();
  const at = Date.parse('2026-03-01T12:00:00Z');
  sandbox = await startSandbox({ token: 'token', empty, begin: { at, frozen: true } });
  running = sandbox;
}

export async function finish(): Promise<void> {
  await running?.close();
  running = undefined;
}

export async function call(
  method: string,
  path: string,
  body?: unknown,
  as: PrincipalName = 'owner',
): Promise<Reply> {
  const response = await fetch(`${sandbox.urls.workspaces}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${sandbox.tokens[as]}`,
      ...(body === undefined ? {} : { 'content-type': 'application/vnd.api+json' }),
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  const parsed: unknown = text === '' ? {} : JSON.parse(text);
  const reply = parsed as Reply;
  return {
    ...reply,
    list: Array.isArray(reply.data) ? reply.data : [],
    status: response.status,
    type: response.headers.get('content-type'),
  };
}

export const WORKSPACES = '/organizations/demo/workspaces';

export const attributesBody = (attributes: Loose, relationships: Loose = {}): Loose => ({
  data: { type: 'workspaces', attributes, relationships },
});

export async function create(
  attributes: Loose,
  relationships: Loose = {},
  as: PrincipalName = 'owner',
): Promise<Reply> {
  return call('POST', WORKSPACES, attributesBody(attributes, relationships), as);
}

export async function update(id: string, attributes: Loose, relationships: Loose = {}): Promise<Reply> {
  return call('PATCH', `/workspaces/${id}`, attributesBody(attributes, relationships));
}

export async function named(name: string): Promise<Resource> {
  return (await call('GET', `${WORKSPACES}/${name}`)).data;
}

export async function names(query: Record<string, string>, as: PrincipalName = 'owner'): Promise<string[]> {
  const search = new URLSearchParams({ 'page[size]': '100', ...query });
  return (await call('GET', `${WORKSPACES}?${search.toString()}`, undefined, as)).list.map(({ attributes }) =>
    String(attributes['name']),
  );
}

export const pointers = (reply: Reply): string[] =>
  reply.errors.map(({ source }) => String(source?.['pointer']));
export const effects = (): string[] => sandbox.effects.list().map(({ what }) => what.split(' ')[0] ?? '');
