/** Programs with `credential_process` share one credential until it nears its end (`--cache`). */
import type { Term } from '../../../catalogue/term.ts';
import { limits } from '../../../system/limits.ts';
import { placeKeyOf } from '../../../catalogue/target.ts';
import { basename, join } from 'node:path';
import { secondsOf } from '../../../catalogue/text/duration.ts';
import { Exit, TrivetError, usageError } from '../../../system/error.ts';
import { isUnknownToken } from '../../../run/session/own-token.ts';
import { lookup } from '../../lease/operations.ts';
import { creds } from '../operations/creds.ts';
import type { sts } from '../operations/creds.ts';
import { makeFolder } from '../../../system/make-folder.ts';
import { processText } from '../../../output/formats/credentials.ts';
import { updateFile } from '../../../system/update-file.ts';
import type { Session } from '../../../run/session/session.ts';
import { itemOfReply } from '../../../run/session/outcome.ts';
import type { Outcome } from '../../../run/session/outcome.ts';
import type { Io } from '../../../system/io.ts';
import type { KeptCredential } from '../../../config/kept-credentials.ts';
import {
  credentialIn,
  credentialsFolder,
  credentialText,
  formerCredentialsFolder,
  readKeptCredential,
  removeCredentials,
  tokenMark,
} from '../../../config/kept-credentials.ts';
import { askTokenEnd } from '../../../run/session/token-end.ts';
import {
  leaseOf,
  leaseSeconds,
  noteLease,
  termOf,
  warnOfCut,
  warnOfUnknownEnd,
} from '../../../run/single/lease-note.ts';
import { warnOf } from '../../../run/single/reply.ts';
import type { OperationContext } from '../../../run/single/workflow.ts';
import { sha256 } from '../../../system/values/sha256.ts';

export type CacheInput = Readonly<{
  cache?: boolean | undefined;
  refresh?: boolean | undefined;
  'min-ttl'?: string | undefined;
}>;

type CacheContext = OperationContext<typeof creds | typeof sts, CacheInput>;

/** Milliseconds that must be left, if there is no `--min-ttl`. */
const usualRest = 600_000;

/** The file depends on request and token, since credentials end with their token. */
const fileFor = async (context: CacheContext): Promise<string> => {
  const { session, operation, input, spoken, options } = context;
  const endpoint = await session.endpoint('secrets');
  const {
    cache: _cache,
    refresh: _refresh,
    'min-ttl': _rest,
    ...asked
  } = { ...input, mount: spoken['mount'] };
  const key = [
    operation.id,
    placeKeyOf(await session.target(operation, asked)),
    (await endpoint.token())?.value ?? '',
    JSON.stringify(Object.entries(asked).toSorted(([a], [b]) => (a < b ? -1 : 1))),
    JSON.stringify([options.base ?? null, options.extra ?? []]),
  ];
  const name = sha256(JSON.stringify(key)).slice(0, 40);
  return join(credentialsFolder(session.io), `${name}.json`);
};

type Rest = number | undefined;

/** Milliseconds, at most half the lifetime: otherwise every call would make a new credential. */
const restOf = (life: number, rest: Rest): number =>
  rest !== undefined && rest < life ? rest : Math.min(rest ?? usualRest, life / 2);

const isFresh = ({ until, life }: KeptCredential, rest: Rest, now: number): boolean =>
  until - now >= restOf(life, rest);

const foundIn = async (file: string, io: Io): Promise<KeptCredential | undefined> => {
  const found = await readKeptCredential(file, io);
  const former = formerCredentialsFolder(io);
  return found !== undefined || former === undefined
    ? found
    : readKeptCredential(join(former, basename(file)), io);
};

const minutes = (milliseconds: number): string => `${Math.round(milliseconds / 6000) / 10} min`;

const textOf = (outcome: Outcome, now: number, term: Term): string => {
  const { operation, product } = outcome;
  return processText(operation.view, itemOfReply(outcome), now, product.wire, term);
};

/** Notes a check, unless another run has made a credential, or is making one. */
const noteChecked = async (file: string, { text }: KeptCredential, now: number): Promise<void> => {
  const note = (before: string | undefined): string | undefined => {
    const known = before === undefined ? undefined : credentialIn(before);
    return known?.text === text ? credentialText({ ...known, checked: now }) : before;
  };
  await updateFile(file, note, 0).catch((error: unknown) => {
    if (!(error instanceof TrivetError)) throw error;
  });
};

/** Milliseconds. */
const answerLife = 60_000;

