import { Exit, TrivetError } from '../../system/error.ts';
import { numberAt, own, textAt } from '../../documents/json/json.ts';
import type { ParsedCertificate } from '../../documents/x509/certificate.ts';
import { isSameName } from '../../documents/x509/names.ts';
import { isSignedWith } from '../../documents/x509/signature.ts';
import { lacksPlace } from '../../services/outcome.ts';
import { lacking } from '../../services/products.ts';
import { readRows } from '../../run/lists/list.ts';
import type { Session } from '../../run/session/session.ts';
import { show as showCa } from '../../commands/pki/operations/ca.ts';
import { list, show, showCertificate } from '../../commands/pki/operations/issuer.ts';
import { list as listRoles } from '../../commands/pki/operations/role/role.ts';
import { firstCertificateIn } from '../../documents/x509/contents.ts';

export interface Issuer {
  readonly certificate: ParsedCertificate;
  readonly references: readonly string[];
  /** Milliseconds since the epoch. */
  readonly revokedAt: number | undefined;
}

export interface Issuers {
  readonly known: readonly Issuer[];
  readonly isWhole: boolean;
  readonly why?: string;
}

const mostIssuers = 32;

const unknown: Issuers = { known: [], isWhole: false };

interface Where {
  readonly mount: string | undefined;
}

const readIssuer = async (session: Session, where: Where, reference: string): Promise<Issuer | undefined> => {
  const input = { ...where, issuer_ref: reference };
  const { document } = await session.lookUp(show, input).catch((error: unknown) => {
    if (!(error instanceof TrivetError) || error.exit !== Exit.denied) throw error;
    return session.lookUp(showCertificate, input);
  });
  const data = own(document, 'data');
  const certificate = firstCertificateIn(textAt(data, 'certificate') ?? '');
  const revokedAt = own(data, 'revoked') === true ? numberAt(data, 'revocation_time') * 1000 : undefined;
  const references = ['issuer_id', 'issuer_name'].flatMap((key) => textAt(data, key) || []);
  return certificate && { certificate, references, revokedAt };
};

const listed = async (session: Session, where: Where): Promise<Issuers> => {
  const rows = await readRows(session, list, where);
  // A mount without a CA has no issuer.
  if (rows.length === 0) return { known: [], isWhole: true };
  const references = rows.flatMap((item) => textAt(item, 'key') ?? []);
  if (references.length > mostIssuers) return { ...unknown, why: `there are ${references.length}` };
  const found = await Promise.all(references.map((reference) => readIssuer(session, where, reference)));
  const known = found.filter((one) => one !== undefined);
  return { known, isWhole: known.length === found.length };
};

const single = async (session: Session, where: Where, isWhole: boolean): Promise<Issuers> => {
  const { document } = await session.lookUp(showCa, where);
  const base64 = textAt(document, 'base64') ?? '';
  if (base64 === '') return { known: [], isWhole };
  const certificate = firstCertificateIn(base64);
  return certificate === undefined
    ? unknown
    : { known: [{ certificate, references: [], revokedAt: undefined }], isWhole };
};

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

/** Whether even public reads are missing. */
const isAbsent = async (session: Session, where: Where): Promise<boolean> => {
  try {
    await readRows(session, listRoles, where);
    return false;
  } catch (error) {
    if (!(error instanceof TrivetError)) throw error;
    return lacksPlace(error) || hasNoPath(error);
  }
};

/** Empty if the server is down, or the token may not look. */
export const issuersOf = async (session: Session, mount: string | undefined): Promise<Issuers> => {
  const where = { mount };
  try {
    if (lacking(await session.product('secrets'), list) !== undefined)
      return await single(session, where, true);
    return await listed(session, where).catch((error: unknown) => {
      if (!(error instanceof TrivetError)) throw error;
      const isMissing = error.exit === Exit.notFound || hasNoPath(error);
      // The certificate of the issuer is public.
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

export const signersOf = ({ known }: Issuers, certificate: ParsedCertificate): readonly Issuer[] =>
  known.filter((one) => isSignedBy(certificate, one.certificate));
