/** `pki renew`: replaces a certificate and its key when the renewal is due; made for cron. */
import type { KeyObject } from 'node:crypto';
import { randomInt } from 'node:crypto';
import { mkdir, readdir, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pause } from '../../../../net/pause.ts';
import { secondsOf } from '../../../../model/text/duration.ts';
import { Exit, localError, TrivetError, usageError } from '../../../../model/error.ts';
import type { Json } from '../../../../model/json/json.ts';
import { own } from '../../../../model/json/json.ts';
import type { InputRecord } from '../../../../model/catalogue/parameter.ts';
import { inputTexts } from '../../../../model/catalogue/parameter.ts';
import { recordView } from '../../../../model/catalogue/view.ts';
import { signedFields } from '../../fields.ts';
import type { sign } from '../../operations/sign.ts';
import { withLock } from '../../../../disk/lock-file.ts';
import type { Certificate } from '../../../../documents/x509.ts';
import { rfc3339 } from '../../../../screen/text/time.ts';
import { outputError } from '../../../../world/output.ts';
import { changeFiles, checkVersioned, storeOf } from '../../../../disk/versioned-folder.ts';
import type { Outcome } from '../../../../engine/session/session.ts';
import type { OperationContext } from '../../../../workflows/workflow.ts';
import { certificateFiles, inStep, layoutOf, withoutPrivateKey } from '../certificate-files.ts';
import { certificatesIn } from '../verify/certificate-item.ts';
import type { FolderContent } from '../verify/folder-content.ts';
import { folderContent } from '../verify/folder-content.ts';
import { newKeyOf, requestFor, warnOfOther } from '../new-key.ts';
import { hookWords, isOwed, oweHook, runHook } from './renew-hook.ts';
import type { Before } from './renewal.ts';
import { beforeOf, belongs, dueFrom, kindOf, namesOf, unfitFor } from './renewal.ts';
import { keyPem, makeKey, signingRequest } from '../signing-request.ts';

type RenewContext = OperationContext<
  typeof sign,
  Readonly<{
    folder?: string | undefined;
    before?: string | undefined;
    exec?: string | undefined;
    jitter?: string | undefined;
    layout?: 'pem' | 'nginx' | undefined;
    'new-key'?: string | undefined;
    'reuse-key'?: boolean | undefined;
    'change-names'?: boolean | undefined;
    'detailed-exitcode'?: boolean | undefined;
  }>
>;
type RenewInput = RenewContext['input'];

const nameFlags = ['common_name', 'alt_names', 'ip_sans', 'uri_sans', 'other_sans'] as const;

/** The names that the flags ask for; empty without such flags. */
const askedNames = (input: InputRecord): ReadonlySet<string> => {
  const [commonName] = [input['common_name']].filter((one) => typeof one === 'string');
  return new Set([
    ...(commonName === undefined ? [] : [`common name ${commonName}`]),
    ...inputTexts(input, 'alt_names').map((name) =>
      name.includes('@') ? `email ${name}` : `dns ${name.toLowerCase()}`,
    ),
    ...inputTexts(input, 'ip_sans').map((name) => `ip ${name}`),
    ...inputTexts(input, 'uri_sans').map((name) => `uri ${name}`),
    ...inputTexts(input, 'other_sans').map((name) => `other ${name}`),
  ]);
};

