/** Where a change goes, for questions: a name by itself does not distinguish staging from production. */
import type { Operation } from '../catalogue/operation.ts';
import type { InputRecord } from '../catalogue/parameter.ts';
import { fillText, inScopes } from '../services/context.ts';
import { headerNamespace, scopesOf } from '../services/subject.ts';
import type { Session } from './session/session.ts';

/**
 * Returns `namespace default at https://host, profile prod`.
 * @param template the question; anything that it names itself is not repeated
 */
export const placeOfChange = async (
  session: Session,
  operation: Operation | undefined,
  input: InputRecord,
  template: string,
): Promise<string> => {
  if (operation === undefined) return '';
  const endpoint = await session.endpoint(operation.service);
  const { baseUrl, sources } = endpoint;
  const words = Object.values(input).filter((value) => typeof value === 'string');
  // `acme/dns-prod` contains its organization.
  const isNamed = (key: string): boolean =>
    template.includes(`{${key}}`) || words.some((word) => word.startsWith(`${fillText(`{${key}}`, input)}/`));
  const scopes = scopesOf({ operation, input: inScopes(operation, input, endpoint) }, isNamed);
  const all = [...scopes, ...headerNamespace(operation, endpoint)];
  const profile = /^profile "?([^"]*)"?$/.exec(sources['url'] ?? '')?.[1];
  const by = profile === undefined ? '' : `, profile ${profile}`;
  return `${all.length === 0 ? '' : `${all.join(', ')} at `}${baseUrl}${by}`;
};
