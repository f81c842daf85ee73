import { limits } from '../../system/limits.ts';
import { promises as files } from 'node:fs';
import { relative, isAbsolute } from 'node:path';
import { localError } from '../../system/error.ts';
import type { KeptFor, TokenAccess, UnreadToken } from '../candidate.ts';
import { readCapped } from '../../system/capped-file.ts';
import { configFolder } from '../../system/config-folder.ts';
import type { Source } from '../endpoint.ts';
import type { Surroundings } from '../../system/surroundings.ts';
import type { KeptToken, TokenSource } from '../file/profile.ts';
import { credentialStoreTitle } from './credential-store.ts';
import { maxTokenBytes, tokenFromBytes, tokenFromText } from './token-text.ts';

const maxFileBytes = maxTokenBytes + 2;

export const textPlan = (text: string, source: Source): UnreadToken => ({
  source,
  read: async () => tokenFromText(text, source),
});

/** A token file in trivet's own folder must be as private as the profiles; elsewhere its owner decides. */
const refuseOpenFile = async (path: string, surroundings: Surroundings): Promise<void> => {
  const folder = configFolder(surroundings);
  if (folder === undefined || surroundings.platform === 'win32') return;
  const below = relative(folder, path);
  if (below === '' || below.startsWith('..') || isAbsolute(below)) return;
  const found = await files.stat(path).catch(() => undefined);
  if (found !== undefined && (found.mode & 0o077) !== 0) {
    throw localError(`other users can read the token file ${path}`, `Run: chmod 600 '${path}'`);
  }
};

export const filePlan = (
  path: string,
  source: Source,
  surroundings: Surroundings,
  access: TokenAccess,
): UnreadToken => ({
  source,
  read: async () => {
    if (path === '-') {
      if (access.readStdin === undefined)
        throw localError(`${source} cannot be read from standard input here`);
      return tokenFromBytes(await access.readStdin(), source);
    }
    await refuseOpenFile(path, surroundings);
    return tokenFromBytes(await readCapped(path, maxFileBytes, `the token file ${path} (${source})`), source);
  },
});

export const commandPlan = (
  argv: readonly string[],
  label: Source,
  { runCommand: run }: TokenAccess,
  tokenIn?: (printed: string) => string | undefined,
): UnreadToken => {
  const source = `${label} (command ${argv[0] ?? ''})`;
  const read = async (): Promise<string> => {
    if (run === undefined) throw localError(`the token command of ${source} cannot be run here`);
    const printed = await run(argv, { timeout: limits.tokenProgram, maxBytes: maxFileBytes });
    if (tokenIn === undefined) return tokenFromBytes(printed, source);
    return tokenFromText(tokenIn(Buffer.from(printed).toString('utf8')) ?? '', source);
  };
  return { source, asks: true, read };
};

const keptPlan = (
  token: KeptToken,
  of: KeptFor,
  label: Source,
  { platform }: Surroundings,
  { readKept }: TokenAccess,
): UnreadToken => {
  const title = credentialStoreTitle(token.keeper, platform);
  const source = `${label} (${title})`;
  return {
    source,
    keeper: title,
    origin: token.origin,
    session: token.session,
    // Looking up the Secret Service never opens a locked one.
    asks: token.keeper === 'system' && title === 'Secret Service' ? undefined : true,
    read: async () => {
      if (readKept === undefined) throw localError(`the token of ${source} cannot be read here`);
      return tokenFromText(await readKept(token, of), source);
    },
  };
};

export const profilePlan = (
  token: TokenSource,
  of: KeptFor,
  surroundings: Surroundings,
  access: TokenAccess,
): UnreadToken => {
  const label = `profile "${of.profile}"`;
  switch (token.kind) {
    case 'stored':
      return { ...textPlan(token.value, label), origin: token.origin, session: token.session };
    case 'kept':
      return keptPlan(token, of, label, surroundings, access);
    case 'file':
      return filePlan(token.path, `${label} (file ${token.path})`, surroundings, access);
    case 'command':
      return commandPlan(token.argv, label, access);
    case 'environment': {
      const source = `${label} (variable ${token.name})`;
      const read = async (): Promise<string> => {
        const value = surroundings.env[token.name];
        if (value === undefined)
          throw localError(`${token.name} is not set, and ${label} takes its token from it`);
        return tokenFromText(value, source);
      };
      return { source, read };
    }
  }
};
