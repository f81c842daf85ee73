import { appendFileSync, realpathSync, renameSync } from 'node:fs';
import { localError } from '../../system/error.ts';
import { aboutFile, fileFailure } from '../../system/system-error.ts';
import type { JsonObject } from '../../documents/json/json.ts';
import { writeJson } from '../../documents/json/lossless.ts';
import { withLock } from '../../system/lock-file.ts';
import { endLine } from './head.ts';
import { closedPath } from './place.ts';
import type { Receipt } from './read.ts';

export const isClosed = ({ path }: Pick<Receipt, 'path'>): boolean => !path.endsWith('.journal');

/** Appends the line of the end, which shows that nothing was cut off. */
export const closeReceipt = ({ path, days }: Pick<Receipt, 'path' | 'days'>): void => {
  appendFileSync(path, `\n${writeJson(endLine)}\n`);
  renameSync(path, closedPath(path, days));
};

/** @returns whether it was still open */
export const closeIfDone = (receipt: Pick<Receipt, 'path' | 'days' | 'state'>): boolean => {
  if (receipt.state === 'open' || isClosed(receipt)) return false;
  closeReceipt(receipt);
  return true;
};

/** @throws TrivetError output or local */
export const appendLines = ({ path }: Pick<Receipt, 'path'>, lines: readonly JsonObject[]): void => {
  try {
    appendFileSync(path, `\n${lines.map((line) => `${writeJson(line)}\n`).join('')}`);
  } catch (error) {
    throw fileFailure(aboutFile(error, path)) ?? error;
  }
};

export const withReceipt = <T>(
  { id, path }: Pick<Receipt, 'id' | 'path'>,
  work: () => Promise<T>,
): Promise<T> => {
  const refusal = (): Error =>
    localError(`the receipt ${id} is in use by another run of trivet`, 'Wait for it to end, or stop it.');
  // A run locks the file itself, not the link to it in the folder of receipts.
  return withLock(`${realpathSync(path)}.lock`, work, { wait: 0, refusal });
};