/** Whether a credential ended with its lease or token. If the server cannot be asked, it counts as valid. */
const hasEnded = async (kept: KeptCredential, file: string, session: Session): Promise<boolean> => {
  const { lease, checked = 0 } = kept;
  const now = session.io.now();
  if (lease === undefined || Math.abs(now - checked) < answerLife) return false;
  try {
    await session.lookUp(lookup, { lease_id: lease }, { optional: true, timeout: limits.help });
    await noteChecked(file, kept, now);
    return false;
  } catch (error) {
    if (!(error instanceof TrivetError) || session.signal.aborted) throw error;
    if (error.exit === Exit.notFound || error.code === 'unauthenticated') return true;
    const token = error.exit === Exit.denied ? await (await session.endpoint('secrets')).token() : undefined;
    if (token !== undefined && (await isUnknownToken(session, 'secrets', token))) return true;
    await noteChecked(file, kept, now);
    return false;
  }
};

interface MadeCredential {
  readonly text: string;
  readonly kept?: KeptCredential;
  readonly reply?: Outcome;
}

const make = async (context: CacheContext, rest: Rest): Promise<MadeCredential> => {
  const { session, operation, input, options } = context;
  const { io, reporter } = session;
  const { cache: _cache, refresh: _refresh, 'min-ttl': _rest, ...asked } = input;
  if (operation.id === creds.id) await askTokenEnd(session, operation.service);
  const outcome = await session.call(operation, asked, options);
  warnOf(context, outcome);
  warnOfCut(session, outcome, input.ttl);
  const term = await termOf(session, outcome);
  const { life } = term;
  noteLease(session, outcome, term);
  if (term.mayEndBy.includes('token')) warnOfUnknownEnd(session);
  const now = io.now();
  const text = textOf(outcome, now, term);
  if (leaseSeconds(outcome) <= 0) {
    reporter.warn('the server does not report when the credentials expire: they are not cached');
    return { text, reply: outcome };
  }
  // Asking later would use up one of these requests.
  if (term.ends.some(({ by: cause }) => cause === 'uses')) {
    reporter.warn(
      'the token is for a number of requests, and the credentials end with the last one: they are not cached',
    );
    return { text, reply: outcome };
  }
  if (rest !== undefined && rest >= life) {
    reporter.warn(
      `the credentials last ${minutes(life)}, which is not more than --min-ttl (${minutes(rest)}): they are replaced ` +
        `when less than ${minutes(restOf(life, rest))} is left`,
    );
  }
  const token = await (await session.endpoint('secrets')).token();
  const by = token === undefined ? undefined : tokenMark(token.value);
  const kept = { text, until: now + life, life, lease: leaseOf(outcome), by, checked: now };
  return { text, kept, reply: outcome };
};

export const checkCache = (session: Session): void => {
  const { output, field, wrapTtl } = session.globals;
  if (output === 'credential-process' && field === undefined && wrapTtl === undefined) return;
  throw usageError(
    '--cache needs -o credential-process',
    'Add -o credential-process, and leave out --field and --wrap-ttl.',
  );
};

/** Only one of several processes makes a credential. */
export const cachedCredential = async (context: CacheContext): Promise<number> => {
  const { session, presenter, input } = context;
  const { io } = session;
  const seconds = secondsOf(input['min-ttl'] ?? '');
  const rest = seconds === undefined ? undefined : seconds * 1000;
  const file = await fileFor(context);
  const found = await foundIn(file, io);
  const isUsed = found !== undefined && input.refresh !== true && isFresh(found, rest, io.now());
  if (isUsed && !(await hasEnded(found, file, session))) {
    await presenter.write(found.text);
    return 0;
  }
  const folder = credentialsFolder(io);
  makeFolder(folder);
  await removeCredentials(folder, io);
  const former = formerCredentialsFolder(io);
  if (former !== undefined) await removeCredentials(former, io).catch(() => undefined);
  let made: MadeCredential | undefined;
  let isCached = true;
  const change = async (before: string | undefined): Promise<string | undefined> => {
    const other = await readKeptCredential(file, io);
    const isNew = other !== undefined && other.text !== found?.text;
    made = isNew && isFresh(other, rest, io.now()) ? { text: other.text } : await make(context, rest);
    return made.kept === undefined ? before : credentialText(made.kept);
  };
  try {
    await updateFile(file, change, limits.cacheLock);
  } catch (error) {
    // No other request gives this reply.
    if (!(error instanceof TrivetError) || made === undefined) throw error;
    isCached = false;
    session.reporter.warn(`the credentials were not cached: ${error.message}`);
  }
  const reply = made?.kept === undefined || !isCached ? made?.reply : undefined;
  if (reply !== undefined) presenter.keepUnlessShown(reply);
  await presenter.write(made?.text ?? '');
  return 0;
};
