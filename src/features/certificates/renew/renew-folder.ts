/** Replaces the certificate and the key of a folder when the renewal is due. */
import type { KeyObject } from 'node:crypto';
import { randomInt } from 'node:crypto';
import { mkdir, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pause } from '../../../system/pause.ts';
import { secondsOf } from '../../../catalogue/text/duration.ts';
import { Exit, localError, TrivetError, usageError } from '../../../system/error.ts';
import { withLock } from '../../../system/lock-file.ts';
import type { Certificate } from '../../../documents/x509.ts';
import { rfc3339 } from '../../../documents/rfc3339.ts';
import { errorCode, outputError, readFailure } from '../../../system/system-error.ts';
import { checkVersioned, storeOf } from '../../../system/versioned-folder.ts';
import type { Session } from '../../../engine/session/session.ts';
import type { Outcome } from '../../../engine/session/outcome.ts';
import { layoutFiles, storePasswordOf } from '../layouts.ts';
import type { FolderContent } from '../verify/folder-content.ts';
import { folderContent, holdKey } from '../verify/folder-content.ts';
import { newKeyOf, requestFor, warnOfOther } from '../new-key.ts';
import { isOwed, runHook } from './renew-hook.ts';
import type { RenewContext, RenewInput, RenewPlan, WantedNames } from './place.ts';
import { layoutFor, otherAuthority, placeIssued, placePending, requestMark } from './place.ts';
import { isMarkedUnfit } from './pending.ts';
import type { Before } from './renewal.ts';
import { belongs } from '../verify/certificate-item.ts';
import { askedNames, missingNames, nameFlags, namesOf, unaskedNames } from '../certificate-names.ts';
import { dueFrom, lifetimeOf, kindOf, weaknessesOf } from './renewal.ts';
import { keyPem, makeKey, signingRequest } from '../signing-request.ts';

/** Returns why the files need a renewal now; undefined when they do not. */
const whyNow = (
  content: FolderContent,
  before: Before,
  input: RenewInput,
  now: number,
  isByFlags: boolean,
): string | undefined => {
  const { certificate, keys, different } = content;
  if (input['change-names'] === true) {
    const names = namesOf(certificate);
    const asked = askedNames(input);
    if (missingNames(asked, names).length > 0) return 'the flags ask for other names';
    const left = unaskedNames(asked, names);
    if (left.length > 0 && isByFlags) return `the flags leave out ${left.join(', ')}`;
  }
  if (dueFrom(certificate, before) <= now) return `it expires ${rfc3339(certificate.notAfter)}`;
  if (different.length > 0) return `${different.join(', ')} contains a different certificate`;
  return keys.length === 0 || keys.some(({ key }) => key !== undefined && !belongs(certificate, key))
    ? 'its key is missing or does not match'
    : undefined;
};

/** Refuses names in flags that the certificate does not have: a renewal keeps its names. */
const refuseOtherNames = (content: FolderContent, folder: string, input: RenewInput): void => {
  if (input['change-names'] === true) return;
  const names = namesOf(content.certificate);
  const missing = [...askedNames(input)].filter((name) => !names.has(name));
  if (missing.length === 0) return;
  throw localError(
    `the certificate in ${folder} is not for ${missing.join(', ')}`,
    'A renewal keeps the names. To replace them with the names of the flags, use --change-names.',
  );
};

const heldKeyOf = (
  { keys, certificate }: FolderContent,
  folder: string,
): { readonly key: KeyObject; readonly pem: string } => {
  const [held] = keys;
  if (held?.key === undefined || !belongs(certificate, held.key)) {
    throw localError(`${folder} has no key to reuse: none belongs to its certificate`);
  }
  return { key: held.key, pem: held.pem };
};

/** The key of the new certificate: the old one, or a new one of its kind. */
const keyFor = async (
  input: RenewInput,
  content: FolderContent | undefined,
  folder: string,
): Promise<{ readonly key: KeyObject; readonly pem: string }> => {
  if (input['reuse-key'] === true) {
    if (content !== undefined) return heldKeyOf(content, folder);
  }
  const kind = newKeyOf(input) ?? (content === undefined ? 'ec:256' : kindOf(content.certificate.key));
  if (kind === undefined) {
    throw usageError(
      `trivet cannot make a key of type ${content?.certificate.key ?? ''}: choose another with --new-key`,
    );
  }
  const key = await makeKey(kind);
  const pem = keyPem(key);
  holdKey(key, pem);
  return { key, pem };
};

/** The names of a certificate as the operation takes them, for roles that do not read the request. */
const inputOf = ({ names, commonName }: Certificate): Partial<RenewInput> => {
  const of = (...forms: readonly string[]): readonly string[] | undefined => {
    const texts = names.flatMap(({ form, text }) => (forms.includes(form) ? [text] : []));
    return texts.length === 0 ? undefined : texts;
  };
  const alone = commonName !== undefined && !names.some(({ text }) => text === commonName);
  return {
    common_name: commonName,
    alt_names: of('dns', 'email'),
    ip_sans: of('ip'),
    uri_sans: of('uri'),
    other_sans: of('other'),
    exclude_cn_from_sans: alone ? true : undefined,
  };
};

