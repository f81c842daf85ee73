/** The standard response data structure, and how errors are written. */
import { randomUUID } from 'node:crypto';
import type { Json, SandboxResponse } from '../contract.ts';
import type { EngineReply } from './engine.ts';
import { EngineError } from './engine.ts';

/** Answers of the service's own endpoints may say a little more than an engine's. */
export interface ServiceReply extends EngineReply {
  /** The members of `data` stand beside the envelope's as well. */
  readonly repeated?: boolean;
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
    auth: null,
    ...(reply.repeated === true && !hidden ? reply.data : undefined),
  };
}

/** True when the reply has a body in the standard structure: only such a reply can be wrapped. */
export function hasEnvelope(reply: ServiceReply): boolean {
  if (reply.raw !== undefined || reply.status === 204) return false;
  return (
    reply.data !== undefined ||
    reply.lease !== undefined ||
    (reply.warnings ?? []).length > 0 ||
    reply.status !== undefined
  );
}

export function replyResponse(reply: ServiceReply, wrapInfo: Json = null): SandboxResponse {
  if (reply.raw !== undefined) {
    const { bytes, type } = reply.raw;
    // A bare endpoint with nothing to send answers 204 (facts of the wire; the document shows no status).
    if (bytes.length === 0) return { status: 204, headers: { ...HEADERS, 'content-type': type } };
    return { status: reply.status ?? 200, headers: HEADERS, body: bytes, type };
  }
  if (!hasEnvelope(reply)) return { status: reply.status ?? 204, headers: HEADERS };
  return { status: reply.status ?? 200, headers: HEADERS, body: envelope(reply, wrapInfo) };
}

/** Anything that is not a refusal is a defect of the sandbox; it must not take the server down. */
export function failureResponse(error: unknown): SandboxResponse {
  if (error instanceof EngineError) return errorResponse(error);
  const message = error instanceof Error ? error.message : String(error);
  return errorResponse(new EngineError(500, `1 error occurred:\n\t* ${message}\n\n`));
}
