import type { RawData, WebSocket } from 'ws';
import type { Json } from '../../contract.ts';
import { isObject, type JsonObject } from '../wire/json.ts';

/** 125 bytes, two of them for the code. */
const LONGEST_REASON = 123;

export const POLICY_VIOLATION = 1008;
export const INTERNAL_ERROR = 1011;

export function frameBytes(data: RawData): Buffer {
  if (Array.isArray(data)) return Buffer.concat(data);
  return Buffer.isBuffer(data) ? data : Buffer.from(data);
}

export function parseFrame(data: Buffer): JsonObject | undefined {
  try {
    const value = JSON.parse(data.toString('utf8')) as Json;
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

export function sendFrame(socket: WebSocket, frame: JsonObject): void {
  if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(frame));
}

export function refuse(socket: WebSocket, code: number, reason: string): void {
  const bytes = Buffer.from(reason, 'utf8');
  socket.close(code, bytes.length <= LONGEST_REASON ? bytes : bytes.subarray(0, LONGEST_REASON));
}