/** What servers reply when a certificate would outlive its CA. */
const endsBeforeThat = /beyond the expiration of the CA/;

const signed = async ({ context, folder }: RenewPlan, content: FolderContent | undefined) => {
  const { session, operation, input, options } = context;
  const { key, pem } = await keyFor(input, content, folder);
  const fromFlags = content === undefined || input['change-names'] === true;
  const { certificate: old } = content ?? {};
  const sent =
    fromFlags || old === undefined
      ? { ...input, csr: requestFor(key, input) }
      : {
          ...input,
          ...inputOf(old),
          csr: signingRequest(key, old.subjectDer, old.namesDer),
        };
  const ttl =
    old === undefined || input.ttl !== undefined || input.not_after !== undefined
      ? undefined
      : lifetimeOf(old);
  if (ttl === undefined) return { outcome: await session.call(operation, sent, options), key, pem };
  try {
    return { outcome: await session.call(operation, { ...sent, ttl }, options), key, pem };
  } catch (error) {
    if (!(error instanceof TrivetError) || !endsBeforeThat.test(error.message)) throw error;
    session.reporter.warn(
      'the CA expires before a certificate as long as the current one would: requesting the lifetime of the role',
    );
    return { outcome: await session.call(operation, sent, options), key, pem };
  }
};

/** The names that the new certificate must have, and whether it may have others. */
const wantedNames = (input: RenewInput, content: FolderContent | undefined): WantedNames =>
  content === undefined || input['change-names'] === true
    ? { names: askedNames(input), exactly: false }
    : { names: namesOf(content.certificate), exactly: true };

/** Signs, checks and swaps; what an earlier run left is placed instead of a new request. */
const renewNow = async (plan: RenewPlan, content: FolderContent | undefined): Promise<Outcome | 'placed'> => {
  const { context, folder } = plan;
  await checkVersioned(
    folder,
    layoutFiles[layoutFor(context.input, content)].all,
    context.session.world.platform,
  );
  if (await placePending(plan, content, wantedNames(context.input, content))) return 'placed';
  const { outcome, key, pem } = await signed(plan, content);
  warnOfOther(context, outcome);
  await placeIssued(plan, content, {
    ...wantedNames(context.input, content),
    document: outcome.document,
    key,
    pem,
  });
  return outcome;
};

const statOf = (path: string) =>
  stat(path).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT' || errorCode(error) === 'ENOTDIR') return undefined;
    throw localError(`${path} ${readFailure(error)}`, undefined, error);
  });

export const folderOf = async (given: string | undefined): Promise<string> => {
  if (given === undefined || given.trim() === '') throw usageError('pki renew needs a folder');
  const there = await statOf(given);
  if (there === undefined) return given;
  if (!there.isDirectory()) throw localError(`${given} is not a folder`);
  return realpath(given);
};

const sleepAtRandom = async (
  jitter: string | undefined,
  { session }: Pick<RenewContext, 'session'>,
): Promise<void> => {
  const seconds = jitter === undefined ? 0 : (secondsOf(jitter) ?? 0);
  if (seconds <= 0) return;
  const milliseconds = randomInt(Math.ceil(seconds * 1000));
  session.reporter.note(`waiting ${Math.round(milliseconds / 1000)} s`);
  await pause(milliseconds, session.signal);
};

/**
 * Why the current certificate is of no use although it has not expired, so that it is due.
 * @throws TrivetError exit 12 where another one would not help
 */
const whyUseless = async (
  { context: { input }, folder, opinion, isRetry }: RenewPlan,
  { certificate, sent, authorities }: FolderContent,
  now: number,
): Promise<string | undefined> => {
  const weakness = weaknessesOf(certificate, now)[0]?.message;
  const above = [sent, authorities].map((all) => all.map(({ der }) => der));
  const objection =
    weakness === undefined
      ? ((await opinion.revoked(certificate.der)) ??
        (await opinion.disowned(certificate.der)) ??
        (await opinion.ofAuthorities(certificate.der, ...above)))
      : { why: `clients refuse it: ${weakness}`, isOfAuthority: false };
  if (objection?.isOfAuthority === true && (await opinion.isSignerRevoked(input.name)))
    throw new TrivetError(
      'issuer-revoked',
      Exit.failed,
      `the certificate in ${folder} is of no use: ${objection.why}, and a new one would be of that CA, too`,
      { effect: 'not-sent', hint: otherAuthority },
    );
  const why = objection?.why;
  if (why === undefined || isRetry === true || !(await isMarkedUnfit(folder, requestMark(input), now)))
    return why;
  throw new TrivetError('unfit', Exit.failed, `the certificate in ${folder} is of no use: ${why}`, {
    effect: 'not-sent',
    hint: `The same request gave such a certificate before, and is sent again a day later. Once the role is right: ${
      isRetry === undefined ? 'change a flag, for example --ttl.' : 'trivet pki guard with --retry.'
    }`,
  });
};

