import { readFile, rm } from 'node:fs/promises';
import { delimiter, join, resolve } from 'node:path';
import { Exit, localError, TrivetError, usageError } from '../../../system/error.ts';
import { shellWords } from '../../../catalogue/text/shell-words.ts';
import type { ParsedCertificate } from '../../../documents/x509/certificate.ts';
import { childEnvironment } from '../../../system/child/child-environment.ts';
import { runChild } from '../../../system/child/child.ts';
import { findProgram } from '../../../system/child/find-program.ts';
import { writeSafely } from '../../../system/safe-file.ts';
import type { Session } from '../../../run/session/session.ts';
import { storeName } from '../../../system/managed-link.ts';
import { outputError } from '../../../system/system-error.ts';
import { tokenVariables } from '../../../config/tokens/token-variables.ts';
import { sha256 } from '../../../system/values/sha256.ts';

const markOf = (folder: string): string => join(folder, storeName, 'hook-owed');

const fingerprint = ({ der }: ParsedCertificate): string => sha256(der);

const shellOperators: readonly string[] = ['&&', '||', ';', '|', '&', '>', '>>', '<'];

/** @throws TrivetError before anything is sent, if the program does not exist */
export const hookWords = async (
  text: string | undefined,
  { io }: Session,
): Promise<readonly string[] | undefined> => {
  if (text === undefined) return undefined;
  const words = shellWords(text);
  if (words === undefined) throw usageError('a quote in --exec is not closed');
  const operator = words.find((word) => shellOperators.includes(word));
  if (operator !== undefined)
    throw usageError(
      `--exec runs one program without a shell, which would get "${operator}" as an argument`,
      'For a line of a shell: --exec \'sh -c "FIRST && SECOND"\'',
    );
  await checkProgram(words, '--exec', io);
  return words;
};

export const checkProgram = async (
  [program]: readonly string[],
  spoken: string,
  io: Session['io'],
): Promise<void> => {
  if (program === undefined) throw usageError(`${spoken} is empty`);
  await findProgram(program, io).catch((error: unknown) => {
    throw error instanceof TrivetError
      ? localError(`${spoken}: ${error.message}`, error.details.hint)
      : error;
  });
};

export const oweHook = (folder: string, certificate: ParsedCertificate): Promise<void> =>
  writeSafely(markOf(folder), Buffer.from(`${fingerprint(certificate)}\n`), { mode: 0o600 });

export const isOwed = async (folder: string, certificate: ParsedCertificate): Promise<boolean> => {
  const mark = await readFile(markOf(folder), 'latin1').catch(() => '');
  return mark.trim() === fingerprint(certificate);
};

const dnsNames = ({ values }: ParsedCertificate): string =>
  (values.subjectAltName ?? []).flatMap(({ form, text }) => (form === 'dns' ? [text] : [])).join(' ');

export const settleHook = (folder: string): Promise<void> => rm(markOf(folder), { force: true });

interface Renewed {
  readonly folder: string;
  readonly certificate: ParsedCertificate;
}

export const runHookWords = async (
  words: readonly string[],
  renewed: readonly Renewed[],
  { io, reporter }: Session,
  stdio: 'inherit' | 'stderr' = 'inherit',
): Promise<string | undefined> => {
  await reporter.flush();
  const given = {
    RENEWED_LINEAGE: renewed.map(({ folder }) => resolve(io.cwd, folder)).join(delimiter),
    RENEWED_DOMAINS: [...new Set(renewed.map(({ certificate }) => dnsNames(certificate)))].join(' '),
  };
  const env = childEnvironment(io.env, given, tokenVariables(io));
  const code = await runChild(words, io, { env, stdio, lines: reporter.lines }).catch((error: unknown) => {
    if (error instanceof TrivetError) return error;
    throw error;
  });
  if (code === 0) return undefined;
  return code instanceof TrivetError ? code.message : `exit code ${code}`;
};

/** Runs the hook without trivet's tokens. @throws TrivetError exit 12 if it fails: it stays due */
export const runHook = async (
  words: readonly string[],
  folder: string,
  certificate: ParsedCertificate,
  session: Session,
): Promise<void> => {
  const why = await runHookWords(words, [{ folder, certificate }], session);
  if (why === undefined) {
    // The files are in place and the command succeeded, so what is left does not make the renewal a failure.
    await settleHook(folder).catch((error: unknown) =>
      session.reporter.warn(
        `the command of --exec succeeded, but ${outputError(`.trivet in ${folder}`, error).message}; the next run runs it again`,
      ),
    );
    return;
  }
  throw new TrivetError('hook-failed', Exit.failed, `the command of --exec failed: ${why}`, {
    effect: 'done',
    hint: 'The new files stay. Each later run retries the command until it succeeds.',
  });
};
