/** Names the object of a request in messages: kind, name and place. */
import { fillText, shellWord } from './context.ts';
import type { HttpRequest } from '../catalogue/http.ts';
import type { MissingObject } from '../system/error.ts';
import type { KindName } from '../catalogue/kind-name.ts';
import { isKindName, nounOf } from '../catalogue/kind-name.ts';
import type { Endpoint } from '../config/endpoint.ts';
import { serviceTraits } from '../catalogue/product.ts';
import type { Operation } from '../catalogue/operation.ts';
import type { InputRecord, Parameter } from '../catalogue/parameter.ts';

interface Spoken {
  readonly operation: Operation;
  readonly input: InputRecord;
  /** IDs, and the names that were typed for them. */
  readonly found?: ReadonlyMap<string, string>;
}

/** A request as it was made. */
interface Made extends Spoken {
  readonly request: Pick<HttpRequest, 'headers'>;
  readonly baseUrl: string;
}

const textOf = ({ input }: Spoken, key: string): string => fillText(`{${key}}`, input);

interface ObjectInPath {
  readonly key: string;
  readonly kind: KindName;
}

/** The last path parameter that takes the name of an object. */
const objectInPath = ({ operation }: Spoken): ObjectInPath | undefined => {
  for (const [key, { in: where, complete }] of Object.entries(operation.parameters).toReversed()) {
    if (where === 'path' && complete !== undefined && isKindName(complete)) return { key, kind: complete };
  }
  return undefined;
};

/**
 * Returns `job web`, `role web`; undefined where the path names no object.
 * @param exists leaves out what hangs on the object: only that can be missing
 */
export const subjectOf = (asked: Spoken, exists = false): string | undefined => {
  const object = objectInPath(asked);
  if (object === undefined) {
    const organization = textOf(asked, 'organization_name');
    return organization === '' ? undefined : `organization ${shellWord(organization)}`;
  }
  const key = textOf(asked, object.key);
  const name = asked.found?.get(key) ?? key;
  if (name === '') return undefined;
  const part = exists ? undefined : asked.operation.part;
  return `${part ?? nounOf(object.kind)} ${shellWord(name)}`;
};

/** `the request to list workspaces`: the summary of the operation as a part of a sentence. */
export const requestTo = ({ summary }: Pick<Operation, 'summary'>): string =>
  `the request to ${summary.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase())}`;

/** The namespace that a server takes where none is given. */
const defaultNamespace = ({ context, default: value }: Parameter): string | undefined =>
  context === 'namespace' ? value : undefined;

/** The object that a request was about and did not find; undefined where the path names none. */
export const missingObject = (asked: Spoken): MissingObject | undefined => {
  const object = objectInPath(asked);
  const name = object && asked.input[object.key];
  if (object === undefined || typeof name !== 'string') return undefined;
  const scope = Object.entries(asked.operation.parameters)
    .filter(([, { context }]) => context !== undefined)
    .map(([key, parameter]) => [key, asked.input[key] ?? defaultNamespace(parameter)]);
  return { kind: object.kind, name, scope: Object.fromEntries(scope) };
};

/** `mount pki`: the engine that the path begins with. */
export const mountOfRequest = (asked: Spoken): string => {
  const key = Object.entries(asked.operation.parameters).find(([, { context }]) => context === 'mount')?.[0];
  return key === undefined ? 'the secrets engine' : `mount ${shellWord(textOf(asked, key))}`;
};

/** `namespace default`: what the context gave or a flag said, but for the keys that are named already. */
export const scopesOf = (asked: Spoken, named: (key: string) => boolean): readonly string[] =>
  Object.entries(asked.operation.parameters).flatMap(([key, parameter]) => {
    const { context } = parameter;
    if (context === undefined || named(key)) return [];
    const value = textOf(asked, key) || (defaultNamespace(parameter) ?? '');
    return value === '' ? [] : [`${context} ${shellWord(value)}`];
  });

/** `namespace team`: the one that a header names on every request of the service. */
export const headerNamespace = (
  { service }: Pick<Operation, 'service'>,
  { context }: Pick<Endpoint, 'context'>,
): readonly string[] => {
  const namespace = serviceTraits[service].headers === undefined ? undefined : context.namespace?.value;
  return namespace === undefined ? [] : [`namespace ${shellWord(namespace)}`];
};

/** ` in namespace default at https://host`: the scope of the request and its server. */
export const placeOfRequest = (asked: Made, without?: 'mount'): string => {
  const { operation, baseUrl } = asked;
  // Without an object of its own the organization is what the request is about.
  const alone = objectInPath(asked) === undefined;
  const scopes = scopesOf(asked, (key) => {
    const context = operation.parameters[key]?.context;
    return context === without || (context === 'organization' && alone);
  });
  const namespace = asked.request.headers['x-vault-namespace'];
  const all = namespace === undefined ? scopes : [...scopes, `namespace ${shellWord(namespace)}`];
  return `${all.length === 0 ? '' : ` in ${all.join(', ')}`} at ${baseUrl}`;
};
