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

const objectInPath = ({ operation }: Named): ObjectInPath | undefined => {
  for (const [key, { in: where, complete }] of Object.entries(operation.parameters).toReversed()) {
    if (where === 'path' && complete !== undefined && isKindName(complete)) return { key, kind: complete };
  }
  return undefined;
};

/** Undefined if the path names no object. @param exists leaves out parts of the object, which may be missing */
export const subjectOf = (call: Named, exists = false): string | undefined => {
  if (objectInPath(call) !== undefined) return pathObjectOf(call, exists);
  const organization = textOf(call, 'organization_name');
  return organization === '' ? undefined : `organization ${shellWord(organization)}`;
};

export const pathObjectOf = (call: Named, exists = false): string | undefined => {
  const object = objectInPath(call);
  if (object === undefined) return undefined;
  const key = textOf(call, object.key);
  const name = call.found?.get(key) ?? key;
  if (name === '') return undefined;
  const part = exists ? undefined : call.operation.part;
  return `${part ?? nounOf(object.kind)} ${shellWord(name)}`;
};

export const requestTo = ({ summary }: Pick<Operation, 'summary'>): string =>
  `the request to ${summary.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase())}`;

/** The namespace that a server uses if none is given. */
const defaultNamespace = ({ context, default: value }: Parameter): string | undefined =>
  context === 'namespace' ? value : undefined;

export const missingObject = (call: Named): MissingObject | undefined => {
  const object = objectInPath(call);
  const name = object && call.input[object.key];
  if (object === undefined || typeof name !== 'string') return undefined;
  const scope = Object.entries(call.operation.parameters)
    .filter(([, { context }]) => context !== undefined)
    .map(([key, parameter]) => [key, call.input[key] ?? defaultNamespace(parameter)]);
  return { kind: object.kind, name, scope: Object.fromEntries(scope) };
};

export const mountOfRequest = (call: Named): string => {
  const key = Object.entries(call.operation.parameters).find(([, { context }]) => context === 'mount')?.[0];
  return key === undefined ? 'the secrets engine' : `mount ${shellWord(textOf(call, key))}`;
};

export const placeOfRequest = (call: Call, without?: 'mount'): string => {
  const { operation, request, service, server } = call;
  // Without an object in the path, the request is about the organization.
  const alone = objectInPath(call) === undefined;
  const scope = service.scopeOf(request, operation);
  const texts = scopeTexts(scope, (part) => part === without || (part === 'organization' && alone));
  return `${texts.length === 0 ? '' : ` in ${texts.join(', ')}`} at ${server.endpoint.baseUrl}`;
};
