/** Identifies the server of an endpoint, and the part of it that is used. */
import type { JsonObject } from '../../documents/json/json.ts';
import { memoize } from '../../system/values/memoize.ts';
import type { Endpoint, Sourced } from '../../config/endpoint.ts';

/** Service, address, organization, namespace, region and mounts. */
export const serverOf = memoize(({ service, baseUrl, socketPath, context }: Endpoint): JsonObject => {
  const { organization, namespace, region, mounts } = context;
  const named: readonly (readonly [string, Sourced<string> | undefined])[] = [
    ['organization', organization],
    ['namespace', namespace],
    ['region', region],
    ...Object.entries(mounts)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([engine, mount]) => [`mount.${engine}`, mount] as const),
  ];
  return {
    service,
    url: socketPath ?? baseUrl,
    ...Object.fromEntries(
      named.flatMap(([name, found]) => (found === undefined ? [] : [[name, found.value]])),
    ),
  };
});
