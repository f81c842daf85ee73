import type { KeyObject } from 'node:crypto';
import { createPrivateKey } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { Exit, localError, TrivetError, usageError } from '../../../system/error.ts';
import { join, resolve } from 'node:path';
import type { Json } from '../../../documents/json/json.ts';
import { own } from '../../../documents/json/json.ts';
import type { sign } from '../../../commands/pki/operations/sign.ts';
import type { ParsedCertificate } from '../../../documents/x509/certificate.ts';
import { isSameCertificate } from '../../../documents/x509/certificate.ts';
import { certificatesIn } from '../../../documents/x509/contents.ts';
import { rfc3339 } from '../../../documents/rfc3339.ts';
import type { PolicyFinding } from '../policy/finding.ts';
import { calledName } from '../policy/finding.ts';
import { purposeOf } from '../policy/purpose.ts';
import type { OutputFile } from '../../../system/output-folder.ts';
import type { FileAccess } from '../../../system/safe-file.ts';
import { outputError } from '../../../system/system-error.ts';
import { durationText } from '../../../output/text/time.ts';
import { storeName } from '../../../system/managed-link.ts';
import { changeFiles, movedText, previousOf } from '../../../system/versioned-folder.ts';
import type { FileEvidence } from '../../../run/log/files.ts';
import { fileChanges } from '../../../run/log/files.ts';
import type { ChangeHere } from '../../../run/log/sending.ts';
import type { OperationContext } from '../../../run/single/workflow.ts';
import { certificateFiles, inStep } from '../certificate-files.ts';
import type { Assessment, Before, CertificateChain } from '../assess.ts';
import { dueByTime, dueFrom, isOfLeaf, isRevoked } from '../assess.ts';
import type { Gatherer, EvidenceWanted } from '../gather.ts';
import type { Layout } from '../layouts.ts';
import { layoutFiles, layoutOf, purposeOfFiles, storePasswordOf } from '../layouts.ts';
import { belongs } from '../../../documents/x509/signature.ts';
import type { FolderContent } from '../verify/folder-content.ts';
import { filesBeside, layoutHeldBy } from '../mixed-layouts.ts';
import { contentOrNone } from '../verify/folder-content.ts';
import { dropPending, keepPending, markUnfit, pendingIn, unmarkUnfit } from './pending.ts';
import { oweHook, runHook } from './renew-hook.ts';
import { lostUses, misfitOf } from './renewal.ts';
import { suggest } from '../../../run/suggest.ts';
import { sha256 } from '../../../system/values/sha256.ts';

export type RenewContext = OperationContext<
  typeof sign,
  Readonly<{
    folder?: string | undefined;
    before?: string | undefined;
    exec?: string | undefined;
    jitter?: string | undefined;
    retry?: boolean | undefined;
    'ca-mount'?: readonly string[] | undefined;
    layout?: Layout | undefined;
    'store-password-from'?: string | undefined;
    'new-key'?: string | undefined;
    'reuse-key'?: boolean | undefined;
    'change-names'?: boolean | undefined;
    'detailed-exitcode'?: boolean | undefined;
  }>
>;
export type RenewInput = RenewContext['input'];

export interface RenewPlan {
  readonly context: Pick<RenewContext, 'session' | 'operation' | 'input' | 'options'>;
  readonly folder: string;
  readonly before: Before;
  readonly hook: readonly string[] | undefined;
  /** Of `pki guard`, which runs the commands itself, and whose file can name less than the certificate has. */
  readonly isOfFleet?: true;
  readonly gatherer: Gatherer;
  readonly clients?: Pick<EvidenceWanted, 'anchors' | 'hosts'>;
  readonly sayUnknown?: (text: string) => void;
  /** Whether it asks for what clients refused before. */
  readonly isRetry: boolean;
  /** The mode is only for files with a key. */
  readonly access?: FileAccess | undefined;
}

export interface WantedNames {
  readonly names: ReadonlySet<string>;
  readonly exactly: boolean;
}

interface Issued extends WantedNames {
  readonly document: Json;
  readonly key: KeyObject;
  readonly pem: string;
  readonly isKept?: true;
}

