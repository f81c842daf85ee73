import type { Json, SandboxResponse } from '../../contract.ts';
import type { Refusal } from './failure.ts';

export function readResponse(
  body: Json,
  index: number,
  more: Readonly<Record<string, string>> = {},
): SandboxResponse {
  return {
    status: 200,
    headers: {
      'X-Nomad-Index': String(index),
      'X-Nomad-KnownLeader': 'true',
      'X-Nomad-LastContact': '0',
      ...more,
    },
    body,
    type: 'application/json',
  };
}

export function writeResponse(body: Json, index: number): SandboxResponse {
  return { status: 200, headers: { 'X-Nomad-Index': String(index) }, body, type: 'application/json' };
}

export function plainResponse(body: Json): SandboxResponse {
  return { status: 200, body, type: 'application/json' };
}

export function refusalResponse(refusal: Refusal): SandboxResponse {
  return {
    status: refusal.status,
    ...(refusal.index === undefined ? {} : { headers: { 'X-Nomad-Index': String(refusal.index) } }),
    ...(refusal.message === ''
      ? {}
      : { body: Buffer.from(refusal.message, 'utf8'), type: 'text/plain; charset=utf-8' }),
  };
}
