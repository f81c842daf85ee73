import type { Json } from '../../contract.ts';
import { isJobsWord } from '../../paths.ts';
import type { Input } from '../coerce.ts';
import { asMap, asSeconds, asText } from '../coerce.ts';
import type { EngineReply } from '../engine.ts';
import { EngineError } from '../engine.ts';
import type { ServiceReply } from '../envelope.ts';
import { VISIBLE } from '../logins/endpoints.ts';
import type { EngineKind, Mount, MountSettings } from '../mounts.ts';
import type { Call, Handler } from '../routes.ts';
import { unsupportedOperation } from '../routes.ts';
import type { SystemContext, SystemRequest, SystemRoutes } from './request.ts';

/** The document's types, another server's plugin name, and some without a document. */
const KINDS: ReadonlyMap<string, EngineKind> = new Map([
  ['pki', 'pki'],
  ['ldap', 'ldap'],
  ['aws', 'aws'],
  ['openbao-plugin-secrets-aws', 'aws'],
  ['kv', 'kv'],
  ['kv-v2', 'kv-v2'],
  ['database', 'database'],
  ['ssh', 'ssh'],
]);

const RESERVED = ['sys', 'auth', 'identity', 'cubbyhole', 'audit'];

const SYSTEM_LEASE = 32 * 24 * 3600;

function withoutSlashes(path: string): string {
  return path.replaceAll(/^\/+|\/+$/g, '');
}

function table(context: SystemContext): Readonly<Record<string, Json>> {
  return Object.fromEntries(context.mounts.entries().map(([path, mount]) => [`${path}/`, mount.listing]));
}

/**
 * For callers that cannot read the table. As on OpenBao 2.6.2, the path keeps the asked namespaces: it does not show
 * where they end.
 */
function detail(context: SystemContext, path: string): ServiceReply {
  const asked = path.split('/');
  const [namespace, inside] = context.namespaces.resolve(context.namespace, asked);
  const above = asked.slice(0, asked.length - inside.length);
  const place = context.namespaces.find(namespace)?.mounts.resolve(inside);
  if (place === undefined) {
    throw new EngineError(
      403,
      `preflight capability check returned 403, please ensure client's policies grant access to path "${path}/"`,
    );
  }
  return { data: { ...place.mount.listing, path: `${[...above, place.path].join('/')}/` } };
}

function mounted(context: SystemContext, path: string): Mount {
  const mount = context.mounts.get(path);
  if (mount === undefined) throw new EngineError(400, `No secret engine mount at ${path}/`);
  return mount;
}

function readSettings(input: Input, config: Input, before: MountSettings): MountSettings {
  const settings = {
    description: asText(input, 'description', before.description),
    defaultLease: asSeconds(config, 'default_lease_ttl', before.defaultLease),
    longestLease: asSeconds(config, 'max_lease_ttl', before.longestLease),
  };
  if (settings.longestLease > 0 && settings.defaultLease > settings.longestLease) {
    throw new EngineError(400, 'given default lease TTL greater than given max lease TTL');
  }
  return settings;
}

function mount(context: SystemContext, { input }: SystemRequest, path: string): void {
  const type = asText(input, 'type', '');
  if (type === '') throw new EngineError(400, 'backend type must be specified as a string');
  const { version } = asMap(input, 'options', {});
  const kind = KINDS.get(type === 'kv' && (version === '2' || version === 2) ? 'kv-v2' : type);
  if (kind === undefined) throw new EngineError(400, `plugin not found in the catalog: ${type}`);
  const [first = ''] = path.split('/');
  if (path === '' || RESERVED.includes(first) || isJobsWord(first)) {
    throw new EngineError(400, `cannot mount under existing path "${path}/"`);
  }
  const existing = context.mounts.inTheWay(path);
  if (existing !== undefined) throw new EngineError(400, `path is already in use at ${existing}/`);
  const settings = readSettings(input, asMap(input, 'config', {}), {
    description: '',
    defaultLease: 0,
    longestLease: 0,
  });
  context.mounts.add(path, kind, settings, true);
}

function showTuning({ settings }: Mount): EngineReply {
  return {
    data: {
      default_lease_ttl: settings.defaultLease || SYSTEM_LEASE,
      description: settings.description,
      force_no_cache: false,
      max_lease_ttl: settings.longestLease || SYSTEM_LEASE,
    },
  };
}

export function mountRoutes(context: SystemContext): SystemRoutes {
  const record = (request: SystemRequest, what: string): void =>
    context.effects.record({ service: 'secrets', method: request.method, path: request.path, what });

  /** Mount paths may contain slashes. */
  const onPath =
    (
      work: (call: Call<SystemRequest>, path: string) => ReturnType<Handler>,
      tune: typeof work,
    ): Handler<SystemRequest> =>
    (call) => {
      const path = withoutSlashes(call.param('path'));
      const tuned = /^(.+)\/tune$/u.exec(path)?.[1];
      return tuned === undefined ? work(call, path) : tune(call, tuned);
    };

  return {
    mounts: { GET: () => ({ data: table(context), repeated: true }) },
    'mounts/*path': {
      GET: onPath(
        (_call, path) => ({ data: mounted(context, path).listing }),
        (_call, path) => showTuning(mounted(context, path)),
      ),
      POST: onPath(
        ({ request }, path) => {
          mount(context, request, path);
          record(request, `mount.enabled ${path}`);
          return {};
        },
        ({ request }, path) => {
          const tuned = mounted(context, path);
          tuned.settings = readSettings(request.input, request.input, tuned.settings);
          record(request, `mount.tuned ${path}`);
          return {};
        },
      ),
      DELETE: onPath(
        async ({ request }, path) => {
          if (context.mounts.get(path) === undefined) return {};
          await context.mounts.remove(path);
          record(request, `mount.disabled ${path}`);
          return {};
        },
        () => {
          throw unsupportedOperation();
        },
      ),
    },
    'internal/ui/mounts': {
      // Without a token, only what a log-in shows.
      GET: ({ request }) => ({
        data: {
          auth: context.empty || context.namespace !== '' ? {} : VISIBLE,
          secret: request.principal === undefined ? {} : table(context),
        },
      }),
    },
    'internal/ui/mounts/*path': { GET: ({ param }) => detail(context, param('path')) },
  };
}
