import { lstatSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileFailure } from '../../system/system-error.ts';
import type { Io } from '../../system/io.ts';

const mostReceipts = 1000;

const mostBytes = 256 * 1024 * 1024;

const day = 86_400_000;

/** The parts of a file name such as `workspace-lock-2026-11-23T14-45-39-000Z-0a1b2c3d.30d.receipt`. */
export interface Named {
  readonly file: string;
  readonly id: string;
  /** Milliseconds since the epoch. */
  readonly time: number;
  readonly what: string;
  readonly days: number | undefined;
}

const form =
  /^(.*)-(\d{4}-\d{2}-\d{2})T(\d{2})-(\d{2})-(\d{2})-(\d{3})Z-([0-9a-f]{8})\.(?:journal|(\d{1,5})d\.receipt)$/;

export const fileNamed = (file: string): Named | undefined => {
  const [, what, date, hour, minute, second, milli, id, days] = form.exec(file) ?? [];
  if (what === undefined || id === undefined) return undefined;
  const time = Date.parse(`${date}T${hour}:${minute}:${second}.${milli}Z`);
  return Number.isNaN(time)
    ? undefined
    : { file, what, id, time, days: days === undefined ? undefined : Number(days) };
};

export const receiptsIn = (folder: string): readonly Named[] =>
  readdirSync(folder)
    .flatMap((file) => fileNamed(file) ?? [])
    .toSorted((one, other) => one.time - other.time);

/** Removes closed receipts that are old, and the oldest if there are too many. Never fails. */
export const prune = (folder: string, io: Io): void => {
  try {
    const closed = receiptsIn(folder).filter(({ days }) => days !== undefined);
    const sizes = closed.map(({ file }) => lstatSync(join(folder, file)).size);
    let bytes = sizes.reduce((sum, size) => sum + size, 0);
    for (const [index, { file, time, days = 0 }] of closed.entries()) {
      const tooMany = closed.length - index > mostReceipts || bytes > mostBytes;
      if (!tooMany && time + days * day > io.now()) continue;
      rmSync(join(folder, file), { force: true });
      bytes -= sizes[index] ?? 0;
    }
  } catch (error) {
    if (fileFailure(error) === undefined) throw error;
  }
};