/** Returns why the files need a renewal now; undefined when they do not. */
const whyNow = (
  content: FolderContent,
  before: Before,
  input: RenewInput,
  now: number,
): string | undefined => {
  const { certificate, keys, different } = content;
  if (input['change-names'] === true) {
    const names = namesOf(certificate);
    if ([...askedNames(input)].some((name) => !names.has(name))) return 'the flags ask for other names';
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
  return { key, pem: keyPem(key) };
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

const summary = recordView({
  fields: signedFields,
  name: 'serial_number',
  columns: [
    ['serial_number', 'serial'],
    ['expiration', 'expires'],
  ],
});

/** Everything that a run knows before anything is sent. */
interface Plan {
  readonly context: RenewContext;
  readonly folder: string;
  readonly before: Before;
  readonly hook: readonly string[] | undefined;
}

const signed = async ({ context, folder }: Plan, content: FolderContent | undefined) => {
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
  const outcome = await session.call(operation, sent, options);
  return {
    outcome,
    key,
    pem,
    names: fromFlags || old === undefined ? askedNames(input) : namesOf(old),
    exactly: !fromFlags,
  };
};

/** The new certificate and the CAs above it, from the reply. */
const certificatesOf = (document: Json): readonly Certificate[] => {
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

const layoutFor = (input: RenewInput, content: FolderContent | undefined): 'pem' | 'nginx' => {
  if (content === undefined) return layoutOf(input);
  if (content.file === 'tls.crt') throw usageError('trivet does not write folders with a tls.crt');
  const found = content.file === 'fullchain.pem' ? 'nginx' : 'pem';
  if (input.layout !== undefined && input.layout !== found) {
    throw usageError(`the folder has the layout ${found}, not ${input.layout}`);
  }
  return found;
};

const namesOfLayout = {
  pem: ['cert.pem', 'key.pem', 'chain.pem', 'bundle.pem', 'cert.der', 'key.der', 'csr.pem', 'csr.der'],
  nginx: ['fullchain.pem', 'privkey.pem', 'ca.pem'],
} as const;

/** Signs, checks and swaps; the hook is due from the moment at which the new files are visible. */
const renewNow = async (plan: Plan, content: FolderContent | undefined): Promise<Outcome> => {
  const { context, folder, before, hook } = plan;
  const { session, input } = context;
  const layout = layoutFor(input, content);
  await checkVersioned(folder, namesOfLayout[layout]);
  const { outcome, key, pem, names, exactly } = await signed(plan, content);
  warnOfOther(context, outcome);
  const [certificate, ...authorities] = certificatesOf(outcome.document);
  if (certificate === undefined) throw localError('the reply contains no readable certificate');
  const now = session.world.now();
  const why = unfitFor({ certificate, key, authorities, now }, names, exactly);
  if (why !== undefined) {
    throw new TrivetError('unfit', Exit.refused, `${why}; ${folder} was not changed`, {
      hint: `The certificate ${certificate.serial} was issued but is not used. Check the rules of the role.`,
    });
  }
  const always = 'part' in before && before.part === 1;
  if (!always && dueFrom(certificate, before) <= now) {
    session.reporter.warn(
      `the new certificate expires ${rfc3339(certificate.notAfter)} and is due again at once: its lifetime is shorter than --before`,
    );
  }
  const fresh = certificateFiles(own(outcome.document, 'data'), { layout, newKey: pem });
  const { files, obsolete } = inStep(fresh, await readdir(folder));
  if (hook !== undefined) await oweHook(folder, certificate);
  const linked = await changeFiles(folder, files, obsolete, session.world.platform);
  if (!linked)
    session.reporter.note(
      `${folder} does not support symbolic links: its files were renamed one after the other`,
    );
  session.reporter.note(
    `renewed ${folder}: ${certificate.subject}, expires ${rfc3339(certificate.notAfter)}`,
  );
  if (hook !== undefined) await runHook(hook, folder, certificate, session);
  return outcome;
};

const folderOf = async (given: string | undefined): Promise<string> => {
  if (given === undefined || given.trim() === '') throw usageError('pki renew needs a folder');
  const there = await stat(given).catch(() => undefined);
  if (there === undefined) return given;
  if (!there.isDirectory()) throw localError(`${given} is not a folder`);
  return realpath(given);
};

const sleepAtRandom = async (jitter: string | undefined, { session }: RenewContext): Promise<void> => {
  const seconds = jitter === undefined ? 0 : (secondsOf(jitter) ?? 0);
  if (seconds <= 0) return;
  const milliseconds = randomInt(Math.ceil(seconds * 1000));
  session.reporter.note(`waiting ${Math.round(milliseconds / 1000)} s`);
  await pause(milliseconds, session.signal);
};

/** Decides what to do for the folder as it is now. */
const needs = async ({ context, folder, before, hook }: Plan) => {
  const { session, input } = context;
  const there = (await stat(folder).catch(() => undefined)) !== undefined;
  const content = there ? await folderContent(folder) : undefined;
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
  return {
    content,
    why: whyNow(content, before, input, session.world.now()),
    owed: owed && hook !== undefined,
  };
};

const busy = (folder: string) => (): Error =>
  new TrivetError('locked', Exit.conflict, `another trivet process is renewing ${folder}`, {
    effect: 'not-sent',
    hint: 'Wait until it ends. It holds the lock in .trivet in that folder.',
  });

/** Milliseconds to wait for another run. */
const patience = 60_000;

const run = async (plan: Plan): Promise<Outcome | undefined> => {
  const { context, folder, hook } = plan;
  const { session, input } = context;
  const { dryRun, curl } = session.globals;
  const first = await needs(plan);
  if (first.why === undefined && !first.owed) {
    const from = first.content === undefined ? 0 : dueFrom(first.content.certificate, plan.before);
    session.reporter.note(`${folder} is not due before ${rfc3339(Math.ceil(from / 1000) * 1000)}`);
    return undefined;
  }
  if (dryRun || curl) {
    if (first.why !== undefined) await signed(plan, first.content);
    return undefined;
  }
  if (first.why !== undefined) await sleepAtRandom(input.jitter, context);
  if (session.signal.aborted) return undefined;
  await mkdir(folder, { mode: 0o700 }).catch((error: unknown) => {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST'))
      throw outputError(folder, error);
  });
  const store = await storeOf(folder);
  return withLock(
    join(store, 'lock'),
    async () => {
      // Another run can have renewed it in the meantime.
      const { content, why, owed } = await needs(plan);
      if (why !== undefined) {
        session.reporter.note(
          content === undefined
            ? `requesting the first certificate of ${folder}`
            : `renewing ${folder}: ${why}`,
        );
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

export default async (context: RenewContext): Promise<number> => {
  const { session, presenter, input } = context;
  if (newKeyOf(input) !== undefined && input['reuse-key'] === true) {
    throw usageError('--reuse-key and --new-key cannot be given together');
  }
  if (input['change-names'] === true && !nameFlags.some((name) => input[name] !== undefined)) {
    throw usageError('--change-names needs names, such as --common-name');
  }
  const before = beforeOf(input.before ?? '1/3');
  const hook = await hookWords(input.exec, session);
  const folder = await folderOf(input.folder);
  const outcome = await run({ context, folder, before, hook });
  if (outcome === undefined) return Exit.ok;
  await presenter.show(outcome, { document: withoutPrivateKey(outcome.document), view: summary });
  return input['detailed-exitcode'] === true ? Exit.changes : Exit.ok;
};
