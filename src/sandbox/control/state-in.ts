/** Writes a state through the services' own operations. */
import { BIND_DN, BIND_PASSWORD } from '../secrets/ldap/directory-entries.ts';
import { isDn } from '../secrets/ldap/distinguished-name.ts';
import type { Json, Needs, ServiceName } from '../contract.ts';
import type { Ask } from './asking.ts';
import { asked, object, Refused, text, without } from './asking.ts';
import type { SecretKind, StateObject } from './state-kinds.ts';
import { DEFAULT_MOUNTS, encoded, SECRET_KINDS } from './state-kinds.ts';

const API = '/api/v2';

export interface Left {
  readonly kind: string;
  readonly name: string;
  readonly reason: string;
}

export type Adopt = (service: ServiceName, needs: Needs) => Promise<void>;

const policyBody = (policy: Json): Json => {
  const days = object(policy)['delete-older-than-days'] ?? null;
  const type = days === null ? 'data-retention-policy-dont-deletes' : 'data-retention-policy-delete-olders';
  return {
    data: { type, ...(days === null ? {} : { attributes: { 'delete-older-than-n-days': days } }) },
  };
};

async function workspaceIn(ask: Ask, adopt: Adopt, one: StateObject): Promise<void> {
  const { name = '', organization = 'demo', settings } = one;
  const project = text(settings['project']);
  const sshKey = one['ssh-key'] ?? '';
  await adopt('workspaces', { organization, project, agentPool: text(settings['agent-pool-id']), sshKey });
  const given = Object.entries(settings).filter(([key, value]) => key !== 'project' && value !== null);
  const relationships =
    project === '' ? {} : { relationships: { project: { data: { type: 'projects', id: project } } } };
  const created = await asked(ask, 'POST', `${API}/organizations/${encoded(organization)}/workspaces`, {
    data: { type: 'workspaces', attributes: { name, ...Object.fromEntries(given) }, ...relationships },
  });
  const base = `${API}/workspaces/${text(object(created['data'])['id'])}/relationships`;
  const tags = (one.tags ?? []).map((tag) => ({ type: 'tags', attributes: { name: tag } }));
  if (tags.length > 0) await asked(ask, 'POST', `${base}/tags`, { data: tags });
  if (sshKey !== '') {
    const attributes = { id: sshKey };
    await asked(ask, 'PATCH', `${base}/ssh-key`, { data: { type: 'workspaces', attributes } });
  }
  const policy = one['retention-policy'] ?? null;
  if (policy !== null) await asked(ask, 'POST', `${base}/data-retention-policy`, policyBody(policy));
}

/** Consumers are workspaces, which must exist first. */
async function consumersIn(ask: Ask, one: StateObject): Promise<void> {
  const { organization = 'demo', consumers = [] } = one;
  if (consumers.length === 0) return;
  const idOf = async (name: string): Promise<string> => {
    const shown = await asked(
      ask,
      'GET',
      `${API}/organizations/${encoded(organization)}/workspaces/${encoded(name)}`,
    );
    return text(object(shown['data'])['id']);
  };
  const data: Json[] = [];
  for (const name of consumers) data.push({ type: 'workspaces', id: await idOf(name) });
  const path = `${API}/workspaces/${await idOf(one.name ?? '')}/relationships/remote-state-consumers`;
  await asked(ask, 'POST', path, { data });
}

function withSecrets({ kind, secrets = {} }: SecretKind, settings: StateObject['settings']): Json {
  if (kind === 'ldap-config') {
    const { binddn = '', upndomain = '' } = settings;
    // Names other than DNs mean something only to some directories.
    const own = isDn(text(binddn)) || text(upndomain) !== '' ? {} : { binddn: BIND_DN };
    return { ...settings, ...own, bindpass: BIND_PASSWORD };
  }
  return { ...secrets, ...settings };
}

