/** Where a service is, for a program whose calls keep to the servers of its start. */
import { serviceNames } from '../model/catalogue/product.ts';
import { Exit, TrivetError } from '../model/error.ts';
import type { Surroundings } from '../world/surroundings.ts';
import type { Endpoint, ResolutionFlags, Sourced } from './endpoint.ts';
import { resolveEndpoint } from './resolve.ts';

/** What was decided of a service, by name: its server, and what the configuration chooses on it. */
type Place = Readonly<Record<string, string | symbol>>;

/** Stands for what a flag chooses: a call names a namespace of the same server itself. */
const byFlag = Symbol('flag');

const placeOf = ({ baseUrl, socketPath, profile, protection, tls, context }: Endpoint): Place => {
  const { organization, namespace, region, mounts } = context;
  const chosen: readonly (readonly [string, Sourced<string> | undefined])[] = [
    ['organization', organization],
    ['namespace', namespace],
    ['region', region],
    ...Object.entries(mounts),
  ];
  return {
    server: JSON.stringify([baseUrl, socketPath, tls.serverName, profile, protection?.name]),
    ...Object.fromEntries(
      chosen.map(([name, one]) => [
        name,
        one?.source.startsWith('--') === true ? byFlag : (one?.value ?? ''),
      ]),
    ),
  };
};

/** Where each service is now; without those that are not configured. */
export const placesNow = async (
  flags: ResolutionFlags,
  surroundings: Surroundings,
): Promise<ReadonlyMap<string, Place>> => {
  const places = new Map<string, Place>();
  for (const service of serviceNames) {
    try {
      places.set(service, placeOf(await resolveEndpoint(service, flags, surroundings)));
    } catch (error) {
      // A call to it says why it cannot be used.
      if (!(error instanceof TrivetError)) throw error;
    }
  }
  return places;
};

/** @throws TrivetError denied, for a server that is not the one of the start, and for another place on it */
export const refuseMoved = (endpoint: Endpoint, places: ReadonlyMap<string, Place>): void => {
  const start = places.get(endpoint.service);
  const now = placeOf(endpoint);
  const names = Object.keys({ ...start, ...now });
  if (start !== undefined && names.every((name) => now[name] === byFlag || start[name] === now[name])) return;
  throw new TrivetError(
    'confined',
    Exit.denied,
    `the configuration now names another ${endpoint.service} server or another place on it than at the start`,
    { effect: 'not-sent', hint: 'A person can restart trivet mcp, which then uses that server.' },
  );
};
