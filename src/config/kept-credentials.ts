/** Credentials that `--cache` keeps on disk, removed when their lease or token ends. */
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { readCapped } from '../system/capped-file.ts';
import { localError, TrivetError } from '../system/error.ts';
import { own, textAt } from '../documents/json/json.ts';
import { jsonIn, writeJson } from '../documents/json/lossless.ts';
import { cacheFolder } from '../system/cache-folder.ts';
import { configFolder } from '../system/config-folder.ts';
import { decodeText } from '../system/read-file.ts';
import { updateFile } from '../system/update-file.ts';
import type { Io } from '../system/io.ts';
import { sha256 } from '../system/values/sha256.ts';

/** Milliseconds to wait for a run that only marks a credential. */
const removing = 1000;

export interface KeptCredential {
  readonly text: string;
  readonly until: number;
  readonly life: number;
  readonly lease: string | undefined;
  /** The `tokenMark` of the token that made it. */
  readonly by: string | undefined;
  readonly checked: number | undefined;
}

/** A hash, by which tokens are compared without storing them. */
export const tokenMark = (token: string): string => sha256(token);

export const credentialsFolder = (io: Io): string => {
  const folder = cacheFolder(io);
  if (folder === undefined) {
    throw localError('there is no folder for cached credentials', 'Set HOME or TRIVET_CONFIG_DIR.');
  }
  return join(folder, 'credentials');
};

export const formerCredentialsFolder = (io: Io): string | undefined => {
  const folder = configFolder(io);
  return folder === undefined ? undefined : join(folder, 'credentials');
};

export const credentialIn = (kept: string): KeptCredential | undefined => {
  const value = jsonIn(kept) ?? null;
  const [text, until, life] = [textAt(value, 'text'), own(value, 'until'), own(value, 'life')];
  if (text === undefined || typeof until !== 'number' || typeof life !== 'number') return undefined;
  const checked = own(value, 'checked');
  const more = { lease: textAt(value, 'lease'), by: textAt(value, 'by') };
  return { text, until, life, ...more, checked: typeof checked === 'number' ? checked : undefined };
};

export const credentialText = ({ text, until, life, lease, by, checked }: KeptCredential): string => {
  const more = { ...(lease === undefined ? {} : { lease }), ...(by === undefined ? {} : { by }) };
  return `${writeJson({ text, until, life, ...more, checked: checked ?? 0 })}\n`;
};

/** Undefined for a file that is missing, incomplete, open to others, or of another user. */
export const readKeptCredential = async (
  file: string,
  { platform, uid }: Io,
): Promise<KeptCredential | undefined> => {
  try {
    const { mode, uid: owner } = await stat(file);
    if (platform !== 'win32' && (mode & 0o077) !== 0) return undefined;
    if (uid !== undefined && owner !== uid) return undefined;
    return credentialIn(decodeText(await readCapped(file, 65_536, file), file));
  } catch {
    return undefined;
  }
};

/** Removes credentials that ended, but not one that another run is making. */
export const removeCredentials = async (
  folder: string,
  io: Io,
  hasEnded: (kept: KeptCredential) => boolean = () => false,
): Promise<void> => {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json'));
  for (const name of names) {
    const kept = await readKeptCredential(join(folder, name), io);
    const isOver = (one: KeptCredential | undefined): boolean =>
      one === undefined || one.until <= io.now() || hasEnded(one);
    if (!isOver(kept)) continue;
    const text = kept?.text;
    const remove = (now = ''): string | undefined => {
      const made = credentialIn(now);
      return made?.text !== text && !isOver(made) ? now : undefined;
    };
    await updateFile(join(folder, name), remove, removing).catch((error: unknown) => {
      if (!(error instanceof TrivetError) || error.code !== 'local') throw error;
    });
  }
};

export const dropCredentials = async (
  io: Io,
  ended: { readonly lease: string } | { readonly token: string },
): Promise<void> => {
  const folder = cacheFolder(io);
  if (folder === undefined) return;
  const by = 'token' in ended ? tokenMark(ended.token) : undefined;
  const hasEnded = (kept: KeptCredential): boolean =>
    'lease' in ended ? kept.lease === ended.lease : kept.by === by;
  await removeCredentials(join(folder, 'credentials'), io, hasEnded).catch(() => undefined);
};
