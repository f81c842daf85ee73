import { asBoolean, asSeconds, asText } from '../coerce.ts';
import type { EngineReply } from '../engine.ts';
import { EngineError } from '../engine.ts';
import { keysReply } from '../routes.ts';
import { formatTime, shortDuration } from '../rfc3339.ts';
import type { NamespaceOfLease, SystemContext, SystemRequest, SystemRoutes } from './request.ts';

/** Older clients send the ID in the path. */
function leaseId(request: SystemRequest, suffix: string): string {
  const id = asText(request.input, 'lease_id', suffix);
  if (id === '') throw new EngineError(400, 'lease_id must be specified');
  return id;
}

/** Like OpenBao: from the ID; else that of the request. */
function spaceOf({ namespaces, namespace, leases }: SystemContext, id: string): NamespaceOfLease {
  return namespaces.ofLease(id) ?? { path: namespace, leases };
}

function lookUp(context: SystemContext, id: string): EngineReply {
  const { path, leases } = spaceOf(context, id);
  const record = leases.find(id);
  if (record === undefined) throw new EngineError(400, 'invalid lease');
  return {
    data: {
      expire_time: formatTime(record.expires),
      id,
      issue_time: formatTime(record.issued),
      ...(path === '' ? {} : { namespace_path: `${path}/` }),
      last_renewal: record.renewed === undefined ? null : formatTime(record.renewed),
      path: record.path,
      renewable: record.renewable,
      ttl: Math.max(0, Math.floor((record.expires - context.clock.now()) / 1000)),
    },
  };
}

function renew(context: SystemContext, request: SystemRequest, suffix: string): EngineReply {
  const increment = asSeconds(request.input, 'increment');
  const id = leaseId(request, suffix);
  const { lease, capped } = spaceOf(context, id).leases.renew(id, increment);
  if (capped === undefined) return { lease };
  const wanted = asText(request.input, 'increment', '');
  const limit = shortDuration(Math.max(0, capped));
  return {
    lease,
    warnings: [
      `TTL of "${wanted}" exceeded the effective max_ttl of "${limit}"; TTL value is capped accordingly`,
    ],
  };
}

/** 204 even for an unknown lease; 202 with `sync` false, which only queues. */
function revoke(context: SystemContext, request: SystemRequest, suffix: string): EngineReply {
  const id = leaseId(request, suffix);
  const { leases } = spaceOf(context, id);
  if (!asBoolean(request.input, 'sync', true)) {
    leases.queueRevocation(id);
    return { status: 202 };
  }
  try {
    leases.revoke(id);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new EngineError(400, `failed to revoke entry: ${reason}`);
  }
  return {};
}

function list(context: SystemContext, prefix: string): EngineReply {
  const depth = prefix === '' ? 0 : prefix.split('/').length;
  return keysReply(
    context.leases.under(prefix).map((id) => {
      const parts = id.split('/');
      return parts.length > depth + 1 ? `${parts[depth] ?? ''}/` : (parts[depth] ?? '');
    }),
  );
}

function revokePrefix(context: SystemContext, prefix: string): EngineReply {
  context.leases.revokeUnder(prefix);
  return {};
}

/** Even if the engine fails to end what the leases are for. */
function revokeForce(context: SystemContext, prefix: string): EngineReply {
  for (const id of context.leases.under(prefix)) {
    try {
      context.leases.revoke(id);
    } catch {
      context.leases.forget(id);
    }
  }
  return {};
}

export function leaseRoutes(context: SystemContext): SystemRoutes {
  return {
    'leases/lookup': { POST: ({ request }) => lookUp(context, leaseId(request, '')) },
    'leases/lookup/*prefix': { LIST: ({ param }) => list(context, param('prefix')) },
    'leases/renew/*id': { POST: ({ request, param }) => renew(context, request, param('id')) },
    'leases/revoke/*id': { POST: ({ request, param }) => revoke(context, request, param('id')) },
    'leases/revoke-force/*prefix': { POST: ({ param }) => revokeForce(context, param('prefix')) },
    'leases/revoke-prefix/*prefix': { POST: ({ param }) => revokePrefix(context, param('prefix')) },
  };
}