const certificatesOf = (document: Json): readonly ParsedCertificate[] => {
  const data = own(document, 'data');
  const texts = ['certificate', 'issuing_ca', 'ca_chain'].flatMap((name) => {
    const value = own(data, name);
    return Array.isArray(value) ? value : [value];
  });
  return texts
    .filter((text) => typeof text === 'string')
    .flatMap((text) => certificatesIn(Buffer.from(text)))
    .filter((one) => one !== undefined);
};

/** @throws TrivetError usage for a folder that a renewal would leave partly as it is */
export const layoutFor = (input: RenewInput, content: FolderContent | undefined): Layout => {
  if (content === undefined) return layoutOf(input);
  if (content.file === 'tls.crt') throw usageError('trivet does not write folders with a tls.crt');
  const found = layoutHeldBy(content.file, content.files);
  const left = filesBeside(found, content.files);
  if (left.length > 0) {
    throw usageError(
      `the folder mixes layouts: a renewal of the layout ${found} would leave ${left.join(', ')} as before`,
      'Move the files of the other layout away.',
    );
  }
  if (input.layout !== undefined && input.layout !== found) {
    throw usageError(`the folder has the layout ${found}, not ${input.layout}`);
  }
  return found;
};

const isInPlace = (folder: string, certificate: ParsedCertificate, password: string | undefined): boolean => {
  const there = contentOrNone(folder, password);
  return there !== undefined && isSameCertificate(there.leaf, certificate);
};

/** The certificate exists, and the next run continues with it. */
const notWritten = (
  { session, input }: RenewPlan['context'],
  error: unknown,
  where: string,
  isPlaced: boolean,
  serial: string,
  isKept: boolean,
): TrivetError => {
  const failure = error instanceof TrivetError ? error : outputError(where, error);
  const state = isPlaced ? `${where} has the new files` : `the files in ${where} were not changed`;
  const kept = isKept
    ? `The certificate ${serial} was issued. It is kept with its key: the next run places it.`
    : `The certificate ${serial} was issued, but its key is lost. To revoke it: ${suggest(session, `pki revoke ${serial}`, { mount: input.mount })}`;
  return new TrivetError(failure.code, failure.exit, `${failure.message}; ${state}`, {
    effect: 'done',
    hint: kept,
    cause: error,
  });
};

export const requestMark = (input: RenewInput): string => {
  const {
    folder: _,
    jitter: _jitter,
    exec: _exec,
    'store-password-from': _password,
    'ca-mount': _mounts,
    retry: _retry,
    ...rest
  } = input;
  return sha256(JSON.stringify(Object.entries(rest).sort(([one], [other]) => one.localeCompare(other))));
};

/** Anybody may read files without a key. */
const withAccess = (file: OutputFile, access: FileAccess | undefined): OutputFile => {
  if (access === undefined) return file;
  const { mode: _mode, ...owner } = access;
  return { ...file, access: file.secret === true ? access : owner };
};

/** Empty for a request, whose reply is recorded before any file. */
export const evidenceOfFiles = async (
  folder: string,
  what: string,
  files: readonly Pick<OutputFile, 'name' | 'bytes'>[] = [],
): Promise<FileEvidence> => ({
  folder: resolve(folder),
  lock: join(resolve(folder), storeName, 'lock'),
  what,
  files: await fileChanges(folder, files),
});

export const placedFiles = (operation: 'pki.place' | 'pki.go-back', files: FileEvidence): ChangeHere => ({
  operation,
  name: files.folder,
  service: 'secrets',
  final: `files that it replaced are in ${previousOf(files.folder)}`,
  files,
});

/** The signing CA was revoked, so another certificate of it does not help. */
export const otherAuthority =
  'Give the mount another CA (trivet pki intermediate generate, pki root sign-intermediate, pki intermediate set-signed) and make it the default issuer or the one of the role.';

/** Milliseconds until a refused request is sent again. */
const day = 86_400_000;

const newChain = (
  { context }: RenewPlan,
  content: FolderContent | undefined,
  leaf: ParsedCertificate,
  pool: readonly ParsedCertificate[],
): CertificateChain => {
  const { all } = layoutFiles[layoutFor(context.input, content)];
  return { leaf, pool, purpose: purposeOfFiles(all) ?? purposeOf(content?.leaf ?? leaf, []) };
};

