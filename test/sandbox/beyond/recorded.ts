/** Exchanges of real servers on endpoints that the three documents do not have. */
import { readFileSync } from 'node:fs';
import type { Json, ServiceName } from '../../support/sandbox-types.ts';

export interface Recorded {
  readonly request: {
    readonly method: string;
    readonly path: string;
    readonly query: readonly (readonly [string, string])[];
    readonly body: { readonly json?: Json; readonly text?: string } | null;
  };
  readonly response: {
    readonly status: number;
    readonly headers: readonly (readonly [string, string])[];
    readonly body?: { readonly json?: Json; readonly text?: string } | null;
    /** What a stream sent, as it came. */
    readonly chunks?: readonly { readonly ms: number; readonly text: string }[];
  };
}

export function recorded(service: ServiceName, name: string): Recorded {
  const url = new URL(`../../recordings/beyond/${service}/${name}.json`, import.meta.url);
  return JSON.parse(readFileSync(url, 'utf8')) as Recorded;
}

export function jsonOf({ response }: Recorded): Json {
  return response.body?.json ?? null;
}

export function textOf({ response }: Recorded): string {
  return response.chunks?.map(({ text }) => text).join('') ?? response.body?.text ?? '';
}

export function typeOf({ response }: Recorded): string | undefined {
  return response.headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1];
}

/**
 * Returns the names of all members as paths; the entries of a list share theirs, and so do those of a member in
 * `open`, whose names are data.
 */
export function members(value: Json | undefined, open: readonly string[] = [], path = ''): readonly string[] {
  const found = new Set<string>();
  const visit = (part: Json | undefined, at: string): void => {
    if (Array.isArray(part)) {
      for (const item of part as readonly Json[]) visit(item, at);
    } else if (typeof part === 'object' && part !== null) {
      const anyName = open.includes(at.slice(at.lastIndexOf('.') + 1));
      for (const [name, item] of Object.entries(part)) {
        const next = `${at}.${anyName ? '*' : name}`;
        found.add(next);
        visit(item, next);
      }
    }
  };
  visit(value, path);
  return [...found].sort();
}
