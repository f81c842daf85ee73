import type { Json, SandboxRequest } from '../contract.ts';

export class ControlRefusal extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

export type JsonObject = { readonly [key: string]: Json };

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function readObject(request: SandboxRequest, keys: readonly string[]): JsonObject {
  const value = readJson(request);
  if (!isObject(value)) throw new ControlRefusal(400, 'Send a JSON object.');
  const unknown = Object.keys(value).find((key) => !keys.includes(key));
  if (unknown !== undefined) {
    throw new ControlRefusal(400, `Unknown key "${unknown}". The keys are ${keys.join(', ')}.`);
  }
  return value;
}

export function readJson({ bytes }: SandboxRequest): Json {
  try {
    return JSON.parse(bytes.toString()) as Json;
  } catch {
    throw new ControlRefusal(400, 'The body is not JSON.');
  }
}