const namespaceHeaders = (namespace = ''): Readonly<Record<string, string>> =>
  namespace === '' ? {} : { 'x-vault-namespace': namespace };

async function prepareMount(ask: Ask, namespace: string, mount: string, engine: string): Promise<void> {
  const parts = namespace === '' ? [] : namespace.split('/');
  for (const [index, part] of parts.entries()) {
    const headers = namespaceHeaders(parts.slice(0, index).join('/'));
    await ask('POST', `/v1/sys/namespaces/${part}`, {}, headers);
  }
  if (engine === '') return;
  const mounted = object(
    (await asked(ask, 'GET', '/v1/sys/mounts', undefined, namespaceHeaders(namespace)))['data'],
  );
  if (Object.hasOwn(mounted, `${mount}/`)) return;
  await asked(ask, 'POST', `/v1/sys/mounts/${mount}`, { type: engine }, namespaceHeaders(namespace));
}

async function secretIn(ask: Ask, kind: SecretKind, one: StateObject): Promise<void> {
  const mount = one.mount ?? DEFAULT_MOUNTS[kind.engine];
  await prepareMount(ask, one.namespace ?? '', mount, kind.engine);
  const path = `/v1/${mount}/${kind.path}${kind.named ? `/${encoded(one.name ?? '')}` : ''}`;
  const body = withSecrets(kind, without(one.settings, kind.shownOnly));
  await asked(ask, 'POST', path, body, namespaceHeaders(one.namespace));
}

async function messageIn(ask: Ask, one: StateObject): Promise<void> {
  await prepareMount(ask, one.namespace ?? '', '', '');
  await asked(
    ask,
    'POST',
    '/v1/sys/config/ui/custom-messages',
    { ...one.settings, id: one.name ?? '' },
    namespaceHeaders(one.namespace),
  );
}

async function jobIn(ask: Ask, adopt: Adopt, one: StateObject): Promise<void> {
  const { namespace, source, variables = {} } = one;
  const flags = Object.entries(variables).map(([name, value]) => `${name}=${value}\n`);
  const parsed =
    source === undefined
      ? { ...one.settings, ID: one.name ?? '' }
      : await asked(ask, 'POST', '/v1/jobs/parse', { JobHCL: source, Variables: flags.join('') });
  const wanted = namespace ?? (text(object(parsed)['Namespace']) || 'default');
  await adopt('jobs', { namespace: wanted });
  await asked(ask, 'POST', `/v1/jobs?namespace=${encodeURIComponent(wanted)}`, {
    Job: { ...parsed, Namespace: wanted },
  });
}

/** Returns the objects that could not be written. */
export async function writeState(
  ask: Ask,
  adopt: Adopt,
  objects: readonly StateObject[],
): Promise<readonly Left[]> {
  const left: Left[] = [];
  const attempt = async (one: StateObject, work: () => Promise<void>): Promise<void> => {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      left.push({ kind: one.kind, name: one.name ?? '', reason: `${error.status} ${error.message}`.trim() });
    }
  };
  const of = (kind: string): readonly StateObject[] => objects.filter((one) => one.kind === kind);
  for (const one of of('workspace')) await attempt(one, async () => workspaceIn(ask, adopt, one));
  for (const one of of('workspace')) await attempt(one, async () => consumersIn(ask, one));
  for (const kind of SECRET_KINDS) {
    for (const one of of(kind.kind)) await attempt(one, async () => secretIn(ask, kind, one));
  }
  for (const one of of('message')) await attempt(one, async () => messageIn(ask, one));
  for (const one of of('job')) await attempt(one, async () => jobIn(ask, adopt, one));
  const known = new Set(['workspace', 'message', 'job', ...SECRET_KINDS.map(({ kind }) => kind)]);
  for (const { kind, name = '' } of objects) {
    if (!known.has(kind)) left.push({ kind, name, reason: 'the sandbox has no such kind' });
  }
  return left;
}
