/** Reads the namespace and the region of a request to the jobs service. */
import type { HttpRequest } from '../../catalogue/http.ts';
import type { Scope } from '../../catalogue/target.ts';
import type { Json } from '../../documents/json/json.ts';
import { isObject } from '../../documents/json/json.ts';
import { routed } from '../../http/decoded.ts';
import { foldedKey } from './job-text.ts';

/** Paths whose objects have no namespace. */
const outside =
  /^(?:\/v1)?\/(?:acl|agent|client\/(?:gc|metadata|stats)|event|metrics|namespaces?|nodes?|operator|quotas?|quota-usages|regions|status|system)(?:\/|$)/;

/** Paths of objects by their ID, which have a namespace of their own. */
const byId = /^(?:\/v1)?\/(?:allocation|client|deployment|evaluation)\//;

/** The values of a key, however it is spelled: a server reads all of them, one over the other. */
const valuesOf = (values: readonly Json[], name: string): readonly Json[] =>
  values
    .filter(isObject)
    .flatMap((value) =>
      Object.entries(value).flatMap(([key, one = null]) => (foldedKey(key) === foldedKey(name) ? [one] : [])),
    );

const textsOf = (values: readonly Json[], name: string): readonly string[] =>
  valuesOf(values, name).flatMap((value) => (typeof value === 'string' && value !== '' ? [value] : []));

/**
 * Returns the namespace and the region that a server takes: of the query, else of the request in the body, else of the job
 * in it (Nomad's `namespaceForJob` and `regionForJob`).
 */
export const scopeOf = (request: Pick<HttpRequest, 'path' | 'query' | 'body'>): Scope => {
  const { query, body } = request;
  const path = routed(request.path);
  // Of several, servers read the first one.
  const asked = (name: string): string | undefined => query.find(([key]) => key === name)?.[1] || undefined;
  const whole = body?.kind === 'json' ? [body.value] : [];
  const jobs = valuesOf(whole, 'Job');
  const regions = textsOf(jobs, 'Region').filter((name) => name.toLowerCase() !== 'global');
  const region = textsOf(whole, 'Region').at(-1) ?? asked('region') ?? regions.at(-1);
  const inRegion = region === undefined ? {} : { region };
  if (outside.test(path)) return inRegion;
  const [inBody, inJob] = [textsOf(whole, 'Namespace'), textsOf(jobs, 'Namespace')];
  const namespace = asked('namespace') ?? inBody.at(-1) ?? inJob.at(-1) ?? 'default';
  const isUnclear =
    asked('namespace') === undefined && (jobs.length > 1 || inBody.length > 1 || inJob.length > 1);
  // An action runs in the allocation that the query names.
  const isById = byId.test(path) || asked('allocID') !== undefined;
  return { namespace, ...inRegion, ...(isById || isUnclear ? { unknown: 'namespace' } : {}) };
};
