/** Names the object of a request in messages: kind, name and place. */
import { shellWord } from '../catalogue/text/shell-words.ts';
import { fillText } from './context.ts';
import type { MissingObject } from '../system/error.ts';
import type { KindName } from '../catalogue/kind-name.ts';
import { isKindName, nounOf } from '../catalogue/kind-name.ts';
import type { Operation } from '../catalogue/operation.ts';
import { scopeTexts } from '../catalogue/target.ts';
import type { Call } from './call.ts';
import type { Parameter } from '../catalogue/parameter.ts';

type Named = Pick<Call, 'operation' | 'input' | 'found'>;

const textOf = ({ input }: Named, key: string): string => fillText(`{${key}}`, input);

interface ObjectInPath {
  readonly key: string;
  readonly kind: KindName;
}

/** The last path parameter that takes the name of an object. */
const objectInPath = ({ operation }: Named): ObjectInPath | undefined => {
  for (const [key, { in: where, complete }] of Object.entries(operation.parameters).toReversed()) {
    if (where === 'path' && complete !== undefined && isKindName(complete)) return { key, kind: complete };
  }
  return undefined;
};

/**
 * Returns `job web`, `role web`; undefined where the path names no object.
 * @param exists leaves out what hangs on the object: only that can be missing
 */
export const subjectOf = (call: Named, exists = false): string | undefined => {
  if (objectInPath(call) !== undefined) return pathObjectOf(call, exists);
  const organization = textOf(call, 'organization_name');
  return organization === '' ? undefined : `organization ${shellWord(organization)}`;
};

/** The object in the path; undefined where there is none. */
export const pathObjectOf = (call: Named, exists = false): string | undefined => {
  const object = objectInPath(call);
  if (object === undefined) return undefined;
  const key = textOf(call, object.key);
  const name = call.found?.get(key) ?? key;
  if (name === '') return undefined;
  const part = exists ? undefined : call.operation.part;
  return `${part ?? nounOf(object.kind)} ${shellWord(name)}`;
};

/** `the request to list workspaces`: the summary of the operation as a part of a sentence. */
export const requestTo = ({ summary }: Pick<Operation, 'summary'>): string =>
  `the request to ${summary.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase())}`;

/** The namespace that a server takes where none is given. */
const defaultNamespace = ({ context, default: value }: Parameter): string | undefined =>
  context === 'namespace' ? value : undefined;

/** The object that a request was about and did not find; undefined where the path names none. */
export const missingObject = (call: Named): MissingObject | undefined => {
  const object = objectInPath(call);
  const name = object && call.input[object.key];
  if (object === undefined || typeof name !== 'string') return undefined;
  const scope = Object.entries(call.operation.parameters)
    .filter(([, { context }]) => context !== undefined)
    .map(([key, parameter]) => [key, call.input[key] ?? defaultNamespace(parameter)]);
  return { kind: object.kind, name, scope: Object.fromEntries(scope) };
};

/** `mount pki`: the engine that the path begins with. */
export const mountOfRequest = (call: Named): string => {
  const key = Object.entries(call.operation.parameters).find(([, { context }]) => context === 'mount')?.[0];
  return key === undefined ? 'the secrets engine' : `mount ${shellWord(textOf(call, key))}`;
};

/** ` in namespace default at https://host`: the scope of the request and its server. */
export const placeOfRequest = (call: Call, without?: 'mount'): string => {
  const { operation, request, service, server } = call;
  // Without an object of its own the organization is what the request is about.
  const alone = objectInPath(call) === undefined;
  const scope = service.scopeOf(request, operation);
  const texts = scopeTexts(scope, (part) => part === without || (part === 'organization' && alone));
  return `${texts.length === 0 ? '' : ` in ${texts.join(', ')}`} at ${server.endpoint.baseUrl}`;
};
