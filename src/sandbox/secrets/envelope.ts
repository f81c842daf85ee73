import { randomUUID } from '../random.ts';
import type { Json, SandboxResponse } from '../contract.ts';
import type { EngineReply } from './engine.ts';
import { EngineError, RouteError } from './engine.ts';

export interface ServiceReply extends EngineReply {
  readonly repeated?: boolean;
  readonly auth?: Json;
  readonly wrapInfo?: Json;
}

const HEADERS = { 'cache-control': 'no-store' };

export function errorResponse(error: EngineError): SandboxResponse {
  return { status: error.status, headers: HEADERS, body: { errors: [...error.errors] } };
}

function envelope(reply: ServiceReply, wrapInfo: Json): Readonly<Record<string, Json>> {
  const hidden = wrapInfo !== null;
  const lease = hidden ? undefined : reply.lease;
  const warnings = hidden ? [] : (reply.warnings ?? []);
  return {
    request_id: randomUUID(),
    lease_id: lease?.id ?? '',
    renewable: lease?.renewable ?? false,
    lease_duration: lease?.seconds ?? 0,
    data: hidden ? null : (reply.data ?? null),
    wrap_info: wrapInfo,
    warnings: warnings.length === 0 ? null : [...warnings],
    auth: hidden ? null : (reply.auth ?? null),
    ...(reply.repeated === true && !hidden ? reply.data : undefined),
  };
}

export function hasEnvelope(reply: ServiceReply): boolean {
  if (reply.raw !== undefined || reply.status === 204) return false;
  return (
    reply.data !== undefined ||
    reply.lease !== undefined ||
    reply.auth !== undefined ||
    reply.wrapInfo !== undefined ||
    (reply.warnings ?? []).length > 0 ||
    reply.status === 200
  );
}

export function replyResponse(reply: ServiceReply, wrapInfo: Json = reply.wrapInfo ?? null): SandboxResponse {
  if (reply.raw !== undefined) {
    const { bytes, type } = reply.raw;
    if (bytes.length === 0) return { status: 204, headers: { ...HEADERS, 'content-type': type } };
    return { status: reply.status ?? 200, headers: HEADERS, body: bytes, type };
  }
  if (!hasEnvelope(reply)) return { status: reply.status ?? 204, headers: HEADERS };
  return { status: reply.status ?? 200, headers: HEADERS, body: envelope(reply, wrapInfo) };
}

/** Defects of the sandbox become status 500: the server keeps running. */
export function failureResponse(error: unknown): SandboxResponse {
  if (error instanceof RouteError) return { ...errorResponse(error), matched: false };
  // Without the right, no route was reached.
  if (error instanceof EngineError && error.status === 403) return errorResponse(error);
  if (error instanceof EngineError) return { ...errorResponse(error), matched: true };
  const message = error instanceof Error ? error.message : String(error);
  return errorResponse(new EngineError(500, `1 error occurred:\n\t* ${message}\n\n`));
}
