import { limits } from '../../../system/limits.ts';
import type { KeyObject } from 'node:crypto';
import { randomInt } from 'node:crypto';
import { chmod, chown, mkdir, realpath, stat } from 'node:fs/promises';
import type { FileAccess } from '../../../system/safe-file.ts';
import { join } from 'node:path';
import { pause } from '../../../system/pause.ts';
import { secondsOf } from '../../../catalogue/text/duration.ts';
import { Exit, localError, TrivetError, usageError } from '../../../system/error.ts';
import { withLock } from '../../../system/lock-file.ts';
import type { ParsedCertificate } from '../../../documents/x509/certificate.ts';
import { rfc3339 } from '../../../documents/rfc3339.ts';
import { errorCode, outputError, readFailure } from '../../../system/system-error.ts';
import { checkVersioned, storeOf } from '../../../system/versioned-folder.ts';
import type { Session } from '../../../run/session/session.ts';
import type { Outcome } from '../../../run/session/outcome.ts';
import { layoutFiles, storePasswordOf } from '../layouts.ts';
import type { FolderContent } from '../verify/folder-content.ts';
import { folderContent, holdKey } from '../verify/folder-content.ts';
import { newKeyOf, requestFor, warnOfOther } from '../new-key.ts';
import { isOwed, runHook } from './renew-hook.ts';
import type { RenewContext, RenewInput, RenewPlan, WantedNames } from './place.ts';
import {
  layoutFor,
  otherAuthority,
  placeIssued,
  placePending,
  requestMark,
  evidenceOfFiles,
} from './place.ts';
import { dropPending, isMarkedUnfit, reservePending } from './pending.ts';
import type { Assessment, Due } from '../assess.ts';
import { assess, dueByTime, dueFrom, findingText, isOfLeaf, nothingElse } from '../assess.ts';
import { belongs } from '../../../documents/x509/signature.ts';
import { askedNames, missingNames, nameFlags, namesOf, unaskedNames } from '../certificate-names.ts';
import { kindOf } from './renewal.ts';
import { keyPem, makeKey, signingRequest } from '../signing-request.ts';

/** Undefined if only the certificate decides. */
const whyByFiles = (content: FolderContent, input: RenewInput, isByFlags: boolean): string | undefined => {
  const { leaf: certificate, keys, different } = content;
  if (input['change-names'] === true) {
    const names = namesOf(certificate);
    const asked = askedNames(input);
    if (missingNames(asked, names).length > 0) return 'the flags ask for other names';
    const left = unaskedNames(asked, names);
    if (left.length > 0 && isByFlags) return `the flags leave out ${left.join(', ')}`;
  }
  if (different.length > 0) return `${different.join(', ')} contains a different certificate`;
  return keys.length === 0 || keys.some(({ key }) => key !== undefined && !belongs(certificate, key))
    ? 'its key is missing or does not match'
    : undefined;
};

const refuseOtherNames = (content: FolderContent, folder: string, input: RenewInput): void => {
  if (input['change-names'] === true) return;
  const names = namesOf(content.leaf);
  const missing = [...askedNames(input)].filter((name) => !names.has(name));
  if (missing.length === 0) return;
  throw localError(
    `the certificate in ${folder} is not for ${missing.join(', ')}`,
    'A renewal keeps the names. To replace them with the names of the flags, use --change-names.',
  );
};

const heldKeyOf = (
  { keys, leaf }: FolderContent,
  folder: string,
): { readonly key: KeyObject; readonly pem: string } => {
  const [held] = keys;
  if (held?.key === undefined || !belongs(leaf, held.key)) {
    throw localError(`${folder} has no key to reuse: none belongs to its certificate`);
  }
  return { key: held.key, pem: held.pem };
};

const keyFor = async (
  input: RenewInput,
  content: FolderContent | undefined,
  folder: string,
): Promise<{ readonly key: KeyObject; readonly pem: string }> => {
  if (input['reuse-key'] === true) {
    if (content !== undefined) return heldKeyOf(content, folder);
  }
  const kind = newKeyOf(input) ?? (content === undefined ? 'ec:256' : kindOf(content.leaf.publicKey));
  if (kind === undefined) {
    throw usageError(
      `trivet cannot make a key of type ${content?.leaf.publicKey.text ?? ''}: choose another with --new-key`,
    );
  }
  const key = await makeKey(kind);
  const pem = keyPem(key);
  holdKey(key, pem);
  return { key, pem };
};

