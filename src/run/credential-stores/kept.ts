/** Tokens of commands and of credential stores. A token that was replaced in its store is never used. */
import { createHash } from 'node:crypto';
import { localError } from '../../system/error.ts';
import { parseBaseUrl } from '../../config/base-url.ts';
import type { KeptFor, TokenAccess, RunCommand } from '../../config/candidate.ts';
import type { KeptSession, KeptToken, OtherCredentialStore } from '../../config/file/profile.ts';
import type { CredentialStoreTools, CredentialStore } from '../../config/tokens/credential-store.ts';
import { randomHex } from '../../system/random-hex.ts';
import { credentialStoreFailure, credentialStoreTools, openCredentialStore } from './open.ts';
import type { Io } from '../../system/io.ts';
import type { Globals } from '../given-globals.ts';
import { mayAsk } from '../../system/may-ask.ts';
import { capture } from '../../system/child/child.ts';
import { childEnvironment } from '../../system/child/child-environment.ts';
import { isOwnTokenVariable } from '../../config/tokens/token-variables.ts';

/**
 * Too short to reveal the token, long enough to notice another token or origin: who can edit only the profiles cannot
 * redirect the token.
 */
const markOf = (id: string, token: string, origin?: string): string =>
  createHash('sha256')
    .update([id, token, ...(origin === undefined ? [] : [origin])].join(' '))
    .digest('hex')
    .slice(0, 8);

/** Marks of earlier versions do not contain the origin. */
const isMarked = ({ id, mark, origin }: KeptToken, token: string): boolean =>
  [markOf(id, token, origin), markOf(id, token)].includes(mark);

const again = ({ service, profile }: KeptFor): string =>
  `Log in again: trivet login ${service} --profile ${profile}`;

/** @throws TrivetError exit 3 with a hint */
export const readKept = async (
  kept: KeptToken,
  of: KeptFor,
  tools: CredentialStoreTools,
): Promise<string> => {
  let title = '';
  let token: string | undefined;
  try {
    const store = await openCredentialStore(kept.keeper, of, tools);
    ({ title } = store);
    token = await store.read(kept.id);
  } catch (error) {
    throw credentialStoreFailure(error, of);
  }
  if (token === undefined)
    throw localError(
      `${title} no longer has the token of profile ${of.profile} for ${of.service}`,
      again(of),
    );
  if (!isMarked(kept, token)) {
    throw localError(
      `${title} has another token than the one of profile ${of.profile} for ${of.service}, and it is not used`,
      again(of),
    );
  }
  return token;
};

/** A credential store may ask a person only in a run that has its own globals. */
export const keptReader =
  (io: Io, globals?: Pick<Globals, 'noInput'>): NonNullable<TokenAccess['readKept']> =>
  (kept, of) =>
    readKept(kept, of, credentialStoreTools(io, globals !== undefined && mayAsk(io, globals)));

const labelOf = ({ service, profile }: KeptFor): string => `trivet: ${service} of profile ${profile}`;

const stored = async (store: CredentialStore, id: string, token: string, of: KeptFor): Promise<void> => {
  await store.store(id, token, labelOf(of));
  if ((await store.read(id)) !== token)
    throw localError(`${store.title} stored the token but does not return it`);
};

/** Some programs fail for an unknown name, so reading the token back is the only proof of its removal. */
const removed = async (
  store: CredentialStore,
  id: string,
  isIt: (token: string) => boolean,
): Promise<void> => {
  await store.erase(id);
  const left = await store.read(id).catch(() => undefined);
  if (left !== undefined && isIt(left))
    throw localError(`${store.title} reported that it removed the token, but still returns it`);
};

/**
 * Stores a token and reads it back. Returns what the profile keeps of it.
 * @throws TrivetError exit 3 with a hint
 */
export const keepToken = async (
  store: OtherCredentialStore,
  token: string,
  session: KeptSession | undefined,
  of: KeptFor,
  tools: CredentialStoreTools,
): Promise<KeptToken> => {
  const id = randomHex(12);
  const { origin } = parseBaseUrl(of.url, `profile "${of.profile}"`, of.service);
  try {
    await stored(await openCredentialStore(store, of, tools), id, token, of);
  } catch (error) {
    throw credentialStoreFailure(error, of);
  }
  return { kind: 'kept', keeper: store, id, mark: markOf(id, token, origin), origin, session };
};

/**
 * Tries the store with a random word, before a log-in could lose its token.
 * @throws TrivetError exit 3 with a hint
 */
export const tryCredentialStore = async (
  store: OtherCredentialStore,
  of: KeptFor,
  tools: CredentialStoreTools,
): Promise<string> => {
  try {
    const opened = await openCredentialStore(store, of, tools);
    // The vendor's tools have room for one token.
    if (store === 'vendor') return opened.title;
    const [id, word] = [randomHex(12), randomHex(12)];
    await stored(opened, id, word, of);
    await removed(opened, id, (token) => token === word);
    return opened.title;
  } catch (error) {
    throw credentialStoreFailure(error, of);
  }
};

/** Removes a token from its store, unless the store holds another one by now. */
export const eraseKept = async (kept: KeptToken, of: KeptFor, tools: CredentialStoreTools): Promise<void> => {
  const store = await openCredentialStore(kept.keeper, of, tools);
  const isIt = (token: string): boolean => isMarked(kept, token);
  if (kept.keeper === 'vendor') {
    const token = await store.read(kept.id);
    if (token === undefined || !isIt(token)) return;
  }
  await removed(store, kept.id, isIt);
};

export const tokenCommands =
  (io: Io): RunCommand =>
  async (argv, { timeout, maxBytes }) => {
    const env = childEnvironment(io.env, {}, isOwnTokenVariable);
    const { exit, why, stdout } = await capture(argv, io, {
      env,
      maxBytes: maxBytes + 1,
      timeout,
      stderr: 'inherit',
    });
    if (exit === 0) return stdout;
    const how = exit === undefined ? (why ?? 'unknown error') : `exit code ${exit}`;
    throw localError(`the token command ${argv[0] ?? ''} failed: ${how}`);
  };
