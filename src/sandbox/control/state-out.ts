import type { Json } from '../contract.ts';
import type { Ask } from './asking.ts';
import type { JsonObject } from './body.ts';
import { asked, askedIfThere, list, object, text, without } from './asking.ts';
import type { StateObject } from './state-kinds.ts';
import { encoded, JOB_SHOWN_ONLY, SECRET_KINDS, WORKSPACE_SETTINGS } from './state-kinds.ts';

const API = '/api/v2';

async function pages(ask: Ask, path: string): Promise<readonly JsonObject[]> {
  const found: JsonObject[] = [];
  for (let page = 1; ; page += 1) {
    const { data, meta } = await asked(ask, 'GET', `${path}?page[size]=100&page[number]=${page}`);
    found.push(...list(data).map(object));
    const { 'next-page': next } = object(object(meta)['pagination']);
    if (typeof next !== 'number' || next <= page) return found;
  }
}

function policyOf(policy: JsonObject): Json {
  const days = object(policy['attributes'])['delete-older-than-n-days'] ?? null;
  return days === null ? { 'dont-delete': true } : { 'delete-older-than-days': days };
}

function repositoryOf(value: Json | undefined): Json {
  return value === null || value === undefined
    ? null
    : without(object(value), ['github-app-installation-id']);
}

async function workspaceObject(ask: Ask, organization: string, resource: JsonObject): Promise<StateObject> {
  const attributes = object(resource['attributes']);
  const relationships = object(resource['relationships']);
  const related = (name: string): JsonObject => object(object(relationships[name])['data']);
  const base = `${API}/workspaces/${text(resource['id'])}/relationships`;
  // Consumers cannot be named if all workspaces may read.
  const isGlobal = attributes['global-remote-state'] === true;
  const consumers = isGlobal ? [] : await pages(ask, `${base}/remote-state-consumers`);
  const hasPolicy = Object.keys(related('data-retention-policy')).length > 0;
  const policy = hasPolicy ? await asked(ask, 'GET', `${base}/data-retention-policy`) : {};
  const settings = Object.fromEntries(
    WORKSPACE_SETTINGS.filter((name) => Object.hasOwn(attributes, name)).map((name) => [
      name,
      name === 'vcs-repo' ? repositoryOf(attributes[name]) : (attributes[name] ?? null),
    ]),
  );
  const project = text(related('project')['id']);
  return {
    kind: 'workspace',
    name: text(attributes['name']),
    organization,
    settings: project === '' ? settings : { ...settings, project },
    tags: list(attributes['tag-names']).map(text).toSorted(),
    consumers: consumers.map((one) => text(object(one['attributes'])['name'])).toSorted(),
    'retention-policy': hasPolicy ? policyOf(object(policy['data'])) : null,
    'ssh-key': text(related('ssh-key')['id']) || null,
  };
}

export async function* workspacesOut(ask: Ask): AsyncGenerator<StateObject> {
  for (const organization of await pages(ask, `${API}/organizations`)) {
    const name = text(object(organization['attributes'])['name']) || text(organization['id']);
    for (const resource of await pages(ask, `${API}/organizations/${encoded(name)}/workspaces`)) {
      yield await workspaceObject(ask, name, resource);
    }
  }
}

async function namesBelow(
  ask: Ask,
  path: string,
  headers: Readonly<Record<string, string>>,
): Promise<readonly string[]> {
  const keys = object((await askedIfThere(ask, 'LIST', path, undefined, headers))['data'])['keys'];
  const found: string[] = [];
  for (const key of list(keys).map(text)) {
    if (!key.endsWith('/')) found.push(key);
    else
      for (const inner of await namesBelow(ask, `${path}/${encoded(key.slice(0, -1))}`, headers))
        found.push(`${key}${inner}`);
  }
  return found;
}

async function* secretsBelow(ask: Ask, namespace: string): AsyncGenerator<StateObject> {
  const headers: Readonly<Record<string, string>> =
    namespace === '' ? {} : { 'x-vault-namespace': namespace };
  const scope = namespace === '' ? {} : { namespace };
  const mounts = object((await asked(ask, 'GET', '/v1/sys/mounts', undefined, headers))['data']);
  const seen = new Set<string>();
  for (const [place, entry] of Object.entries(mounts)) {
    const { type, uuid } = object(entry);
    if (seen.has(text(uuid))) continue;
    seen.add(text(uuid));
    const mount = place.replace(/\/$/, '');
    for (const { engine, kind, path, named, shownOnly } of SECRET_KINDS) {
      if (engine !== type) continue;
      const base = `/v1/${mount}/${path}`;
      const names = named ? await namesBelow(ask, base, headers) : [''];
      for (const name of names) {
        const place = named ? `${base}/${encoded(name)}` : base;
        const settings = object((await askedIfThere(ask, 'GET', place, undefined, headers))['data']);
        if (Object.keys(settings).length === 0) continue;
        yield { kind, ...(named ? { name } : {}), mount, ...scope, settings: without(settings, shownOnly) };
      }
    }
  }
  const messages = '/v1/sys/config/ui/custom-messages';
  for (const id of await namesBelow(ask, messages, headers)) {
    const { data } = await asked(ask, 'GET', `${messages}/${id}`, undefined, headers);
    const settings = without(object(data), ['id', 'active']);
    yield { kind: 'message', name: id, ...scope, settings };
  }
  const inner = object((await askedIfThere(ask, 'LIST', '/v1/sys/namespaces', undefined, headers))['data']);
  for (const key of list(inner['keys']).map(text)) {
    const name = key.replace(/\/$/, '');
    yield* secretsBelow(ask, namespace === '' ? name : `${namespace}/${name}`);
  }
}

export const secretsOut = (ask: Ask): AsyncGenerator<StateObject> => secretsBelow(ask, '');

export async function* jobsOut(ask: Ask): AsyncGenerator<StateObject> {
  const { items } = await asked(ask, 'GET', '/v1/jobs?namespace=*');
  for (const stub of list(items ?? null).map(object)) {
    const namespace = text(stub['Namespace']);
    const name = text(stub['ID']);
    const query = `?namespace=${encodeURIComponent(namespace)}`;
    const job = await asked(ask, 'GET', `/v1/job/${encodeURIComponent(name)}${query}`);
    // Instances come from their parent, and a stopped job would start.
    if (text(job['ParentID']) !== '' || job['Stop'] === true) continue;
    yield { kind: 'job', name, namespace, settings: without(job, JOB_SHOWN_ONLY) };
  }
}
