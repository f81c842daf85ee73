import { localError } from '../../system/error.ts';
import { isServiceName } from '../../catalogue/product.ts';
import type { Session } from '../../run/session/session.ts';
import type { Receipt } from '../../run/log/read.ts';
import type { RecordedChange } from '../../run/log/change-log.ts';
import type { Endpoint } from '../../config/endpoint.ts';
import { shellWord } from '../../catalogue/text/shell-words.ts';
import { sameServer } from '../../catalogue/target.ts';

const wayTo = (
  url: string,
  profile: string | undefined,
  { profile: used, service, sources }: Endpoint,
): string => {
  if (profile === undefined) return `--base-url ${url}`;
  // The profile has another address now.
  if (used === profile) return `trivet profile set ${shellWord(profile)} --${service}-url ${url}`;
  const { url: source = '' } = sources;
  const without = source.startsWith('TRIVET_') ? `, and unset ${source}` : '';
  return `--profile ${shellWord(profile)}${without}`;
};

/** @throws TrivetError local, if this run reaches another server or namespace */
const checkOriginOf = async (
  session: Session,
  { id, profile }: Receipt,
  change: RecordedChange,
): Promise<void> => {
  const { service, url } = change;
  if (!isServiceName(service)) throw localError(`the receipt ${id} names no service that trivet knows`);
  const endpoint = await session.endpoint(service);
  if (!sameServer(endpoint.baseUrl, url))
    throw localError(
      `the receipt ${id} is of ${url}, and this run would use ${endpoint.baseUrl} (${endpoint.sources['url'] ?? ''})`,
      `To reach the server of the receipt: ${wayTo(url, profile, endpoint)}`,
    ).with({ details: { effect: 'not-sent' } });
  const operation = await session.program.catalogue.operation(change.operation);
  // The receipt leaves out the server's defaults, and nothing may replace them.
  const { organization, namespace: space, region } = endpoint.context;
  const context = { organization, namespace: space, region };
  for (const [key, { context: what }] of Object.entries(operation?.parameters ?? {})) {
    if (what === undefined || what === 'mount' || change.input[key] !== undefined) continue;
    const other = context[what];
    if (other !== undefined)
      throw localError(
        `the receipt ${id} names no ${what}, and this run would use ${other.value} (${other.source})`,
        `Run it without that ${what}.`,
      ).with({ details: { effect: 'not-sent' } });
  }
};

/** @throws TrivetError local, if this run reaches another server or namespace */
export const checkOrigin = async (
  session: Session,
  receipt: Receipt,
  changes: readonly RecordedChange[],
): Promise<void> => {
  // Nothing is sent for a change without an undo.
  const sent = changes.filter(({ final }) => final === undefined);
  for (const change of sent) await checkOriginOf(session, receipt, change);
};
