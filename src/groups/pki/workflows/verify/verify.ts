/** `pki verify`: checks whether the files of a folder fit a TLS server, one line for each check. */
import { X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import { Exit, localError, TrivetError, usageError } from '../../../../model/error.ts';
import { own, textAt } from '../../../../model/json/json.ts';
import { show } from '../../operations/cert.ts';
import type { RevocationList } from '../../../../documents/x509-crl.ts';
import type { Certificate } from '../../../../documents/x509.ts';
import { plural } from '../../../../screen/text/plural.ts';
import { rfc3339 } from '../../../../screen/text/time.ts';
import { readFileOrInput } from '../../../../world/read-file.ts';
import type { Session } from '../../../../engine/session/session.ts';
import { ownView } from '../../../../workflows/own-view.ts';
import type { Workflow } from '../../../../workflows/workflow.ts';
import { certificatesIn, daysLeft } from './certificate-item.ts';
import type { Chain } from './chain.ts';
import { chainOf, isSignedBy, sameBytes } from './chain.ts';
import type { FolderContent } from './folder-content.ts';
import { folderContent } from './folder-content.ts';
import type { Revocation } from './revocation.ts';
import { concerns, judge, listDoubt, listIsSignedBy, listOfMount, revocationListIn } from './revocation.ts';

interface Verified {
  readonly check: 'files' | 'key' | 'chain' | 'names' | 'expiry' | 'revocation';
  readonly status: 'ok' | 'warning' | 'problem' | 'skipped';
  readonly detail: string;
}

type VerifyInput = Readonly<{
  folder?: string | undefined;
  host?: string | undefined;
  trust?: string | undefined;
  crl?: string | undefined;
  mount?: string | undefined;
}>;

const filesLine = ({ files, different, file }: FolderContent): Verified =>
  different.length > 0
    ? {
        check: 'files',
        status: 'problem',
        detail: `${different.join(', ')} contains another certificate than ${file}`,
      }
    : { check: 'files', status: 'ok', detail: files.join(', ') };

/** Every key of the folder must match the certificate; half of a renewal would leave another key. */
const keyLine = ({ certificate, keys }: FolderContent): Verified => {
  const check = 'key';
  const [first] = keys;
  if (first === undefined) return { check, status: 'skipped', detail: 'the folder contains no private key' };
  const x509 = new X509Certificate(certificate.der);
  const other = keys.filter(({ key }) => key !== undefined && !x509.checkPrivateKey(key));
  if (other.length > 0) {
    const names = other.map(({ file }) => file).join(', ');
    return { check, status: 'problem', detail: `not the key of the certificate: ${names}` };
  }
  const unread = keys.find(({ key }) => key === undefined);
  return unread === undefined
    ? { check, status: 'ok', detail: `${certificate.key}, ${first.file} belongs to the certificate` }
    : { check, status: 'skipped', detail: `${unread.file} is encrypted or cannot be read` };
};

const chainLine = (chain: Chain): Verified => {
  const check = 'chain';
  if (!chain.ok) return { check, status: 'problem', detail: chain.why };
  const last = chain.path.at(-1);
  if (chain.path.length === 1) {
    const detail = `${last?.subject ?? ''} is self-signed`;
    return { check, status: chain.end === 'trusted' ? 'ok' : 'warning', detail };
  }
  const way = chain.path
    .slice(1)
    .map(({ subject }) => subject)
    .join(' < ');
  return chain.end === 'partial'
    ? { check, status: 'warning', detail: `${way}; its issuer ${last?.issuer ?? ''} is not in the folder` }
    : { check, status: 'ok', detail: way };
};

const namesLine = ({ names, commonName, der }: Certificate, host: string | undefined): Verified => {
  const check = 'names';
  const shown = names.map(({ text }) => text).join(', ') || (commonName ?? '');
  if (host === undefined) {
    return names.length === 0
      ? {
          check,
          status: 'warning',
          detail: 'no alternative names: TLS clients ignore the common name',
        }
      : { check, status: 'ok', detail: shown };
  }
  const x509 = new X509Certificate(der);
  const matches = isIP(host) === 0 ? x509.checkHost(host) : x509.checkIP(host);
  return matches === undefined
    ? { check, status: 'problem', detail: `not for ${host}, but for ${shown || 'no name'}` }
    : { check, status: 'ok', detail: `for ${host}` };
};

const expiryLine = ({ notBefore, notAfter }: Certificate, now: number): Verified => {
  const check = 'expiry';
  if (notAfter < now) return { check, status: 'problem', detail: `expired ${rfc3339(notAfter)}` };
  if (notBefore > now) return { check, status: 'problem', detail: `valid only from ${rfc3339(notBefore)}` };
  const left = daysLeft(notAfter, now);
  const detail = `${rfc3339(notAfter)}, ${plural(left, 'day')} left`;
  return { check, status: notAfter - now < (notAfter - notBefore) / 10 ? 'warning' : 'ok', detail };
};

const judged = (
  list: RevocationList,
  certificate: Certificate,
  issuer: Certificate | undefined,
  now: number,
): Revocation => {
  const ofIssuer = issuer === undefined ? concerns(list, certificate) : listIsSignedBy(list, issuer);
  return ofIssuer
    ? judge(list, certificate, now)
    : { is: 'unknown', why: `the revocation list comes from another issuer, ${list.issuer}` };
};

/** The mount knows the certificates that it stores; its revocation list can have others. */
const fromMount = async (
  session: Session,
  certificate: Certificate,
  issuer: Certificate | undefined,
  mount: string | undefined,
): Promise<Revocation> => {
  const where = mount === undefined ? {} : { mount };
  try {
    const { document } = await session.lookUp(show, { ...where, serial: certificate.serial });
    const data = own(document, 'data');
    const [stored] = certificatesIn(Buffer.from(textAt(data, 'certificate') ?? ''));
    const at = own(data, 'revocation_time');
    if (stored !== undefined && sameBytes(stored.der, certificate.der)) {
      return typeof at === 'number' && at > 0 ? { is: 'revoked', at: at * 1000 } : { is: 'valid' };
    }
  } catch (error) {
    if (!(error instanceof TrivetError) || error.exit !== Exit.notFound) throw error;
  }
  const list = await listOfMount(session, mount);
  if (list === undefined) return { is: 'unknown', why: 'the mount has no revocation list' };
  const verdict = judged(list, certificate, issuer, session.world.now());
  const doubt = verdict.is === 'valid' ? await listDoubt(session, mount) : undefined;
  return doubt === undefined ? verdict : { is: 'unknown', why: doubt };
};

const revocationOf = async (
  session: Session,
  certificate: Certificate,
  issuer: Certificate | undefined,
  { crl, mount }: VerifyInput,
): Promise<Revocation> => {
  if (crl !== undefined) {
    const list = revocationListIn(await readFileOrInput(crl, session.world));
    if (list === undefined) throw localError(`${crl} contains no revocation list`);
    return judged(list, certificate, issuer, session.world.now());
  }
  try {
    return await fromMount(session, certificate, issuer, mount);
  } catch (error) {
    if (!(error instanceof TrivetError) || error.exit === Exit.usage) throw error;
    return { is: 'unknown', why: error.message };
  }
};

const revocationLine = (revocation: Revocation): Verified => {
  const check = 'revocation';
  if (revocation.is === 'revoked') {
    return { check, status: 'problem', detail: `revoked ${rfc3339(revocation.at)}` };
  }
  return revocation.is === 'valid'
    ? { check, status: 'ok', detail: 'not revoked' }
    : { check, status: 'skipped', detail: `unknown: ${revocation.why}` };
};

const authoritiesIn = async (file: string, session: Session): Promise<readonly Certificate[]> => {
  const found = certificatesIn(await readFileOrInput(file, session.world));
  const readable = found.filter((one) => one !== undefined);
  if (readable.length === 0) throw localError(`${file} contains no certificate`);
  return readable;
};

const verifyFolder: Workflow<VerifyInput> = async ({ command, session, presenter, input }) => {
  const { folder = '', host, trust } = input;
  if (folder === '') throw usageError('pki verify needs a folder');
  const content = await folderContent(folder);
  if (content === undefined) {
    throw localError(
      `${folder} contains no certificate`,
      'The file must be called cert.pem, fullchain.pem, bundle.pem or tls.crt.',
    );
  }
  const { certificate, authorities } = content;
  const trusted = trust === undefined ? undefined : await authoritiesIn(trust, session);
  const now = session.world.now();
  const chain = chainOf(certificate, { others: authorities, trusted, now });
  const issuer = chain.ok ? chain.path[1] : authorities.find((one) => isSignedBy(certificate, one));
  const lines: readonly Verified[] = [
    filesLine(content),
    keyLine(content),
    chainLine(chain),
    namesLine(certificate, host),
    expiryLine(certificate, now),
    revocationLine(
      await revocationOf(session, certificate, issuer ?? (chain.ok ? chain.path[0] : undefined), input),
    ),
  ];
  const items = lines.map((line) => ({ ...line }));
  await presenter.showDocument(ownView(command), items, items);
  const problems = lines.filter(({ status }) => status === 'problem');
  const [worst] = problems;
  if (worst === undefined) return Exit.ok;
  const more = problems.length > 1 ? ` (the first of ${problems.length} problems)` : '';
  session.reporter.error(
    new TrivetError('verify', Exit.refused, `${folder}: ${worst.check}: ${worst.detail}${more}`),
  );
  return Exit.refused;
};

export default verifyFolder;
