/** Checks before the loan whether the token can give back. */
import { at, isArray } from '../../../documents/json/json.ts';
import { Exit, TrivetError } from '../../../system/error.ts';
import type { Endpoint } from '../../../config/endpoint.ts';
import { loginLine } from '../../../services/login-words.ts';
import type { Session } from '../../../run/session/session.ts';
import { askTokenEnd } from '../../../run/session/token-end.ts';
import { isCounted, usesLeft } from '../../../run/session/token-uses.ts';
import { plural } from '../../../output/text/plural.ts';
import { policyLine } from './give-back.ts';
import type { Requests, Returnable } from './loan.ts';

/** Undefined if the server does not show the capabilities. */
const capabilitiesAt = async (
  session: Session,
  { service }: Endpoint,
  paths: readonly string[],
): Promise<readonly string[] | undefined> => {
  try {
    const { response, document } = await session.probe(service, '/sys/capabilities-self', {
      withToken: true,
      body: { paths },
    });
    const shown = paths.map((path) => at(document, 'data', path) ?? at(document, path));
    if (response.status !== 200 || !shown.every((one) => isArray(one))) return undefined;
    return shown.flat().map(String);
  } catch (error) {
    if (error instanceof TrivetError) return undefined;
    throw error;
  }
};

/** Not with a token of few requests, since the loan needs them. */
export const warnOfNoWayBack = async (
  session: Session,
  endpoint: Endpoint,
  { named, ways }: Returnable,
): Promise<void> => {
  if (ways.length === 0 || isCounted(await endpoint.token())) return;
  const capabilities = await capabilitiesAt(session, endpoint, ways);
  if (capabilities === undefined || capabilities.some((one) => one === 'update' || one === 'root')) return;
  session.reporter.warn(
    `the token is not allowed to give back ${named}: its lease stays until it ends. A policy that allows it has: ${policyLine}`,
  );
};

/** Refuses a loan with too few requests, since the server takes it back with the last one. */
export const refuseFewRequests = async (
  session: Session,
  endpoint: Endpoint,
  { taking, returning }: Requests,
): Promise<void> => {
  const needs = taking + returning;
  const { service, profile } = endpoint;
  await askTokenEnd(session, service, needs);
  const token = await endpoint.token();
  const left = usesLeft(token);
  if (left >= needs) return;
  const again = token?.session !== undefined && (token.session.uses ?? 0) >= needs;
  throw new TrivetError(
    'denied',
    Exit.denied,
    `the token is good for ${plural(left, 'request')}, and this command can need ${needs}`,
    {
      hint: again
        ? `Log in again: ${loginLine(service, profile ?? '', token?.session?.again)}`
        : 'Use a token that is good for more (num_uses, or token_num_uses of the role).',
    },
  );
};
