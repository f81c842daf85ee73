/** What a request is about, in words: kind, name and where, for messages. */
import { fillText, shellWord } from './context.ts';
import type { HttpRequest } from '../http/http.ts';
import type { Operation } from '../model/operation.ts';
import type { InputRecord } from '../model/parameter.ts';

/** The last path parameter names the object; its metavar says of which kind it is. */
const kinds: Readonly<Record<string, string>> = {
  id: 'message',
  name: 'static role',
  serial: 'certificate',
  set: 'library set',
};

/** What hangs on an object and may be missing beside it: a prefix of operation ids, and its name. */
const parts: readonly (readonly [prefix: string, name: string])[] = [
  ['workspace.retention-policy.', 'data retention policy of workspace'],
  ['workspace.ssh-key.', 'SSH key or workspace'],
  ['job.submission', 'submission of job'],
];

interface Spoken {
  readonly operation: Operation;
  readonly input: InputRecord;
}

/** A request as it was made. */
interface Made extends Spoken {
  readonly request: Pick<HttpRequest, 'headers'>;
  readonly baseUrl: string;
}

const textOf = ({ input }: Spoken, key: string): string => fillText(`{${key}}`, input);

const objectKey = ({ operation }: Spoken): string | undefined =>
  Object.entries(operation.parameters).findLast(
    ([, { in: where, context, metavar }]) =>
      where === 'path' && context === undefined && metavar !== undefined,
  )?.[0];

/** `job web`, `role web`; undefined where the path names no object. */
export const subjectOf = (asked: Spoken): string | undefined => {
  const { operation } = asked;
  const key = objectKey(asked);
  if (key === undefined) {
    const organization = textOf(asked, 'organization_name');
    return organization === '' ? undefined : `organization ${shellWord(organization)}`;
  }
  const name = textOf(asked, key);
  if (name === '') return undefined;
  const metavar = operation.parameters[key]?.metavar ?? '';
  const kind = parts.find(([prefix]) => operation.id.startsWith(prefix))?.[1] ?? kinds[metavar] ?? metavar;
  return `${kind} ${shellWord(name)}`;
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
    const value = textOf(asked, key) || (context === 'namespace' ? (parameter.default ?? '') : '');
    return value === '' ? [] : [`${context} ${shellWord(value)}`];
  });

/** ` in namespace default at https://host`: the scope of the request and its server. */
export const placeOfRequest = (asked: Made, without?: 'mount'): string => {
  const { operation, baseUrl } = asked;
  // Without an object of its own the organization is what the request is about.
  const alone = objectKey(asked) === undefined;
  const scopes = scopesOf(asked, (key) => {
    const context = operation.parameters[key]?.context;
    return context === without || (context === 'organization' && alone);
  });
  const namespace = asked.request.headers['x-vault-namespace'];
  const all = namespace === undefined ? scopes : [...scopes, `namespace ${shellWord(namespace)}`];
  return `${all.length === 0 ? '' : ` in ${all.join(', ')}`} at ${baseUrl}`;
};
