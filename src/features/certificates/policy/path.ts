/** Finds the chains from a certificate to where trust begins. */
import type { ParsedCertificate } from '../../../documents/x509/certificate.ts';
import { isSelfIssuedBy } from '../../../documents/x509/certificate.ts';
import { isSameName } from '../../../documents/x509/names.ts';
import { isSignedWith } from '../../../documents/x509/signature.ts';
import type { SignedBy } from './links.ts';

export interface Path {
  /** From the certificate to the last one at hand. */
  readonly certificates: readonly ParsedCertificate[];
  /**
   * `trusted`: an anchor. `root`: a self-signed certificate, where no anchors were given. `untrusted`: one that is not
   * an anchor. `partial`: the issuer of the last one is not at hand.
   */
  readonly end: 'trusted' | 'root' | 'untrusted' | 'partial';
}

interface Sources {
  /** In the order in which issuers are tried. */
  readonly pool: readonly ParsedCertificate[];
  /** Undefined where nothing says what is trusted. */
  readonly anchors: readonly ParsedCertificate[] | undefined;
}

/** The longest chain, and how much is tried: clients have such limits too. */
const longest = 24;
const mostSignatures = 256;
const mostSteps = 2048;

const isSame = (one: ParsedCertificate, other: ParsedCertificate): boolean =>
  one === other || Buffer.compare(one.der, other.der) === 0;

/** Whether both are certificates of one CA, from different issuers perhaps. */
export const isSameAuthority = (one: ParsedCertificate, other: ParsedCertificate): boolean =>
  isSameName(one.subject, other.subject) && Buffer.compare(one.publicKey.der, other.publicKey.der) === 0;

/** Checks signatures, each once, as long as there are not too many. */
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

/** All paths, one after the other; those whose signatures fail come last, to say so. */
export function* pathsOf(
  leaf: ParsedCertificate,
  { pool, anchors }: Sources,
  signatures: Signatures,
): Generator<Path> {
  const candidates = [...(anchors ?? []), ...pool].filter(
    (one, index, all) => all.findIndex((other) => isSame(one, other)) === index,
  );
  let steps = 0;
  const isAnchor = (one: ParsedCertificate): boolean =>
    anchors?.some((anchor) => isSame(anchor, one)) === true;
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
    // A CA that is in a path already cannot be in it again under another serial number.
    const above = candidates.filter(
      (one) => isSameName(last.issuer, one.subject) && !path.some((earlier) => isSameAuthority(one, earlier)),
    );
    const signed = above.filter((one) => signatures.signedBy(last, one) === true);
    const next = signed.length > 0 ? signed : above;
    if (next.length === 0 || path.length >= longest) {
      // A CA can sign its next key, under its own name: without anchors that is not an end.
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
