/** The command after a renewal, which is owed until it has worked. */
import { readFile, rm } from 'node:fs/promises';
import { createHash } from 'node:crypto';
import { join, resolve } from 'node:path';
import { Exit, localError, TrivetError, usageError } from '../../model/error.ts';
import { shellWords } from '../../model/shell-words.ts';
import type { Certificate } from '../../render/x509.ts';
import { childEnvironment } from '../../runtime/child-environment.ts';
import { runChild } from '../../runtime/child.ts';
import { findProgram } from '../../runtime/find-program.ts';
import { writeSafely } from '../../runtime/safe-file.ts';
import type { Session } from '../../runtime/session.ts';
import { storeName } from '../../runtime/managed-link.ts';
import { isOwnTokenVariable } from '../../profiles/token-variables.ts';

const markOf = (folder: string): string => join(folder, storeName, 'hook-owed');

const fingerprint = ({ der }: Certificate): string => createHash('sha256').update(der).digest('hex');

/** The words of `--exec`, whose program is there. @throws TrivetError before anything is sent */
export const hookWords = async (
  text: string | undefined,
  { world }: Session,
): Promise<readonly string[] | undefined> => {
  if (text === undefined) return undefined;
  const words = shellWords(text);
  const [program] = words ?? [];
  if (words === undefined || program === undefined) {
    throw usageError(words === undefined ? '--exec has an open quote' : '--exec names no command');
  }
  await findProgram(program, world).catch((error: unknown) => {
    throw error instanceof TrivetError ? localError(`--exec: ${error.message}`, error.details.hint) : error;
  });
  return words;
};

/** Writes down that the hook is owed once `certificate` is the one of the folder. */
export const oweHook = (folder: string, certificate: Certificate): Promise<void> =>
  writeSafely(markOf(folder), Buffer.from(`${fingerprint(certificate)}\n`), { mode: 0o600 });

/** True when the hook did not yet work for this certificate. */
export const isOwed = async (folder: string, certificate: Certificate): Promise<boolean> => {
  const mark = await readFile(markOf(folder), 'latin1').catch(() => '');
  return mark.trim() === fingerprint(certificate);
};

const dnsNames = ({ names }: Certificate): string =>
  names.flatMap(({ form, text }) => (form === 'dns' ? [text] : [])).join(' ');

/**
 * Runs the hook in the caller's working directory, without trivet's tokens.
 * @throws TrivetError exit 12 when it fails: it stays owed
 */
export const runHook = async (
  words: readonly string[],
  folder: string,
  certificate: Certificate,
  { world, reporter }: Session,
): Promise<void> => {
  await reporter.flush();
  const given = { RENEWED_LINEAGE: resolve(world.cwd, folder), RENEWED_DOMAINS: dnsNames(certificate) };
  const env = childEnvironment(world.env, given, isOwnTokenVariable);
  const code = await runChild(words, world, { env }).catch((error: unknown) => {
    if (error instanceof TrivetError) return error;
    throw error;
  });
  if (code === 0) {
    await rm(markOf(folder), { force: true });
    return;
  }
  const why = code instanceof TrivetError ? code.message : `exit code ${code}`;
  throw new TrivetError('hook-failed', Exit.failed, `the command of --exec failed: ${why}`, {
    effect: 'done',
    hint: 'The new files stay. Each later run retries the command until it succeeds.',
  });
};
