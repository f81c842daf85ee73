import { madeOnce } from '../../system/values/made-once.ts';
import { generic } from '../../catalogue/product.ts';
import type { Tls } from '../../catalogue/http.ts';
import type { ServiceName } from '../../catalogue/product.ts';
import type { TlsPlan, TokenAccess, UnreadToken } from '../../config/candidate.ts';
import { serverChoiceOf } from './chosen-at-start.ts';
import type { Endpoint, ResolutionFlags, Source, Token } from '../../config/endpoint.ts';
import type { Surroundings } from '../../system/surroundings.ts';
import { planCandidate, planEndpoint, type Plan } from './plan.ts';
import { profileCandidate } from '../../config/file/profile-candidate.ts';
import type { Profile } from '../../config/file/profile.ts';

const readerOf = (plan: UnreadToken | undefined): Endpoint['token'] =>
  plan === undefined
    ? () => Promise.resolve(undefined)
    : madeOnce(async () => ({
        value: await plan.read(),
        source: plan.source,
        session: plan.session,
        keeper: plan.keeper,
      }));

const tokenOf = (plan: UnreadToken | undefined): Pick<Endpoint, 'token' | 'replaceToken' | 'tokenAsks'> => {
  const first = readerOf(plan);
  let latest: Promise<Token> | undefined;
  return {
    token: () => latest ?? first(),
    replaceToken: (token) => {
      latest = Promise.resolve(token);
    },
    tokenAsks: plan?.asks === true,
  };
};

const sourcesOf = ({ address, token, tls, context, product }: Plan): Readonly<Record<string, Source>> => {
  const all: readonly (readonly [string, Source | undefined])[] = [
    ['url', address.source],
    ['token', token?.source],
    ['product', product?.source ?? 'default'],
    ['ca', tls.ca?.source],
    ['cert', tls.cert?.source],
    ['key', tls.key?.source],
    ['serverName', tls.serverName?.source],
    ['organization', context.organization?.source],
    ['namespace', context.namespace?.source],
    ['region', context.region?.source],
    ...Object.entries(context.mounts).map(([name, mount]): [string, Source] => [
      `mount.${name}`,
      mount.source,
    ]),
  ];
  return Object.fromEntries(
    all.flatMap(([name, source]): [string, Source][] => (source === undefined ? [] : [[name, source]])),
  );
};

const tlsOf = async (plan: TlsPlan): Promise<Tls> => {
  const { ca, cert, key, serverName } = plan;
  if (ca === undefined && cert === undefined && key === undefined) return { serverName: serverName?.value };
  const { readTls } = await import('../../config/tls-files.ts');
  return readTls(plan);
};

const endpointOf = async (service: ServiceName, plan: Plan, flags: ResolutionFlags): Promise<Endpoint> => {
  const { address, context, product, notices } = plan;
  return {
    service,
    product: product?.value ?? generic,
    edition: product?.edition,
    version: product?.version,
    profile: plan.profile,
    readOnly: plan.readOnly,
    protection: plan.protection,
    receiptDays: plan.receiptDays,
    productChosen: product !== undefined,
    baseUrl: address.baseUrl,
    ...tokenOf(plan.token),
    tls: await tlsOf(plan.tls),
    headers: flags.header ?? [],
    socketPath: address.socketPath,
    context,
    sources: sourcesOf(plan),
    notices,
  };
};

/**
 * @throws TrivetError exit 3 for wrong or mixed settings; `token()` rejects with exit 3 if the token must not be
 * sent to this address
 */
export const resolveEndpoint = async (
  service: ServiceName,
  flags: ResolutionFlags,
  surroundings: Surroundings,
  access: TokenAccess = {},
): Promise<Endpoint> => {
  const plan = await planEndpoint(service, flags, surroundings, access);
  surroundings.refuseServer?.(service, serverChoiceOf(plan));
  return endpointOf(service, plan, flags);
};

export const resolveProfile = (
  service: ServiceName,
  name: string,
  profile: Profile,
  surroundings: Surroundings,
  access: TokenAccess = {},
): Promise<Endpoint> => {
  const candidate = profileCandidate(service, name, profile, surroundings, access);
  return endpointOf(service, planCandidate(service, candidate), {});
};
