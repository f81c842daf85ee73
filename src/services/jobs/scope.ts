import type { HttpRequest } from '../../catalogue/http.ts';
import { jobs } from '../../catalogue/services/jobs/facts.ts';
import type { Scope } from '../../catalogue/target.ts';
import type { Json } from '../../documents/json/json.ts';
import { isArray, isObject } from '../../documents/json/json.ts';
import { routed } from '../../http/decoded.ts';
import { foldedKey } from './job-text.ts';

/** Paths of objects that have a namespace; any other path concerns all namespaces. */
const inNamespace =
  /^(?:\/v1)?\/(?:(?:allocation|deployment|evaluation|job|service|var|volume)s?|client\/(?:allocation|fs)|plugin|scaling|search|validate)(?:\/|$)/;

/** Paths with an ID: the object has its own namespace. */
const byId = /^(?:\/v1)?\/(?:allocation|client|deployment|evaluation)\//;

const ofAll = /^(?:\/v1)?\/evaluations\/?$/;

/** Here the namespace of the query overrides that of the body. */
const ofJob = /^(?:\/v1)?\/(?:jobs?|validate\/job)(?:\/|$)/;

/** Paths that register or plan a job, where the region of the body overrides that of the query. */
const sendsJob =
  /^(?:\/v1)?\/(?:jobs\/?|job\/(?!.*\/(?:action|dispatch|evaluate|periodic\/force|revert|scale|stable|tag)$).+)$/;

/** Maps whose names and values users choose. */
const free = /^(?:context|items|meta|parameters|secrets)$/i;

/** Finds keys in any spelling, since a server reads all of them, one over the other. */
const valuesOf = (values: readonly Json[], name: string): readonly Json[] =>
  values
    .filter(isObject)
    .flatMap((value) =>
      Object.entries(value).flatMap(([key, one = null]) => (foldedKey(key) === foldedKey(name) ? [one] : [])),
    );

const textsBelow = (value: Json | undefined, name: string): readonly string[] => {
  if (isArray(value)) return value.flatMap((one) => textsBelow(one, name));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, one]) => {
    if (foldedKey(key) === name && typeof one === 'string') return one === '' ? [] : [one];
    return free.test(key) ? [] : textsBelow(one, name);
  });
};

const textsOf = (values: readonly Json[], name: string): readonly string[] =>
  valuesOf(values, name).flatMap((value) => (typeof value === 'string' && value !== '' ? [value] : []));

/**
 * For a job, the namespace is that of the query, else of the request in the body, else of its job (Nomad's
 * `namespaceForJob`); the region is that of the request in the body, else of the query, else of its job
 * (`regionForJob`). Elsewhere the body's namespace overrides the query's, and the query's region the body's
 * (`parseRegion`).
 */
export const scopeOf = (request: Pick<HttpRequest, 'path' | 'query' | 'body'>): Scope => {
  const { query, body } = request;
  const path = routed(request.path);
  // Servers read the first of several values.
  const asked = (name: string): string | undefined => query.find(([key]) => key === name)?.[1] || undefined;
  const whole = body?.kind === 'json' ? [body.value] : [];
  const sent = valuesOf(whole, 'Job');
  const regions = textsOf(sent, 'Region').filter((name) => name.toLowerCase() !== 'global');
  const ofBody = textsOf(whole, 'Region').at(-1);
  const region = sendsJob.test(path)
    ? (ofBody ?? asked('region') ?? regions.at(-1))
    : (asked('region') ?? ofBody);
  const inRegion = region === undefined ? {} : { region };
  if (!inNamespace.test(path)) return inRegion;
  const [inBody, inJob] = [textsOf(whole, 'Namespace'), textsOf(sent, 'Namespace')];
  const namespace = asked('namespace') ?? inBody.at(-1) ?? inJob.at(-1) ?? jobs.defaultNamespace;
  const isUnclear =
    asked('namespace') === undefined && (sent.length > 1 || inBody.length > 1 || inJob.length > 1);
  // An action runs in the allocation that the query names.
  const isById = byId.test(path) || asked('allocID') !== undefined;
  const isOther =
    (whole.length > 0 && ofAll.test(path)) ||
    (!ofJob.test(path) && textsBelow(whole, 'namespace').some((one) => one !== namespace));
  if (isOther) return { ...inRegion, unknown: 'namespace' };
  return { namespace, ...inRegion, ...(isById || isUnclear ? { unknown: 'namespace' } : {}) };
};
