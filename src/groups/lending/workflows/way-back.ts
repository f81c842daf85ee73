/** Warns before something is lent that the token will not be allowed to give it back. */
import { at, isArray } from '../../../model/json/json.ts';
import { TrivetError } from '../../../model/error.ts';
import type { Endpoint } from '../../../profiles/endpoint.ts';
import type { Session } from '../../../engine/session/session.ts';
import { policyLine } from './give-back.ts';
import type { Returnable } from './loan.ts';

/** What the token may do at these paths; undefined where the server does not show it. */
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

/** Sends nothing with a token of a few requests, which the lend needs itself. */
export const warnOfNoWayBack = async (
  session: Session,
  endpoint: Endpoint,
  { named, ways }: Returnable,
): Promise<void> => {
  if (ways.length === 0 || (await endpoint.token())?.session?.uses !== undefined) return;
  const capabilities = await capabilitiesAt(session, endpoint, ways);
  if (capabilities === undefined || capabilities.some((one) => one === 'update' || one === 'root')) return;
  session.reporter.warn(
    `the token is not allowed to give back ${named}: its lease stays until it ends. A policy that allows it has: ${policyLine}`,
  );
};
