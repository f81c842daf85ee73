import type { Json, SandboxResponse } from '../contract.ts';
import type { JsonObject } from './body.ts';
import { isObject } from './body.ts';

export type Ask = (
  method: string,
  path: string,
  body?: Json,
  headers?: Readonly<Record<string, string>>,
) => Promise<SandboxResponse>;

/** Any status but 2xx. */
export class Refused extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

function messageOf(body: SandboxResponse['body']): string {
  const value = Buffer.isBuffer(body) ? body.toString() : body;
  if (typeof value === 'string') return value.trim();
  const { errors } = isObject(value) ? value : {};
  if (!Array.isArray(errors)) return '';
  const texts = errors.map((one: Json) => (isObject(one) ? (one['detail'] ?? one['title'] ?? '') : one));
  return texts.map(String).join(' ').trim();
}

export async function asked(ask: Ask, ...request: Parameters<Ask>): Promise<JsonObject> {
  const { status, body } = await ask(...request);
  if (status < 200 || status > 299) throw new Refused(status, messageOf(body));
  const value = Buffer.isBuffer(body) ? (JSON.parse(body.toString()) as Json) : body;
  return isObject(value) ? value : { items: value ?? null };
}

export async function askedIfThere(ask: Ask, ...request: Parameters<Ask>): Promise<JsonObject> {
  try {
    return await asked(ask, ...request);
  } catch (error) {
    if (error instanceof Refused && error.status === 404) return {};
    throw error;
  }
}

export const object = (value: Json | undefined): JsonObject => (isObject(value) ? value : {});
export const list = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? value : []);
export const text = (value: Json | undefined): string => (typeof value === 'string' ? value : '');

export function without(value: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)));
}
