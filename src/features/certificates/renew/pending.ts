/** A new certificate with its key, from its issue until it is in its files. */
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isObject, own, textAt } from '../../../documents/json/json.ts';
import type { Json } from '../../../documents/json/json.ts';
import { parseJson } from '../../../documents/json/lossless.ts';
import { storeName } from '../../../system/managed-link.ts';
import { writeSafely } from '../../../system/safe-file.ts';

interface KeptCertificate {
  readonly key: string;
  readonly document: Json;
}

const fileOf = (folder: string): string => join(folder, storeName, 'pending.json');

/** Bytes, more than any reply takes. */
const reserved = 64 * 1024;

/** Reserves room, so that a full disk shows before the certificate is issued. @throws TrivetError output */
export const reservePending = (folder: string): Promise<void> =>
  writeSafely(fileOf(folder), Buffer.alloc(reserved, ' '), { mode: 0o600 });

/** @throws TrivetError output */
export const keepPending = async (folder: string, pending: KeptCertificate): Promise<void> => {
  const write = (): Promise<void> =>
    writeSafely(fileOf(folder), Buffer.from(`${JSON.stringify(pending)}\n`), { mode: 0o600 });
  await write().catch(async () => {
    // A full disk has the room that was reserved.
    await dropPending(folder);
    await write();
  });
};

export const dropPending = (folder: string): Promise<void> => rm(fileOf(folder), { force: true });

const markOf = (folder: string): string => join(folder, storeName, 'unfit');

/**
 * Marks a request whose certificate clients refused.
 * @param until milliseconds since the epoch, if the cause can end by itself
 */
export const markUnfit = (folder: string, request: string, until?: number): Promise<void> =>
  writeSafely(markOf(folder), Buffer.from(until === undefined ? request : `${request} ${until}`), {
    mode: 0o600,
  });

export const unmarkUnfit = (folder: string): Promise<void> => rm(markOf(folder), { force: true });

export const isMarkedUnfit = async (folder: string, request: string, now: number): Promise<boolean> => {
  const [marked, until] = (await readFile(markOf(folder), 'utf8').catch(() => '')).split(' ');
  return marked === request && (until === undefined || Number(until) > now);
};

export const pendingIn = async (folder: string): Promise<KeptCertificate | undefined> => {
  const text = await readFile(fileOf(folder), 'utf8').catch(() => '');
  try {
    const kept = parseJson(text);
    const [key, document] = [textAt(kept, 'key'), own(kept, 'document')];
    return key === undefined || document === undefined || !isObject(document) ? undefined : { key, document };
  } catch {
    return undefined;
  }
};