/** A file of a fleet may name less than what a certificate was issued for before it was written. */
const noteOtherNames = (
  { reporter }: Session,
  folder: string,
  { certificate }: FolderContent,
  input: RenewInput,
): void => {
  const left = input['change-names'] === true ? unaskedNames(askedNames(input), namesOf(certificate)) : [];
  if (left.length > 0)
    reporter.warn(
      `the certificate in ${folder} is also for ${left.join(', ')}, which the file does not name: its next renewal drops that`,
    );
};

/** What is to be done for a folder. */
export interface Needed {
  readonly content: FolderContent | undefined;
  /** Why it needs a certificate; undefined where it does not. */
  readonly why: string | undefined;
  /** The command after the last renewal is still due. */
  readonly owed: boolean;
}

/** Decides what to do for the folder as it is now. */
export const neededBy = async (plan: RenewPlan): Promise<Needed> => {
  const { context, folder, before, hook } = plan;
  const { session, input } = context;
  const there = (await statOf(folder)) !== undefined;
  const content = there ? await folderContent(folder, input['store-password-from']) : undefined;
  storePasswordOf(input, layoutFor(input, content));
  if (content === undefined) {
    if (!nameFlags.some((name) => input[name] !== undefined)) {
      throw usageError(
        `${folder} contains no certificate: give the names of a new one, such as --common-name`,
      );
    }
    return { content, why: 'it contains no certificate yet', owed: false };
  }
  refuseOtherNames(content, folder, input);
  const owed = await isOwed(folder, content.certificate);
  if (owed && hook === undefined) {
    session.reporter.warn('the command after the last renewal has not succeeded yet: give it with --exec');
  }
  const now = session.world.now();
  const isByFlags = plan.isRetry === undefined;
  const why = whyNow(content, before, input, now, isByFlags) ?? (await whyUseless(plan, content, now));
  if (why === undefined && !isByFlags) noteOtherNames(session, folder, content, input);
  return { content, why, owed: owed && hook !== undefined };
};

/** What a run does to a folder and why, in words. */
const spokenReason = (
  folder: string,
  { content, why }: { readonly content: FolderContent | undefined; readonly why: string },
  isDry = false,
): string => {
  const [request, renew] = isDry ? ['a run would request', 'a run would renew'] : ['requesting', 'renewing'];
  return content === undefined
    ? `${request} the first certificate of ${folder}`
    : `${renew} ${folder}: ${why}`;
};

export const busy = (folder: string) => (): Error =>
  new TrivetError('locked', Exit.conflict, `another trivet process is renewing ${folder}`, {
    effect: 'not-sent',
    hint: 'Wait until it ends. It holds the lock in .trivet in that folder.',
  });

/** Milliseconds to wait for another run. */
export const patience = 60_000;

/**
 * Renews the folder if it is due.
 * @param known what the caller has found out that is to be done
 * @returns the reply, `placed` for what an earlier run got, undefined where nothing was due
 */
export const renewFolder = async (
  plan: RenewPlan,
  known?: Needed,
): Promise<Outcome | 'placed' | undefined> => {
  const { context, folder } = plan;
  const hook = plan.runsHookLater === true ? undefined : plan.hook;
  const { session, input } = context;
  const { dryRun, curl } = session.globals;
  const first = known ?? (await neededBy(plan));
  if (first.why === undefined && (!first.owed || hook === undefined)) {
    const from = first.content === undefined ? 0 : dueFrom(first.content.certificate, plan.before);
    session.reporter.note(`${folder} is not due before ${rfc3339(Math.ceil(from / 1000) * 1000)}`);
    return undefined;
  }
  if (dryRun || curl) {
    if (first.why === undefined) return undefined;
    session.reporter.note(spokenReason(folder, { ...first, why: first.why }, dryRun));
    await signed(plan, first.content);
    return undefined;
  }
  if (first.why !== undefined) await sleepAtRandom(input.jitter, context);
  if (session.signal.aborted) return undefined;
  await mkdir(folder, { mode: 0o700 }).catch((error: unknown) => {
    if (errorCode(error) !== 'EEXIST') throw outputError(folder, error);
  });
  const store = await storeOf(folder);
  return withLock(
    join(store, 'lock'),
    async () => {
      // Another run can have renewed it in the meantime.
      const { content, why, owed } = await neededBy(plan);
      if (why !== undefined) {
        session.reporter.note(spokenReason(folder, { content, why }));
        return session.hold(
          () => `it is not known whether ${folder} was renewed; its files are consistent either way`,
          () => renewNow(plan, content),
        );
      }
      if (owed && hook !== undefined && content !== undefined) {
        session.reporter.note('running the command of an earlier renewal again');
        await runHook(hook, folder, content.certificate, session);
      }
      return undefined;
    },
    { wait: patience, refusal: busy(folder) },
  );
};
