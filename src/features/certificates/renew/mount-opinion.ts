/** What mounts say about a certificate: revoked, of a revoked CA, or of an issuer that its mount does not use any more. */
import { TrivetError } from '../../../system/error.ts';
import { own, textAt } from '../../../documents/json/json.ts';
import type { ParsedCertificate } from '../../../documents/x509/certificate.ts';
import { parsedOrNone } from '../../../documents/x509/certificate.ts';
import type { PolicyFinding } from '../policy/finding.ts';
import { calledName } from '../policy/finding.ts';
import { judge } from '../policy/judge.ts';
import { isSameAuthority } from '../policy/path.ts';
import { purposeOf } from '../policy/purpose.ts';
import type { RevocationInput } from '../policy/revocation.ts';
import type { Session } from '../../../engine/session/session.ts';
import { show as showRole } from '../../../commands/pki/operations/role/role.ts';
import type { Issuers } from '../mount-issuers.ts';
import { signerOf, signersOf } from '../mount-issuers.ts';
import type { Authorities } from '../verify/authorities.ts';
import { mountRevocation } from '../verify/mount-revocation.ts';

/** Why a certificate is of no use although it has not expired. */
interface Objection {
  readonly why: string;
  /** Whether a CA above it was revoked: another certificate of that CA is of no more use. */
  readonly isOfAuthority: boolean;
}

/** What mounts say about certificates; each is undefined where there is no objection. */
export interface MountOpinion {
  readonly revoked: (der: Uint8Array) => Promise<Objection | undefined>;
  /** Its issuer no longer belongs to the mount. */
  readonly disowned: (der: Uint8Array) => Promise<Objection | undefined>;
  /**
   * A CA of its chain was revoked.
   * @param authorities the CAs of its chain, from several places, those first that its server sends
   */
  readonly ofAuthorities: (
    der: Uint8Array,
    ...authorities: readonly (readonly Uint8Array[])[]
  ) => Promise<Objection | undefined>;
  /** Whether the CA with which the mount signs for a role was revoked, or one above it. */
  readonly isSignerRevoked: (role: string) => Promise<boolean>;
}

/** Why the issuer of a certificate is no longer valid in its mount; undefined where it is, or that is unknown. */
const disownedBy = (issuers: Issuers, leaf: ParsedCertificate): Objection | undefined => {
  const signers = signersOf(issuers, leaf);
  const [first] = signers;
  if (first === undefined) {
    const why = issuers.why ?? `its issuer ${leaf.issuer.text} is no longer an issuer of the mount`;
    return issuers.isWhole ? { why, isOfAuthority: false } : undefined;
  }
  return signers.every(({ revokedAt }) => revokedAt !== undefined)
    ? { why: `its issuer ${calledName(first.certificate)} was revoked`, isOfAuthority: true }
    : undefined;
};

/** What is known about the revocation of a certificate and of the CAs above it, except for its root. */
const revocationOf = (
  leaf: ParsedCertificate,
  pool: readonly ParsedCertificate[],
  revocation: RevocationInput,
  at: number,
): readonly PolicyFinding[] =>
  judge({ leaf, pool, purpose: purposeOf(leaf, []), hosts: [], at, revocation }).findings.filter(
    ({ check }) => check === 'revocation',
  );

/** When a certificate was revoked, in words; undefined where it was not, or that is unknown. */
export const revokedBy = (...given: Parameters<typeof revocationOf>): Objection | undefined => {
  const found = revocationOf(...given).find(
    ({ code, certificate }) => code === 'revoked' && certificate === given[0],
  );
  return found && { why: found.message, isOfAuthority: false };
};

const nothingOf = { mode: 'check', lists: [], isExplicit: false } as const;

/** The part of an opinion that endpoints of a mount share. */
export const authoritiesOpinion = (
  session: Session,
  authorities: Authorities,
  mount: string | undefined,
  sayUnknown?: (text: string) => void,
): Omit<MountOpinion, 'revoked'> => {
  const found = async (leaf: ParsedCertificate, pool: readonly ParsedCertificate[]) => {
    const known = await authorities.known([leaf, ...pool]);
    return revocationOf(leaf, pool, { ...nothingOf, ...known }, session.world.now());
  };
  /** Only CAs that are missing in files are those of the mount: clients get no other certificate of a CA. */
  const poolOf = async (given: readonly (readonly Uint8Array[])[]) =>
    [...given.map((ders) => ders.flatMap((der) => parsedOrNone(der) ?? [])), await authorities.read()].reduce(
      (earlier, more) => [
        ...earlier,
        ...more.filter((one) => !earlier.some((other) => isSameAuthority(one, other))),
      ],
    );
  return {
    disowned: async (der) => {
      const leaf = parsedOrNone(der);
      return leaf && disownedBy(await authorities.issuers(), leaf);
    },
    ofAuthorities: async (der, ...given) => {
      const leaf = parsedOrNone(der);
      if (leaf === undefined) return undefined;
      const above = (await found(leaf, await poolOf(given))).filter(
        ({ certificate }) => certificate !== leaf,
      );
      for (const { severity, message, certificate } of above)
        if (severity === 'unknown' && certificate !== undefined)
          sayUnknown?.(`${calledName(certificate)}: ${message}. --ca-mount names the mount of its issuer.`);
      const revoked = above.find(({ code }) => code === 'revoked');
      return (
        revoked?.certificate && {
          why: `its CA ${calledName(revoked.certificate)} ${revoked.message.replace(/^it /, '')}`,
          isOfAuthority: true,
        }
      );
    },
    isSignerRevoked: async (role) => {
      const where = mount === undefined ? {} : { mount };
      try {
        const reference = await issuerOfRole(session, where, role);
        const signer = await signerOf(session, where, reference);
        if (signer === undefined) return false;
        const pool = (await authorities.issuers()).known.map(({ certificate }) => certificate);
        return (
          signer.revokedAt !== undefined ||
          (await found(signer.certificate, pool)).some(({ code }) => code === 'revoked')
        );
      } catch (error) {
        // Then the new certificate shows it.
        if (!(error instanceof TrivetError)) throw error;
        return false;
      }
    },
  };
};

/** The issuer that a role names; the default one where the role cannot be read. */
const issuerOfRole = async (
  session: Session,
  where: { readonly mount?: string },
  name: string,
): Promise<string> => {
  try {
    const { document } = await session.lookUp(showRole, { ...where, name });
    return textAt(own(document, 'data'), 'issuer_ref') || 'default';
  } catch (error) {
    if (error instanceof TrivetError) return 'default';
    throw error;
  }
};

/** The opinion of a mount on single certificates: it is asked about each. */
export const opinionOf = (
  session: Session,
  authorities: Authorities,
  mount: string | undefined,
): MountOpinion => {
  const said = new Set<string>();
  const sayUnknown = (text: string): void => {
    if (!said.has(text)) session.reporter.note(text);
    said.add(text);
  };
  return {
    revoked: async (der) => {
      const leaf = parsedOrNone(der);
      if (leaf === undefined) return undefined;
      const known = await mountRevocation(session, leaf, mount, 'if unknown');
      if (known.why !== undefined) sayUnknown(`whether the certificate was revoked is unknown: ${known.why}`);
      return revokedBy(leaf, [], { mode: 'check', ...known }, session.world.now());
    },
    ...authoritiesOpinion(session, authorities, mount, sayUnknown),
  };
};
