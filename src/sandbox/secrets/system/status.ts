import { randomUUID } from '../../random.ts';
import type { Json } from '../../contract.ts';
import { asList } from '../coerce.ts';
import type { ServiceReply } from '../envelope.ts';
import { EngineError } from '../engine.ts';
import { capabilitiesOf } from '../policy.ts';
import { caller } from '../tokens/endpoints.ts';
import type { SystemContext, SystemRequest, SystemRoutes } from './request.ts';
import { targetOf } from './target.ts';

const VERSION = '1.0.0+sandbox';

function bare(data: Readonly<Record<string, Json>>): ServiceReply {
  return { raw: { bytes: Buffer.from(JSON.stringify(data)), type: 'application/json' } };
}

function capabilities(context: SystemContext, request: SystemRequest): ServiceReply {
  const principal = caller(request);
  const paths = asList(request.input, 'paths') ?? asList(request.input, 'path', []);
  if (paths.length === 0) throw new EngineError(400, 'paths must be supplied');
  const entries = paths.map((path): readonly [string, Json] => {
    const segments = path.split('/').filter((segment) => segment !== '');
    const target = targetOf(context.mounts, segments[0] === 'v1' ? segments.slice(1) : segments);
    return [path, target === undefined ? ['deny'] : [...capabilitiesOf(principal, target)]];
  });
  return { data: Object.fromEntries(entries), repeated: true };
}

export function statusRoutes(context: SystemContext): SystemRoutes {
  const cluster = { cluster_name: 'sandbox', cluster_id: randomUUID() };
  return {
    health: {
      GET: () =>
        bare({
          initialized: true,
          sealed: false,
          standby: false,
          replication_performance_mode: 'disabled',
          replication_dr_mode: 'disabled',
          server_time_utc: Math.floor(context.clock.now() / 1000),
          version: VERSION,
          ...cluster,
        }),
    },
    'seal-status': {
      GET: () =>
        bare({
          type: 'shamir',
          initialized: true,
          sealed: false,
          t: 1,
          n: 1,
          progress: 0,
          nonce: '',
          recovery_seal: false,
          version: VERSION,
          migration: false,
          ...cluster,
          storage_type: 'inmem',
        }),
    },
    leader: {
      GET: () =>
        bare({
          ha_enabled: false,
          is_self: false,
          leader_address: '',
          leader_cluster_address: '',
          performance_standby: false,
          performance_standby_last_remote_wal: 0,
        }),
    },
    'capabilities-self': { POST: ({ request }) => capabilities(context, request) },
  };
}
