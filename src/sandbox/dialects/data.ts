/** A dialect as data about one product, which `dialect.ts` applies. */
import type { Json, SandboxResponse, ServiceName } from '../contract.ts';

export interface ProductVersion {
  readonly version: string;
  readonly enterprise: boolean;
}

export type JsonObject = { readonly [key: string]: Json };

interface Rule {
  readonly method?: RegExp;
  readonly path: RegExp;
  readonly when?: (version: ProductVersion) => boolean;
}

/** For what the product lacks or adds. */
export interface Answer extends Rule {
  readonly reply: (version: ProductVersion) => SandboxResponse;
  readonly bare?: boolean;
}

export interface Correction extends Rule {
  readonly status: number;
  readonly text?: RegExp;
  readonly reply: (body: SandboxResponse['body']) => SandboxResponse;
}

export interface Change extends Rule {
  readonly change: (body: JsonObject, version: ProductVersion) => JsonObject;
}

export interface DialectData {
  readonly product: string;
  readonly service: ServiceName;
  readonly version: string;
  /** `+ent` may follow the version. */
  readonly editions: boolean;
  readonly headers: (version: ProductVersion) => Readonly<Record<string, string>>;
  readonly answers: readonly Answer[];
  readonly requests: readonly Change[];
  readonly replies: readonly Change[];
  readonly corrections: readonly Correction[];
}

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function everywhere(value: Json, change: (object: JsonObject) => JsonObject): Json {
  if (Array.isArray(value)) return value.map((item: Json) => everywhere(item, change));
  if (!isObject(value)) return value;
  const inner = Object.entries(value).map(([key, item]): [string, Json] => [key, everywhere(item, change)]);
  return change(Object.fromEntries(inner));
}

export function dropped(object: JsonObject, names: ReadonlySet<string>): JsonObject {
  const kept = Object.entries(object).filter(([name]) => !names.has(name));
  return kept.length === Object.keys(object).length ? object : Object.fromEntries(kept);
}

export function isBefore({ version }: ProductVersion, other: string): boolean {
  const numbers = (text: string): readonly number[] => text.split('.').map(Number);
  const [left, right] = [numbers(version), numbers(other)];
  for (const [index, number] of right.entries()) {
    const own = left[index] ?? 0;
    if (own !== number) return own < number;
  }
  return false;
}
