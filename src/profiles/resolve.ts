/** Where one service is and how to speak to it, from flags, variables, profiles and the vendors' files. */
import { Exit, localError, TrivetError } from '../model/error.ts';
import type { ServiceName } from '../model/product.ts';
import { parseBaseUrl, suffixOf, type BaseUrl } from './base-url.ts';
import type { Candidate, ContextPlan, TlsPlan, TokenAccess, TokenPlan } from './candidate.ts';
import { chooseSource } from './choose.ts';
import type { Context, Endpoint, ResolutionFlags, Source, Sourced, Surroundings, Token } from './endpoint.ts';
import { checkProduct, ownCandidate, ownPrefix } from './own-variables.ts';
import { filePlan } from './token-plan.ts';
import { readTls } from './tls-files.ts';

type Address = BaseUrl & { readonly source: Source };

const noAddress = (service: ServiceName): TrivetError =>
  new TrivetError('no-address', Exit.local, `nothing says where ${service} is`, {
    hint:
      `trivet profile set NAME --${service}-url https://host${suffixOf[service]}, ` +
      `or set ${ownPrefix(service)}URL, or try it without a server: trivet sandbox exec -- trivet …`,
  });

const refusing = (source: Source, error: TrivetError): TokenPlan => ({
  source,
  read: () => Promise.reject(error),
});

/**
 * The token for `address`. A token that belongs to another origin is refused when it is asked for, not dropped: a
 * request that needs none may go.
 */
const planToken = (
  address: Address,
  flagFile: TokenPlan | undefined,
  own: TokenPlan | undefined,
  base: Candidate | undefined,
): TokenPlan | undefined => {
  const explicit = flagFile ?? own;
  const foreign = base?.url !== undefined && base.url.origin !== address.origin ? base.url : undefined;
  let plan = explicit ?? base?.token;
  if (plan === undefined) return undefined;
  if (explicit === undefined && (foreign !== undefined || base?.url === undefined)) {
    return refusing(
      plan.source,
      localError(
        `the token of ${plan.source} belongs to ${foreign?.origin ?? 'no address'} and is not sent to ` +
          `${address.origin} (${address.source})`,
        'give the token for that address with --token-file FILE',
      ),
    );
  }
  if (explicit !== undefined && base?.kind === 'vendor' && address.source === base.url?.source) {
    plan = refusing(
      explicit.source,
      localError(
        `the token of ${explicit.source} is not sent to an address from ${address.source} (${address.origin})`,
        `name the address too: --base-url ${address.baseUrl}`,
      ),
    );
  }
  if (!address.exposed || base?.allowHttp === true) return plan;
  return refusing(
    plan.source,
    localError(
      `${address.origin} (${address.source}) is plain HTTP on another machine: the token would be readable on the way`,
      'use https://, or a profile with --allow-http',
    ),
  );
};

const merge = <T>(...plans: readonly (T | undefined)[]): T | undefined =>
  plans.find((plan) => plan !== undefined);

const planTls = (flags: ResolutionFlags, own: TlsPlan | undefined, base: TlsPlan | undefined): TlsPlan => {
  const caFile = flags.caFile;
  // A certificate and its key come from one place.
  const client = own?.cert !== undefined || own?.key !== undefined ? own : base;
  return {
    ca: caFile === undefined ? (own?.ca ?? base?.ca) : { kind: 'file', path: caFile, source: '--ca-file' },
    cert: client?.cert,
    key: client?.key,
    serverName: base?.serverName,
  };
};

const planContext = (
  flags: ResolutionFlags,
  first: ContextPlan | undefined,
  second: ContextPlan | undefined,
): Context => {
  const pick = (name: 'organization' | 'namespace' | 'region'): Sourced<string> | undefined => {
    const flag = flags[name];
    if (flag !== undefined) return { value: flag, source: `--${name}` };
    return merge(first?.[name], second?.[name]);
  };
  return {
    organization: pick('organization'),
    namespace: pick('namespace'),
    region: pick('region'),
    mounts: first?.mounts ?? second?.mounts ?? {},
  };
};

const once = (plan: TokenPlan | undefined): (() => Promise<Token | undefined>) => {
  let reading: Promise<Token | undefined> | undefined;
  return () =>
    (reading ??=
      plan === undefined
        ? Promise.resolve(undefined)
        : plan.read().then((value) => ({ value, source: plan.source })));
};

const sourcesOf = (
  address: Address,
  token: TokenPlan | undefined,
  tls: TlsPlan,
  context: Context,
  product: Source,
): Readonly<Record<string, Source>> => {
  const all: Record<string, Source | undefined> = {
    url: address.source,
    token: token?.source,
    product,
    ca: tls.ca?.source,
    cert: tls.cert?.source,
    key: tls.key?.source,
    serverName: tls.serverName?.source,
    organization: context.organization?.source,
    namespace: context.namespace?.source,
    region: context.region?.source,
  };
  for (const [name, mount] of Object.entries(context.mounts)) all[`mount.${name}`] = mount.source;
  const known = Object.entries(all).flatMap(([name, source]): [string, Source][] =>
    source === undefined ? [] : [[name, source]],
  );
  return Object.fromEntries(known);
};

/**
 * Resolves one service. Throws exit 3 for anything that is wrong or mixed; `token()` of the result rejects with
 * exit 3 when the token that was found may not go to this address.
 */
export const resolveEndpoint = async (
  service: ServiceName,
  flags: ResolutionFlags,
  surroundings: Surroundings,
  access: TokenAccess = {},
): Promise<Endpoint> => {
  const own = ownCandidate(service, surroundings, access);
  const { base, notices } = chooseSource({ service, flags, own, surroundings, access });
  const flagUrl: Address | undefined =
    flags.baseUrl === undefined
      ? undefined
      : { ...parseBaseUrl(flags.baseUrl, '--base-url', service), source: '--base-url' };
  const address = flagUrl ?? base?.url;
  if (address === undefined) throw noAddress(service);

  // Product, TLS and context belong to the address they were set for.
  const sameBase = base?.url?.origin === address.origin ? base : undefined;
  const ownApplies =
    flags.profile === undefined && (own.url === undefined || own.url.origin === address.origin);
  const overlay = ownApplies ? own : undefined;
  const flagToken =
    flags.tokenFile === undefined
      ? undefined
      : filePlan(flags.tokenFile, '--token-file', surroundings, access);
  const token = planToken(address, flagToken, flags.profile === undefined ? own.token : undefined, base);
  const tls = planTls(flags, overlay?.tls, sameBase?.tls);
  const context =
    flags.profile === undefined
      ? planContext(flags, own.context, sameBase?.context)
      : planContext(flags, sameBase?.context, own.context);
  const product =
    flags.product === undefined
      ? (overlay?.product ?? sameBase?.product)
      : checkProduct(service, flags.product, '--product');
  return {
    service,
    product: product?.value ?? 'documented',
    productChosen: product !== undefined,
    baseUrl: address.baseUrl,
    token: once(token),
    tls: await readTls(tls),
    socketPath: address.socketPath,
    context,
    sources: sourcesOf(address, token, tls, context, product?.source ?? 'default'),
    notices,
  };
};
