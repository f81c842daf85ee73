import { serviceTraits } from '../../catalogue/product.ts';
import { Exit, localError, TrivetError, usageError } from '../../system/error.ts';
import type { ServiceName } from '../../catalogue/product.ts';
import { shellWord } from '../../catalogue/text/shell-words.ts';
import { parseBaseUrl } from '../../config/base-url.ts';
import type {
  Address,
  EndpointCandidate,
  ContextPlan,
  TlsPlan,
  TokenAccess,
  UnreadToken,
} from '../../config/candidate.ts';
import { chooseSource, passedOver } from './choose-source.ts';
import type {
  Context,
  Endpoint,
  PassedOver,
  Protection,
  ResolutionFlags,
  Source,
  Sourced,
  SourcedProduct,
} from '../../config/endpoint.ts';
import { loadService } from '../index.ts';
import type { Surroundings } from '../../system/surroundings.ts';
import { readProfiles } from '../../config/file/profile-file.ts';
import { checkProduct, ownCandidate, ownPrefix } from '../../config/own-variables.ts';
import { filePlan } from '../../config/tokens/unread-token.ts';
import { protectedVariable, readOnlyRun } from '../../config/read-only.ts';
import { tokenFor } from '../../config/tokens/token-rule.ts';

export interface Plan {
  readonly address: Address;
  readonly token: UnreadToken | undefined;
  readonly tls: TlsPlan;
  readonly context: Context;
  readonly product: SourcedProduct | undefined;
  readonly notices: readonly string[];
  readonly remarks: readonly string[];
  readonly profile: string | undefined;
  readonly readOnly: Endpoint['readOnly'];
  readonly receiptDays: number | undefined;
  readonly protection: Protection | undefined;
}

const noAddress = (service: ServiceName, profile = 'NAME'): TrivetError =>
  new TrivetError('no-address', Exit.local, `no address is configured for the ${service} service`, {
    hint:
      `Run trivet profile set ${profile} --${service}-url https://host${serviceTraits[service].suffix}, ` +
      `or set ${ownPrefix(service)}URL, or try it without a server: trivet sandbox exec -- trivet …`,
  });

/** Control characters come from a faulty paste; neither headers nor paths can contain them. */
const printable = (value: string): boolean => !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(value);

/**
 * @throws TrivetError exit 3 (2 for a flag) for control characters, and for a namespace of secrets that no header can
 * contain
 */
const checked = (
  service: ServiceName,
  name: string,
  found: Sourced<string> | undefined,
): Sourced<string> | undefined => {
  if (found === undefined) return undefined;
  const fail = found.source.startsWith('--') ? usageError : localError;
  const shown = JSON.stringify(found.value.slice(0, 80));
  if (!printable(found.value)) {
    throw fail(
      `the ${name} from ${found.source} has a control character: ${shown}`,
      'Look for a line break in the value.',
    );
  }
  const inHeader = name === 'namespace' && serviceTraits[service].headers !== undefined;
  if (inHeader && !/^[ -~]*$/.test(found.value)) {
    throw fail(`the namespace from ${found.source} is not ASCII: ${shown}`);
  }
  return found;
};

const planTls = (
  service: ServiceName,
  flags: ResolutionFlags,
  own: TlsPlan | undefined,
  base: TlsPlan | undefined,
): TlsPlan => {
  // A certificate and its key come from one source.
  const client = own?.cert !== undefined || own?.key !== undefined ? own : base;
  return {
    ca:
      flags.caFile === undefined
        ? (own?.ca ?? base?.ca)
        : { kind: 'file', path: flags.caFile, source: '--ca-file' },
    cert: client?.cert,
    key: client?.key,
    serverName: checked(service, 'TLS server name', base?.serverName),
  };
};

