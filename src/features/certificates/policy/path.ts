import type { ParsedCertificate } from '../../../documents/x509/certificate.ts';
import { isSameCertificate, isSelfIssuedBy } from '../../../documents/x509/certificate.ts';
import { isSameName } from '../../../documents/x509/names.ts';
import { isSignedWith } from '../../../documents/x509/signature.ts';
import type { SignedBy } from './links.ts';

export interface Path {
  readonly certificates: readonly ParsedCertificate[];
  /**
   * `trusted`: an anchor. `root`: self-signed, without anchors. `untrusted`: self-signed, not an anchor. `partial`:
   * the last issuer is missing.
   */
  readonly end: 'trusted' | 'root' | 'untrusted' | 'partial';
}

interface Sources {
  readonly pool: readonly ParsedCertificate[];
  /** Undefined if the anchors are unknown. */
  readonly anchors: readonly ParsedCertificate[] | undefined;
}

/** Clients have such limits, too. */
const longest = 24;
const mostSignatures = 256;
const mostSteps = 2048;

export const isSameAuthority = (one: ParsedCertificate, other: ParsedCertificate): boolean =>
  isSameName(one.subject, other.subject) && Buffer.compare(one.publicKey.der, other.publicKey.der) === 0;

export class Signatures {
  #left = mostSignatures;
  readonly #known = new Map<ParsedCertificate, Map<ParsedCertificate, boolean | 'unknown'>>();

  get exhausted(): boolean {
    return this.#left <= 0;
  }

  readonly signedBy: SignedBy = (certificate, issuer) => {
    const known = this.#known.get(certificate) ?? new Map<ParsedCertificate, boolean | 'unknown'>();
    this.#known.set(certificate, known);
    const found = known.get(issuer);
    if (found !== undefined) return found;
    if (this.exhausted) return 'unknown';
    this.#left -= 1;
    const signed = isSignedWith(certificate, issuer.publicKey);
    known.set(issuer, signed);
    return signed;
  };
}

/** Paths with failing signatures come last, so that they are reported. */
export function* pathsOf(
  leaf: ParsedCertificate,
  { pool, anchors }: Sources,
  signatures: Signatures,
): Generator<Path> {
  const candidates = [...(anchors ?? []), ...pool].filter(
    (one, index, all) => all.findIndex((other) => isSameCertificate(one, other)) === index,
  );
  let steps = 0;
  const isAnchor = (one: ParsedCertificate): boolean =>
    anchors?.some((anchor) => isSameCertificate(anchor, one)) === true;
  function* extend(path: readonly ParsedCertificate[], last: ParsedCertificate): Generator<Path> {
    steps += 1;
    if (isAnchor(last)) {
      yield { certificates: path, end: 'trusted' };
      return;
    }
    if (isSelfIssuedBy(last) && signatures.signedBy(last, last) === true && anchors === undefined) {
      yield { certificates: path, end: 'root' };
      return;
    }
    // A CA does not come twice, even under another serial number.
    const above = candidates.filter(
      (one) => isSameName(last.issuer, one.subject) && !path.some((earlier) => isSameAuthority(one, earlier)),
    );
    const signed = above.filter((one) => signatures.signedBy(last, one) === true);
    const next = signed.length > 0 ? signed : above;
    if (next.length === 0 || path.length >= longest) {
      // A CA can sign its next key under its own name.
      const end = anchors !== undefined && isSelfIssuedBy(last) ? 'untrusted' : 'partial';
      yield { certificates: path, end };
      return;
    }
    for (const one of next) {
      if (steps > mostSteps || signatures.exhausted) return;
      yield* extend([...path, one], one);
    }
  }
  yield* extend([leaf], leaf);
}
