/** The issuers of a mount: the CAs that sign its certificates, or did. */
import { Exit, TrivetError } from '../../system/error.ts';
import { numberAt, own, textAt } from '../../documents/json/json.ts';
import type { ParsedCertificate } from '../../documents/x509/certificate.ts';
import { isSameName } from '../../documents/x509/names.ts';
import { isSignedWith } from '../../documents/x509/signature.ts';
import { lacksPlace } from '../../services/outcome.ts';
import { serviceOf } from '../../services/index.ts';
import { lacking } from '../../services/products.ts';
import type { Session } from '../../run/session/session.ts';
import { show as showCa } from '../../commands/pki/operations/ca.ts';
import { list, show, showCertificate } from '../../commands/pki/operations/issuer.ts';
import { list as listRoles } from '../../commands/pki/operations/role/role.ts';
import { parsedIn } from './verify/certificate-item.ts';

export interface Issuer {
  readonly certificate: ParsedCertificate;
  /** Its ID and its name, by which roles refer to it. */
  readonly references: readonly string[];
  /** When it was revoked in its mount, in milliseconds since the epoch. */
  readonly revokedAt: number | undefined;
}

export interface Issuers {
  readonly known: readonly Issuer[];
  /** Whether the mount has no others. */
  readonly isWhole: boolean;
  /** Why nothing could be read, or why there is none. */
  readonly why?: string;
}

/** Issuers of a mount that are read, one by one. */
const mostIssuers = 32;

const unknown: Issuers = { known: [], isWhole: false };

interface Where {
  readonly mount?: string;
}

/** Reads one issuer by its name or ID; undefined for a certificate that cannot be read. */
const readIssuer = async (session: Session, where: Where, reference: string): Promise<Issuer | undefined> => {
  const input = { ...where, issuer_ref: reference };
  const { document } = await session.lookUp(show, input).catch((error: unknown) => {
    if (!(error instanceof TrivetError) || error.exit !== Exit.denied) throw error;
    return session.lookUp(showCertificate, input);
  });
  const data = own(document, 'data');
  const [certificate] = parsedIn(Buffer.from(textAt(data, 'certificate') ?? ''));
  const revokedAt =
    own(data, 'revoked') === true ? (numberAt(data, 'revocation_time') ?? 0) * 1000 : undefined;
  const references = ['issuer_id', 'issuer_name'].flatMap((key) => textAt(data, key) || []);
  return certificate && { certificate, references, revokedAt };
};

/** Every issuer of a mount, by its list of them. */
const listed = async (session: Session, where: Where): Promise<Issuers> => {
  const { document } = await session.lookUp(list, where);
  const items = serviceOf('secrets').readItems(document, list.view);
  // A mount that has lost its CA has no issuer, which is an answer.
  if (items.length === 0) return { known: [], isWhole: true };
  const references = items.flatMap((item) => textAt(item, 'key') ?? []);
  if (references.length > mostIssuers) return { ...unknown, why: `there are ${references.length}` };
  const found = await Promise.all(references.map((reference) => readIssuer(session, where, reference)));
  const known = found.filter((one) => one !== undefined);
  return { known, isWhole: known.length === found.length };
};

/** The CA that a server without a list of issuers has. */
const single = async (session: Session, where: Where, isWhole: boolean): Promise<Issuers> => {
  const { document } = await session.lookUp(showCa, where);
  const bytes = Buffer.from(textAt(document, 'base64') ?? '', 'base64');
  if (bytes.length === 0) return { known: [], isWhole };
  const [certificate] = parsedIn(bytes);
  return certificate === undefined
    ? unknown
    : { known: [{ certificate, references: [], revokedAt: undefined }], isWhole };
};

/** The CA that signs for an issuer reference; the CA of the mount where issuers cannot be read. */
export const signerOf = async (
  session: Session,
  where: Where,
  reference: string,
): Promise<Issuer | undefined> => {
  try {
    return await readIssuer(session, where, reference);
  } catch (error) {
    if (!(error instanceof TrivetError)) throw error;
    return (await single(session, where, false)).known[0];
  }
};

const hasNoPath = ({ code, details }: TrivetError): boolean =>
  code === 'not-supported' && details.status === 404;

/** Whether the server says that there is no such mount of this engine: what anyone may read of one is missing, too. */
const isAbsent = async (session: Session, where: Where): Promise<boolean> => {
  try {
    await session.lookUp(listRoles, where);
    return false;
  } catch (error) {
    if (!(error instanceof TrivetError)) throw error;
    return lacksPlace(error) || hasNoPath(error);
  }
};

/** The issuers of a mount; a server that is down, or a token that is not allowed to look, has none. */
export const issuersOf = async (session: Session, mount: string | undefined): Promise<Issuers> => {
  const where = mount === undefined ? {} : { mount };
  try {
    if (lacking(await session.product('secrets'), list) !== undefined)
      return await single(session, where, true);
    return await listed(session, where).catch((error: unknown) => {
      if (!(error instanceof TrivetError)) throw error;
      const isMissing = error.exit === Exit.notFound || hasNoPath(error);
      // Anyone may read the CA of a mount.
      if (isMissing || error.exit === Exit.denied) return single(session, where, isMissing);
      throw error;
    });
  } catch (error) {
    if (!(error instanceof TrivetError)) throw error;
    const isWhole = error.exit === Exit.notFound && (await isAbsent(session, where));
    return { known: [], isWhole, why: error.message };
  }
};

const isSignedBy = (certificate: ParsedCertificate, authority: ParsedCertificate): boolean =>
  isSameName(certificate.issuer, authority.subject) &&
  isSignedWith(certificate, authority.publicKey) === true;

/** Those that signed a certificate. */
export const signersOf = ({ known }: Issuers, certificate: ParsedCertificate): readonly Issuer[] =>
  known.filter((one) => isSignedBy(certificate, one.certificate));
