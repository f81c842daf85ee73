/** What a mount says about a certificate that it issued: revoked, or of an issuer that it does not use any more. */
import { Exit, TrivetError } from '../../../../model/error.ts';
import { own, textAt, textsAt } from '../../../../model/json/json.ts';
import type { ParsedCertificate } from '../../../../documents/x509/certificate.ts';
import { parsedOrNone } from '../../../../documents/x509/certificate.ts';
import { isSameName } from '../../../../documents/x509/names.ts';
import { isSignedWith } from '../../../../documents/x509/signature.ts';
import { calledName } from '../../../../policy/finding.ts';
import { judge } from '../../../../policy/judge.ts';
import { purposeOf } from '../../../../policy/purpose.ts';
import type { RevocationInput } from '../../../../policy/revocation.ts';
import { lacking } from '../../../../services/products.ts';
import type { Session } from '../../../../engine/session/session.ts';
import { show as showCa } from '../../operations/ca.ts';
import { list, show } from '../../operations/issuer.ts';
import { parsedIn } from '../verify/gathered.ts';
import { mountRevocation } from '../verify/mount-revocation.ts';

interface Issuer {
  readonly certificate: ParsedCertificate;
  readonly isRevoked: boolean;
}

interface Issuers {
  readonly known: readonly Issuer[];
  /** Whether the mount has no others. */
  readonly isWhole: boolean;
}

/** Issuers of a mount that are read, one by one. */
const mostIssuers = 32;

const unknown: Issuers = { known: [], isWhole: false };

/** Every issuer of a mount, by its list of them. */
const listed = async (session: Session, where: { readonly mount?: string }): Promise<Issuers> => {
  const { document } = await session.lookUp(list, where);
  const references = textsAt(own(document, 'data'), 'keys');
  if (references.length === 0 || references.length > mostIssuers) return unknown;
  const known = await Promise.all(
    references.map(async (reference): Promise<readonly Issuer[]> => {
      const shown = await session.lookUp(show, { ...where, issuer_ref: reference });
      const data = own(shown.document, 'data');
      const [certificate] = parsedIn(Buffer.from(textAt(data, 'certificate') ?? ''));
      return certificate === undefined ? [] : [{ certificate, isRevoked: own(data, 'revoked') === true }];
    }),
  );
  return { known: known.flat(), isWhole: known.every((found) => found.length > 0) };
};

/** The one CA of a server that has no list of issuers. */
const single = async (session: Session, where: { readonly mount?: string }): Promise<Issuers> => {
  const { document } = await session.lookUp(showCa, where);
  const [certificate] = parsedIn(Buffer.from(textAt(document, 'base64') ?? '', 'base64'));
  return certificate === undefined ? unknown : { known: [{ certificate, isRevoked: false }], isWhole: true };
};

const issuersOf = async (session: Session, mount: string | undefined): Promise<Issuers> => {
  const where = mount === undefined ? {} : { mount };
  try {
    if (lacking(await session.product('secrets'), list) !== undefined) return await single(session, where);
    return await listed(session, where).catch((error: unknown) => {
      if (error instanceof TrivetError && error.exit === Exit.notFound) return single(session, where);
      throw error;
    });
  } catch (error) {
    // A server that is down, or a token that is not allowed to look, causes no renewal.
    if (!(error instanceof TrivetError)) throw error;
    return unknown;
  }
};

/** Why the issuer of a certificate is no longer valid in its mount; undefined where it is, or that is unknown. */
const disownedBy = ({ known, isWhole }: Issuers, leaf: ParsedCertificate): string | undefined => {
  const signers = known.filter(
    ({ certificate }) =>
      isSameName(leaf.issuer, certificate.subject) && isSignedWith(leaf, certificate.publicKey) === true,
  );
  const [first] = signers;
  if (first === undefined)
    return isWhole ? `its issuer ${leaf.issuer.text} is no longer an issuer of the mount` : undefined;
  return signers.every(({ isRevoked }) => isRevoked)
    ? `its issuer ${calledName(first.certificate)} was revoked`
    : undefined;
};

/** When a certificate was revoked, in words; undefined where it was not, or that is unknown. */
export const revokedBy = (
  leaf: ParsedCertificate,
  pool: readonly ParsedCertificate[],
  revocation: RevocationInput,
  at: number,
): string | undefined =>
  judge({ leaf, pool, purpose: purposeOf(leaf, []), hosts: [], at, revocation }).findings.find(
    ({ code, certificate }) => code === 'revoked' && certificate === leaf,
  )?.message;

/** What a mount says about certificates; each is undefined where the mount has no objection. */
export interface MountOpinion {
  readonly revoked: (der: Uint8Array) => Promise<string | undefined>;
  readonly disowned: (der: Uint8Array) => Promise<string | undefined>;
}

/** Reads the issuers of a mount once, when they are first needed. */
export const disowning = (session: Session, mount: string | undefined): MountOpinion['disowned'] => {
  let issuers: Promise<Issuers> | undefined;
  return async (der) => {
    const leaf = parsedOrNone(der);
    issuers ??= issuersOf(session, mount);
    return leaf === undefined ? undefined : disownedBy(await issuers, leaf);
  };
};

/** The opinion of a mount on single certificates: it is asked about each. */
export const opinionOf = (session: Session, mount: string | undefined): MountOpinion => ({
  revoked: async (der) => {
    const leaf = parsedOrNone(der);
    if (leaf === undefined) return undefined;
    const known = await mountRevocation(session, leaf, mount);
    if (known.why !== undefined)
      session.reporter.note(`whether the certificate was revoked is unknown: ${known.why}`);
    return revokedBy(leaf, [], { mode: 'check', ...known }, session.world.now());
  },
  disowned: disowning(session, mount),
});
