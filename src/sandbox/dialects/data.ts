/** What a dialect is made of: data about one product, which `dialect.ts` applies to requests and replies. */
import type { Json, SandboxResponse, ServiceName } from '../contract.ts';

export interface ProductVersion {
  /** `1.19.0`, without the edition. */
  readonly version: string;
  readonly enterprise: boolean;
}

export type JsonObject = { readonly [key: string]: Json };

/** A rule for requests whose method and path match. */
interface Rule {
  readonly method?: RegExp;
  /** Matched with the path, without the query. */
  readonly path: RegExp;
  /** The rule holds only for these versions; by default for all. */
  readonly when?: (version: ProductVersion) => boolean;
}

/** A fixed reply, for what the product lacks or has in addition. */
export interface Answer extends Rule {
  readonly reply: (version: ProductVersion) => SandboxResponse;
  /** Whether the service's own headers are missing: no handler of the product saw the request. */
  readonly bare?: boolean;
}

/** Another reply in place of one with this status, and a text in its body. */
export interface Correction extends Rule {
  readonly status: number;
  readonly text?: RegExp;
  readonly reply: (body: SandboxResponse['body']) => SandboxResponse;
}

/** A change of the body of a request or of a successful reply. */
export interface Change extends Rule {
  readonly change: (body: JsonObject, version: ProductVersion) => JsonObject;
}

export interface DialectData {
  readonly product: string;
  readonly service: ServiceName;
  /** The version that a user gets without naming one. */
  readonly version: string;
  /** Whether `+ent` can follow the version. */
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

/** Changes every object in a value, innermost first. */
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

/** Compares versions number by number. */
export function isBefore({ version }: ProductVersion, other: string): boolean {
  const numbers = (text: string): readonly number[] => text.split('.').map(Number);
  const [left, right] = [numbers(version), numbers(other)];
  for (const [index, number] of right.entries()) {
    const own = left[index] ?? 0;
    if (own !== number) return own < number;
  }
  return false;
}
