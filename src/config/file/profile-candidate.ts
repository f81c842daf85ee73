import { serviceTraits } from '../../catalogue/product.ts';
import type { ServiceName } from '../../catalogue/product.ts';
import { parseBaseUrl } from '../base-url.ts';
import type { EndpointCandidate, PemPlan, TokenAccess } from '../candidate.ts';
import type { OneOfSeveral, Sourced } from '../endpoint.ts';
import type { Surroundings } from '../../system/surroundings.ts';
import type { OneOrMore, Profile } from './profile.ts';
import { profilePlan } from '../tokens/unread-token.ts';

export const profileCandidate = (
  service: ServiceName,
  name: string,
  profile: Profile,
  surroundings: Surroundings,
  access: TokenAccess,
): EndpointCandidate => {
  const label = `profile "${name}"`;
  const part = profile[service];
  const sourced = (value: string | undefined): Sourced<string> | undefined =>
    value === undefined ? undefined : { value, source: label };
  const pem = (path: string | undefined): PemPlan | undefined =>
    path === undefined ? undefined : { kind: 'file', path, source: label };
  const several = (names: OneOrMore | undefined): OneOfSeveral | undefined => {
    const [value, ...also] = typeof names === 'string' ? [names] : (names ?? []);
    if (value === undefined) return undefined;
    return { value, source: label, ...(also.length === 0 ? {} : { also }) };
  };
  const mounts: Record<string, OneOfSeveral> = {};
  for (const [engine, paths] of Object.entries(part?.mounts ?? {})) {
    const mount = several(paths);
    if (mount !== undefined) mounts[engine] = mount;
  }
  return {
    kind: 'profile',
    label,
    profile: name,
    url: part && { ...parseBaseUrl(part.url, label, service), source: label },
    token:
      part?.token &&
      profilePlan(
        part.token,
        { service, profile: name, url: part.url, product: part.product },
        surroundings,
        access,
      ),
    product: part?.product && {
      value: part.product,
      source: label,
      edition: part.edition,
      version: part.version,
    },
    tls: {
      ca: pem(part?.caFile),
      cert: pem(part?.clientCert),
      key: pem(part?.clientKey),
      serverName: sourced(part?.serverName),
    },
    context: {
      organization:
        serviceTraits[service].context.organization && sourced(part?.organization ?? profile.organization),
      namespace: several(part?.namespace),
      region: sourced(part?.region),
      mounts,
    },
    allowHttp: part?.allowHttp,
    readOnly: profile.readOnly,
    protected: profile.protected,
    receiptDays: profile.receiptDays,
  };
};