const planContext = (
  service: ServiceName,
  flags: ResolutionFlags,
  first: ContextPlan | undefined,
  second: ContextPlan | undefined,
): Context => {
  const pick = (name: 'organization' | 'namespace' | 'region'): Sourced<string> | undefined => {
    const flag = flags[name];
    if (flag !== undefined) return checked(service, name, { value: flag, source: `--${name}` });
    return checked(service, name, first?.[name] ?? second?.[name]);
  };
  const mounts = first?.mounts ?? second?.mounts ?? {};
  for (const [engine, mount] of Object.entries(mounts)) checked(service, `${engine} mount`, mount);
  return {
    organization: pick('organization'),
    namespace: pick('namespace'),
    region: pick('region'),
    mounts,
  };
};

const protectionOf = (
  { baseUrl, socketPath }: Address,
  of: EndpointCandidate | undefined,
  variable: Source | undefined,
): Protection | undefined => {
  const source = of?.protected === true ? of.label : variable;
  if (source === undefined) return undefined;
  const address = socketPath ?? baseUrl;
  return {
    name: of?.profile ?? (socketPath === undefined ? new URL(baseUrl).host : address),
    address,
    source,
  };
};

export const planCandidate = (service: ServiceName, candidate: EndpointCandidate): Plan => {
  const { url, tls, context, product } = candidate;
  if (url === undefined) throw noAddress(service);
  return {
    address: url,
    token: tokenFor(url, undefined, candidate, service),
    tls: planTls(service, {}, undefined, tls),
    context: planContext(service, {}, context, undefined),
    product,
    notices: [],
    remarks: candidate.remarks ?? [],
    profile: candidate.profile,
    readOnly: candidate.readOnly === true ? candidate.label : undefined,
    protection: protectionOf(url, candidate, undefined),
    receiptDays: candidate.receiptDays,
  };
};

const noticeOf = ({ variable, value, used }: PassedOver): string =>
  `${variable} (${shellWord(value)}) is not used: ${used} is, and changes are refused`;

/** @throws TrivetError exit 3 for wrong or mixed settings, and without an address */
export const planEndpoint = async (
  service: ServiceName,
  flags: ResolutionFlags,
  surroundings: Surroundings,
  access: TokenAccess,
): Promise<Plan> => {
  await loadService(service);
  const own = ownCandidate(service, surroundings, access);
  const flagged: Address | undefined =
    flags.baseUrl === undefined
      ? undefined
      : { ...parseBaseUrl(flags.baseUrl, '--base-url', service), source: '--base-url' };
  const question = { service, flags, own, surroundings, access };
  const { base, notices } = chooseSource({ ...question, origin: flagged?.origin });
  const address = flagged ?? base?.url;
  if (address === undefined) throw noAddress(service, readProfiles(surroundings).current);

  // Product, TLS and context belong to their address; an explicit profile excludes other sources.
  const byProfile = flags.profile !== undefined;
  const same = base?.url?.origin === address.origin ? base : undefined;
  const overlay = byProfile || (own.url !== undefined && own.url.origin !== address.origin) ? undefined : own;
  const context = byProfile
    ? planContext(service, flags, same?.context, own.context)
    : planContext(service, flags, own.context, same?.context);
  const others = passedOver({ ...question, origin: address.origin }, base, context);
  const file = flags.tokenFile;
  const explicit =
    file === undefined
      ? byProfile
        ? undefined
        : own.token
      : filePlan(file, '--token-file', surroundings, access);
  return {
    address,
    token: tokenFor(address, explicit, base, service),
    tls: planTls(service, flags, overlay?.tls, same?.tls),
    context,
    product:
      flags.product === undefined
        ? (overlay?.product ?? same?.product)
        : checkProduct(service, { value: flags.product, source: '--product' }, usageError),
    notices: [...notices, ...(base?.notices ?? []), ...others.map(noticeOf)],
    remarks: base?.remarks ?? [],
    profile: same?.profile,
    readOnly: readOnlyRun(surroundings) ?? (same?.readOnly === true ? same.label : others[0]),
    protection: protectionOf(address, same, protectedVariable(surroundings.env)),
    receiptDays: same?.receiptDays,
  };
};