/** The input for roles that do not read the request. */
const inputOf = ({ subject: { commonName }, values }: ParsedCertificate): Partial<RenewInput> => {
  const names = values.subjectAltName ?? [];
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

const namesIn = ({ all }: ParsedCertificate): Uint8Array | undefined =>
  all.find(({ name }) => name === 'subjectAltName')?.der;

const signed = async ({ context, folder }: RenewPlan, content: FolderContent | undefined) => {
  const { session, operation, input, options } = context;
  const { key, pem } = await keyFor(input, content, folder);
  const fromFlags = content === undefined || input['change-names'] === true;
  const { leaf: old } = content ?? {};
  const sent =
    fromFlags || old === undefined
      ? { ...input, csr: requestFor(key, input) }
      : {
          ...input,
          ...inputOf(old),
          csr: signingRequest(key, old.subject.der, namesIn(old)),
        };
  const files = await evidenceOfFiles(folder, 'the new certificate');
  return { outcome: await session.call(operation, sent, { ...options, files }), key, pem };
};

/** The names that the new certificate must have, and whether it may have others. */
const wantedNames = (input: RenewInput, content: FolderContent | undefined): WantedNames =>
  content === undefined || input['change-names'] === true
    ? { names: askedNames(input), exactly: false }
    : { names: namesOf(content.leaf), exactly: true };

const renewNow = async (plan: RenewPlan, content: FolderContent | undefined): Promise<Outcome | 'placed'> => {
  const { context, folder } = plan;
  await checkVersioned(
    folder,
    layoutFiles[layoutFor(context.input, content)].all,
    context.session.io.platform,
  );
  if (await placePending(plan, content, wantedNames(context.input, content))) return 'placed';
  await reservePending(folder);
  const { outcome, key, pem } = await signed(plan, content).catch(async (error: unknown) => {
    await dropPending(folder);
    throw error;
  });
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

/** @throws TrivetError exit 12 if the CA is revoked */
const refuseRevokedSigner = async ({ context, gatherer }: RenewPlan, what: string): Promise<void> => {
  if (!(await gatherer.isSignerRevoked(context.input.name))) return;
  throw new TrivetError('issuer-revoked', Exit.failed, what, { effect: 'not-sent', hint: otherAuthority });
};

const noteUnknown = ({ sayUnknown }: RenewPlan, assessment: Assessment): void => {
  for (const one of assessment.findings) {
    if (sayUnknown === undefined || one.severity !== 'unknown' || one.check !== 'revocation') continue;
    const text = findingText(one, assessment);
    if (!isOfLeaf(one, assessment)) sayUnknown(`${text}. --ca-mount names the mount of its issuer.`);
    else if (!text.endsWith('is unknown'))
      sayUnknown(`whether the certificate was revoked is unknown: ${text}`);
    else if (assessment.due === undefined) sayUnknown(text);
  }
};

const dueIn = async (plan: RenewPlan, content: FolderContent, now: number): Promise<Due | undefined> => {
  const { before, clients, gatherer } = plan;
  const alone = assess(content, { ...nothingElse, before }, now);
  if (alone.due !== undefined) return alone.due;
  const assessment = await gatherer.assess(content, { ...clients, before, isOfMount: true });
  noteUnknown(plan, assessment);
  return assessment.due;
};

/** @throws TrivetError exit 12 if another certificate would not help */
const whyDue = async (plan: RenewPlan, content: FolderContent, now: number): Promise<string | undefined> => {
  const { context, folder, before, isRetry, isOfFleet = false } = plan;
  const { input } = context;
  const byFiles = whyByFiles(content, input, !isOfFleet);
  const due =
    byFiles === undefined ? await dueIn(plan, content, now) : { why: byFiles, isOfAuthority: false };
  if (due === undefined || dueByTime(content.leaf, before, now) !== undefined) return due?.why;
  const signer = (): Promise<void> =>
    refuseRevokedSigner(
      plan,
      byFiles === undefined
        ? `the certificate in ${folder} is of no use: ${due.why}, and a new one would be of ${due.isOfAuthority ? 'that' : 'a revoked'} CA, too`
        : `${folder} gets no other certificate, although ${due.why}: it would be of a revoked CA`,
    );
  if (due.isOfAuthority) await signer();
  // Guard holds what its file asks for, and says so.
  const isHeldHere = !isRetry && (byFiles === undefined || !isOfFleet);
  if (isHeldHere && (await isMarkedUnfit(folder, requestMark(input), now)))
    throw new TrivetError('unfit', Exit.failed, `the certificate in ${folder} is of no use: ${due.why}`, {
      effect: 'not-sent',
      hint: `The same request gave such a certificate before, and is sent again a day later. Once the role is right: trivet pki ${isOfFleet ? 'guard' : 'renew'} with --retry.`,
    });
  await signer();
  return due.why;
};

/** A fleet's file may name less than the certificate has. */
const noteOtherNames = (
  { reporter }: Session,
  folder: string,
  { leaf }: FolderContent,
  input: RenewInput,
): void => {
  const left = input['change-names'] === true ? unaskedNames(askedNames(input), namesOf(leaf)) : [];
  if (left.length > 0)
    reporter.warn(
      `the certificate in ${folder} is also for ${left.join(', ')}, which the file does not name: its next renewal drops that`,
    );
};

const makeFor = async (folder: string, { uid, gid, mode = 0 }: FileAccess = {}): Promise<void> => {
  try {
    await mkdir(folder, { mode: 0o700 });
    if (uid !== undefined || gid !== undefined) await chown(folder, uid ?? -1, gid ?? -1);
    if ((mode & 0o040) !== 0) await chmod(folder, 0o750);
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw outputError(folder, error);
  }
};

export interface Needed {
  readonly content: FolderContent | undefined;
  readonly why: string | undefined;
  readonly owed: boolean;
}

export const neededBy = async (plan: RenewPlan): Promise<Needed> => {
  const { context, folder, hook } = plan;
  const { session, input } = context;
  const there = (await statOf(folder)) !== undefined;
  const content = there ? folderContent(folder, input['store-password-from']) : undefined;
  storePasswordOf(input, layoutFor(input, content));
  if (content === undefined) {
    if (!nameFlags.some((name) => input[name] !== undefined)) {
      throw usageError(
        `${folder} contains no certificate: give the names of a new one, such as --common-name`,
      );
    }
    const signer = `the CA with which the mount signs for the role ${input.name} was revoked`;
    await refuseRevokedSigner(plan, `${folder} gets no certificate: ${signer}`);
    return { content, why: 'it contains no certificate yet', owed: false };
  }
  refuseOtherNames(content, folder, input);
  const owed = await isOwed(folder, content.leaf);
  if (owed && hook === undefined) {
    session.reporter.warn('the command after the last renewal has not succeeded yet: give it with --exec');
  }
  const now = session.io.now();
  const why = await whyDue(plan, content, now);
  if (why === undefined && plan.isOfFleet === true) noteOtherNames(session, folder, content, input);
  return { content, why, owed: owed && hook !== undefined };
};

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

/**
 * @param known what the caller knows
 * @returns the reply, `placed` for what an earlier run got, undefined if nothing was due
 */
export const renewFolder = async (
  plan: RenewPlan,
  known?: Needed,
): Promise<Outcome | 'placed' | undefined> => {
  const { context, folder } = plan;
  const hook = plan.isOfFleet === true ? undefined : plan.hook;
  const { session, input } = context;
  const { dryRun, curl } = session.globals;
  const first = known ?? (await neededBy(plan));
  if (first.why === undefined && (!first.owed || hook === undefined)) {
    const from = first.content === undefined ? 0 : dueFrom(first.content.leaf, plan.before);
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
  await makeFor(folder, plan.access);
  const store = await storeOf(folder);
  return withLock(
    join(store, 'lock'),
    async () => {
      // Another run may have renewed it in the meantime.
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
        await runHook(hook, folder, content.leaf, session);
      }
      return undefined;
    },
    { wait: limits.folderLock, refusal: busy(folder) },
  );
};
