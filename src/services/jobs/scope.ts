/** Reads the namespace and the region of a request to the jobs service. */
import type { HttpRequest } from '../../catalogue/http.ts';
import type { Scope } from '../../catalogue/target.ts';
import type { Json } from '../../documents/json/json.ts';
import { jobField, jobText } from './job-text.ts';

/** Paths whose objects have no namespace. */
const outside =
  /^(?:\/v1)?\/(?:acl|agent|client\/(?:gc|metadata|stats)|event|metrics|namespaces?|nodes?|operator|quotas?|quota-usages|regions|status|system)(?:\/|$)/;

/** Paths of objects by their ID, which have a namespace of their own. */
const byId = /^(?:\/v1)?\/(?:allocation|client|deployment|evaluation)\//;

/**
 * Returns the namespace and the region that a server takes: of the query, else of the request in the body, else of the job
 * in it, whose keys may be in any case (Nomad's `namespaceForJob` and `regionForJob`).
 */
export const scopeOf = ({ path, query, body }: Pick<HttpRequest, 'path' | 'query' | 'body'>): Scope => {
  const asked = (name: string): string | undefined =>
    query.findLast(([key, value]) => key === name && value !== '')?.[1];
  const whole: Json = body?.kind === 'json' ? body.value : null;
  const job = jobField(whole, 'Job') ?? null;
  const ofJob = jobText(job, 'Region');
  const region =
    jobText(whole, 'Region') ?? asked('region') ?? (ofJob?.toLowerCase() === 'global' ? undefined : ofJob);
  const inRegion = region === undefined ? {} : { region };
  if (outside.test(path)) return inRegion;
  const namespace =
    asked('namespace') ?? jobText(whole, 'Namespace') ?? jobText(job, 'Namespace') ?? 'default';
  // An action runs in the allocation that the query names.
  const isById = byId.test(path) || asked('allocID') !== undefined;
  return { namespace, ...inRegion, ...(isById ? { unknown: 'namespace' } : {}) };
};