interface Fitness {
  /** Why it must not replace the old certificate. */
  readonly fault?: string | undefined;
  /** A warning about its CA, if the predecessor is about to expire. */
  readonly warning?: string | undefined;
  readonly isGood?: boolean;
}

/** Judges the new certificate before anybody uses it, as `pki verify` and the next run will. */
const fitnessOf = async (
  plan: RenewPlan,
  content: FolderContent | undefined,
  { document, key, names, exactly }: Issued,
): Promise<Fitness> => {
  const { before, clients, context, gatherer } = plan;
  const [certificate, ...authorities] = certificatesOf(document);
  if (certificate === undefined) return { fault: 'the new certificate cannot be read' };
  const chain = newChain(plan, content, certificate, authorities);
  const misfit = misfitOf(certificate, key, names, exactly);
  if (misfit !== undefined) return { fault: misfit };
  const at = context.session.io.now();
  const isDue = content !== undefined && dueByTime(content.leaf, before, at) !== undefined;
  const old = isDue ? content : undefined;
  const assessed = (one: CertificateChain, isOfMount: boolean): Promise<Assessment> =>
    gatherer.assess(one, { ...clients, isNew: true, isOfMount });
  const refusedIn = ({ findings }: Assessment): readonly PolicyFinding[] =>
    findings.filter((one) => one.severity === 'refused' && (one.check !== 'revocation' || isRevoked(one)));
  const tolerated = new Set(
    old === undefined ? [] : refusedIn(await assessed(old, false)).map(({ code }) => code),
  );
  const assessment = await assessed(chain, !isDue);
  const [refused, why] = [refusedIn(assessment), assessment.due?.why];
  const worst = refused.find((one) => !isRevoked(one) && !tolerated.has(one.code));
  if (worst !== undefined) {
    const { certificate: about } = worst;
    const whose = about === undefined || isOfLeaf(worst, assessment) ? '' : ` of ${calledName(about)}`;
    return { fault: `clients refuse the new certificate${whose}: ${worst.message}` };
  }
  // A certificate that is due again at once is useless, unless the old one is about to expire.
  return isDue
    ? { warning: refused.some(isRevoked) ? why : undefined, isGood: refused.length === 0 }
    : { fault: why, isGood: true };
};

