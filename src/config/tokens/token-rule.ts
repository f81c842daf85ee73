/** A token is sent only to the address that its source names, and that it was stored for. */
import { localError, type TrivetError } from '../../system/error.ts';
import type { ServiceName } from '../../catalogue/product.ts';
import type { Address, EndpointCandidate, UnreadToken } from '../candidate.ts';
import type { Source } from '../endpoint.ts';

const refusing = (source: Source, refused: TrivetError): UnreadToken => ({
  source,
  refused,
  read: () => Promise.reject(refused),
});

const foreign = (source: Source, owner: string, address: Address): TrivetError =>
  localError(
    `the token of ${source} belongs to ${owner} and is not sent to ${address.origin} (${address.source})`,
    'Give the token for that address with --token-file FILE.',
  );

/**
 * The error for an edited profile: it has another address than its stored token.
 * @param profile the owner of the token
 */
export const storedElsewhere = (
  { source, origin = '' }: Pick<UnreadToken, 'source' | 'origin'>,
  address: Address,
  service: ServiceName,
  profile = 'NAME',
): TrivetError => {
  const former = origin.startsWith('unix:') ? origin : `${origin}${address.basePath}`;
  return localError(
    `the token of ${source} was stored for ${origin} and is not sent to ${address.origin} (${address.source})`,
    `If the new address is right, log in there: trivet login ${service} --profile ${profile}\n` +
      `Otherwise restore the former one: trivet profile set ${profile} --${service}-url ${former}`,
  );
};

const unpaired = (source: Source, address: Address): TrivetError =>
  localError(
    `the token of ${source} is not sent to an address from ${address.source} (${address.origin})`,
    `Name the address too: --base-url ${address.baseUrl}`,
  );

const readable = (address: Address, service: ServiceName): TrivetError =>
  localError(
    `${address.origin} (${address.source}) is plain HTTP on another machine: the token could be read on the way`,
    `Use https://, or allow it in a profile: trivet profile set NAME --${service}-allow-http`,
  );

/**
 * The token for `address`: `explicit` (from `--token-file` or TRIVET_*), or that of `base`. A token that is not
 * allowed there is refused when it is read, since a request without a token can still be sent.
 */
export const tokenFor = (
  address: Address,
  explicit: UnreadToken | undefined,
  base: EndpointCandidate | undefined,
  service: ServiceName,
): UnreadToken | undefined => {
  const plan = explicit ?? base?.token;
  if (plan === undefined) return undefined;
  const own = base?.url?.origin === address.origin;
  if (explicit === undefined && !own) {
    if (plan.origin === address.origin && base?.url !== undefined)
      return refusing(plan.source, storedElsewhere(plan, base.url, service, base.profile));
    const owner = plan.origin ?? base?.url?.origin ?? 'another address';
    return refusing(plan.source, foreign(plan.source, owner, address));
  }
  if (plan.origin !== undefined && plan.origin !== address.origin)
    return refusing(plan.source, storedElsewhere(plan, address, service, base?.profile));
  if (explicit !== undefined && base?.kind === 'vendor' && address.source === base.url?.source) {
    return refusing(plan.source, unpaired(plan.source, address));
  }
  if (address.exposed && !(own && base.allowHttp === true))
    return refusing(plan.source, readable(address, service));
  return plan;
};
