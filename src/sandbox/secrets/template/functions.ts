/** test/seeds/2-secrets.md, section 2.4, "Template functions". */
import { createHash } from 'node:crypto';
import { randomUUID } from '../../random.ts';
import { randomName } from '../leases.ts';
import { formatLayout } from './layout.ts';
import { printf, textOf } from './printf.ts';
import { standardFunctions } from './standard.ts';
import type { Value } from './syntax.ts';
import { TemplateError } from './syntax.ts';

export type TemplateFunction = (values: readonly Value[], now: number) => Value;

const LONGEST_RANDOM = 4096;
const HASH_LETTERS = 8;

function fixed(
  name: string,
  count: number,
  body: (values: readonly Value[], now: number) => Value,
): readonly [string, TemplateFunction] {
  return [
    name,
    (values, now) => {
      if (values.length === count) return body(values, now);
      throw new TemplateError(`wrong number of args for ${name}: want ${count} got ${values.length}`);
    },
  ];
}

function text(values: readonly Value[], index: number): string {
  return textOf(values[index] ?? '');
}

function bytes(values: readonly Value[], index: number): Buffer {
  const value = values[index] ?? '';
  return Buffer.isBuffer(value) ? value : Buffer.from(textOf(value), 'utf8');
}

function count(name: string, values: readonly Value[], least: number): number {
  const value = values[0];
  if (typeof value !== 'number' || !Number.isInteger(value)) {
    throw new TemplateError(`${name}: expected an integer`);
  }
  if (value < least) throw new TemplateError(`${name}: must be at least ${least}`);
  return value;
}

function sha256(value: Buffer): string {
  return createHash('sha256').update(value).digest('hex');
}

function truncateHashed(limit: number, value: string): string {
  const letters = Array.from(value);
  if (letters.length <= limit) return value;
  const kept = letters.slice(0, limit - HASH_LETTERS).join('');
  const cut = letters.slice(limit - HASH_LETTERS).join('');
  return kept + sha256(Buffer.from(cut, 'utf8')).slice(0, HASH_LETTERS);
}

function random(values: readonly Value[]): string {
  const length = count('random', values, 1);
  if (length > LONGEST_RANDOM) throw new TemplateError(`random: must be at most ${LONGEST_RANDOM}`);
  return randomName(length);
}

export const templateFunctions: ReadonlyMap<string, TemplateFunction> = new Map([
  ...standardFunctions,
  fixed('random', 1, random),
  fixed('truncate', 2, (values) =>
    Array.from(text(values, 1))
      .slice(0, count('truncate', values, 1))
      .join(''),
  ),
  fixed('truncate_sha256', 2, (values) =>
    truncateHashed(count('truncate_sha256', values, HASH_LETTERS + 1), text(values, 1)),
  ),
  fixed('uppercase', 1, (values) => text(values, 0).toUpperCase()),
  fixed('lowercase', 1, (values) => text(values, 0).toLowerCase()),
  fixed('replace', 3, (values) => text(values, 2).replaceAll(text(values, 0), () => text(values, 1))),
  fixed('sha256', 1, (values) => sha256(bytes(values, 0))),
  fixed('base64', 1, (values) => bytes(values, 0).toString('base64')),
  fixed('unix_time', 0, (_, now) => String(Math.floor(now / 1000))),
  fixed('unix_time_millis', 0, (_, now) => String(now)),
  fixed('timestamp', 1, (values, now) => formatLayout(text(values, 0), now)),
  fixed('uuid', 0, () => randomUUID()),
  ['printf', (values: readonly Value[]) => printf(text(values, 0), values.slice(1))] as const,
]);

export const ldifFunctions: ReadonlyMap<string, TemplateFunction> = new Map([
  ...templateFunctions,
  fixed('utf16le', 1, (values) => Buffer.from(text(values, 0), 'utf16le')),
]);