/** The hook is due once the new files are visible. */
export const placeIssued = async (
  plan: RenewPlan,
  content: FolderContent | undefined,
  issued: Issued,
): Promise<void> => {
  const { context, folder, before, hook, isOfFleet, access } = plan;
  const { document, pem } = issued;
  const { session, input } = context;
  const layout = layoutFor(input, content);
  const [certificate] = certificatesOf(document);
  if (certificate === undefined) throw localError('the reply contains no readable certificate');
  const now = session.io.now();
  const previous = content?.leaf;
  const { fault, warning, isGood } = await fitnessOf(plan, content, issued);
  if (fault !== undefined) {
    await dropPending(folder);
    // CA and role can change without the token seeing it.
    await markUnfit(folder, requestMark(input), now + day);
    throw new TrivetError('unfit', Exit.refused, `${fault}; ${folder} was not changed`, {
      hint: `The certificate ${certificate.serial} was issued but is not used. Check the rules of the role.`,
    });
  }
  if (warning !== undefined)
    session.reporter.warn(
      `${warning}: clients that read revocation lists refuse the new certificate. ${otherAuthority}`,
    );
  const { serial } = certificate;
  if (issued.isKept !== true)
    await keepPending(folder, { key: pem, document }).catch((error: unknown) => {
      throw notWritten(context, error, folder, false, serial, false);
    });
  const always = 'part' in before && before.part === 1;
  if (!always && dueFrom(certificate, before) <= now) {
    session.reporter.warn(
      `the new certificate expires ${rfc3339(certificate.notAfter)} and is due again at once: its lifetime is shorter than --before`,
    );
  }
  const lost = previous === undefined ? [] : lostUses(previous, certificate);
  if (lost.length > 0)
    session.reporter.warn(`the previous certificate was also for ${lost.join(', ')}, the new one is not`);
  const lengths = [content?.leaf, certificate].map((one) =>
    one === undefined ? 0 : one.notAfter - one.notBefore,
  );
  const [was = 0, is = 0] = lengths;
  if (is < was * 0.9) {
    const [now = '', earlier = ''] = [is, was].map((length) =>
      length < 86_400_000
        ? durationText(BigInt(length) * 1_000_000n)
        : `${(length / 86_400_000).toFixed(1)} days`,
    );
    session.reporter.warn(`the new certificate is valid for ${now}, the previous one for ${earlier}`);
  }
  const fresh = certificateFiles(own(document, 'data'), {
    layout,
    newKey: pem,
    storePassword: storePasswordOf(input, layout),
  }).map((file) => withAccess(file, access));
  const { files, obsolete } = inStep(fresh, await readdir(folder));
  const shown = await evidenceOfFiles(folder, `certificate ${serial}`, files);
  const failure = await session.changeHere(placedFiles('pki.place', shown), async () => {
    try {
      if (hook !== undefined) await oweHook(folder, certificate);
      const { linked, earlier } = await changeFiles(folder, files, obsolete, session.io.platform);
      if (!linked) {
        session.reporter.note(
          `${folder} does not support symbolic links: its files were renamed one after the other`,
        );
      }
      if (earlier !== undefined) session.reporter.note(movedText(folder, earlier));
      return undefined;
    } catch (error) {
      const isPlaced = isInPlace(folder, certificate, input['store-password-from']);
      const why = notWritten(context, error, folder, isPlaced, serial, true);
      if (!isPlaced) throw why;
      return why;
    }
  });
  if (failure !== undefined) throw failure;
  // The new files are in place, so leftovers are not a failure.
  await Promise.all([dropPending(folder), ...(isGood === true ? [unmarkUnfit(folder)] : [])]).catch(
    (error: unknown) =>
      session.reporter.warn(
        `${folder} has the new certificate, but ${outputError('.trivet in it', error).message}; the next run tries again`,
      ),
  );
  session.reporter.note(
    `renewed ${folder}: ${certificate.subject.text}, expires ${rfc3339(certificate.notAfter)}`,
  );
  if (hook !== undefined && isOfFleet !== true) await runHook(hook, folder, certificate, session);
};

const uselessFor = async (
  plan: RenewPlan,
  content: FolderContent | undefined,
  issued: Issued,
): Promise<string | undefined> => {
  const { context, before } = plan;
  const [certificate] = certificatesOf(issued.document);
  if (certificate === undefined) return 'it cannot be read';
  const always = 'part' in before && before.part === 1;
  if (!always && dueByTime(certificate, before, context.session.io.now()) !== undefined)
    return 'it is due for a renewal itself';
  const held = content?.keys[0]?.key;
  if (context.input['reuse-key'] === true && held !== undefined && !belongs(certificate, held)) {
    return 'it is for another key than the one to reuse';
  }
  return (await fitnessOf(plan, content, issued)).fault;
};

export const placePending = async (
  plan: RenewPlan,
  content: FolderContent | undefined,
  wanted: WantedNames,
): Promise<boolean> => {
  const { context, folder } = plan;
  const { reporter } = context.session;
  const kept = await pendingIn(folder);
  if (kept === undefined) return false;
  const [certificate] = certificatesOf(kept.document);
  const serial = certificate?.serial ?? 'of an earlier run';
  const isOld =
    content !== undefined && certificate !== undefined && isSameCertificate(content.leaf, certificate);
  if (isOld) {
    await dropPending(folder);
    return false;
  }
  const issued = {
    ...wanted,
    document: kept.document,
    key: createPrivateKey(kept.key),
    pem: kept.key,
    isKept: true,
  } as const;
  const why = await uselessFor(plan, content, issued);
  if (why !== undefined) {
    reporter.warn(`the certificate ${serial}, which an earlier run could not write, is not used: ${why}`);
    await dropPending(folder);
    return false;
  }
  reporter.note(`placing the certificate ${serial}, which an earlier run could not write`);
  await placeIssued(plan, content, issued);
  return true;
};
