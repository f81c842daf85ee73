/** Closes a receipt of which nothing is open, and lets one run at a time settle it or take it back. */
import { appendFileSync, realpathSync, renameSync } from 'node:fs';
import { localError } from '../../system/error.ts';
import { aboutFile, fileFailure } from '../../system/system-error.ts';
import type { JsonObject } from '../../documents/json/json.ts';
import { writeJson } from '../../documents/json/lossless.ts';
import { withLock } from '../../system/lock-file.ts';
import { endLine } from './head.ts';
import { closedPath } from './place.ts';
import type { Receipt } from './read.ts';

/** A run that still writes to it, and one that was killed, leave it as a journal. */
export const isClosed = ({ path }: Pick<Receipt, 'path'>): boolean => !path.endsWith('.journal');

/** Its last line says that nothing of it was cut off. */
export const closeReceipt = ({ path, days }: Pick<Receipt, 'path' | 'days'>): void => {
  appendFileSync(path, `\n${writeJson(endLine)}\n`);
  renameSync(path, closedPath(path, days));
};

/** Closes a receipt of which nothing is open any more. @returns whether it was still to be closed */
export const closeIfDone = (receipt: Pick<Receipt, 'path' | 'days' | 'state'>): boolean => {
  if (receipt.state === 'open' || isClosed(receipt)) return false;
  closeReceipt(receipt);
  return true;
};

/** Appends to a receipt that no run writes. @throws TrivetError output or local */
export const appendLines = ({ path }: Pick<Receipt, 'path'>, lines: readonly JsonObject[]): void => {
  try {
    appendFileSync(path, `\n${lines.map((line) => `${writeJson(line)}\n`).join('')}`);
  } catch (error) {
    throw fileFailure(aboutFile(error, path)) ?? error;
  }
};

/** @throws TrivetError local, while another run writes to the receipt */
export const withReceipt = <T>(
  { id, path }: Pick<Receipt, 'id' | 'path'>,
  work: () => Promise<T>,
): Promise<T> => {
  const refusal = (): Error =>
    localError(`the receipt ${id} is in use by another run of trivet`, 'Wait for it to end, or stop it.');
  // A run locks the file itself, to which the folder of receipts may only link.
  return withLock(`${realpathSync(path)}.lock`, work, { wait: 0, refusal });
};
