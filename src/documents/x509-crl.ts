/** Reads a certificate revocation list in DER. */
import { childAt, childrenOf, derTime, hexText, nameText, oidText, readDer } from './der.ts';
import { authorityKeyOf, extensionsOf, withoutSign } from './x509.ts';

export interface RevocationList {
  readonly issuer: string;
  readonly issuerDer: Uint8Array;
  /** Milliseconds since the epoch. */
  readonly updated: number;
  /** When the next list is due; undefined if the list does not say. */
  readonly next: number | undefined;
  /** Time of revocation in milliseconds by serial number, in the order of the list. */
  readonly revoked: ReadonlyMap<string, number>;
  /** Identifier of the key that signed it. */
  readonly authorityKeyId: string | undefined;
  /** False for a list that covers only some certificates: a delta, or a partial list. */
  readonly whole: boolean;
  /** The signed bytes, the algorithm and the signature, which the caller verifies. */
  readonly signed: Uint8Array;
  readonly algorithm: string;
  readonly signature: Uint8Array;
}

/** Deltas, and lists for an issuing point or for other issuers. */
const partial = ['2.5.29.27', '2.5.29.28'];

/** Reads a revocation list in DER. @throws RangeError for anything else */
export const readRevocationList = (der: Uint8Array): RevocationList => {
  const outer = childrenOf(readDer(der));
  const signed = childAt(outer, 0, 0x30);
  const list = childrenOf(signed);
  const first = list[0]?.tag === 0x02 ? 2 : 1;
  const issuer = childAt(list, first, 0x30);
  const following = list[first + 2];
  const next = following?.tag === 0x17 || following?.tag === 0x18 ? following : undefined;
  const entries = list[first + (next === undefined ? 2 : 3)];
  const extensions = extensionsOf(list.find(({ tag }) => tag === 0xa0));
  return {
    issuer: nameText(issuer),
    issuerDer: issuer.whole,
    updated: derTime(childAt(list, first + 1)),
    next: next === undefined ? undefined : derTime(next),
    revoked: new Map(
      (entries?.tag === 0x30 ? childrenOf(entries) : []).map((entry) => {
        const parts = childrenOf(entry);
        return [hexText(withoutSign(childAt(parts, 0, 0x02))), derTime(childAt(parts, 1))];
      }),
    ),
    authorityKeyId: authorityKeyOf(extensions.get('2.5.29.35')),
    whole: partial.every((oid) => !extensions.has(oid)),
    signed: signed.whole,
    algorithm: oidText(childAt(childrenOf(childAt(outer, 1, 0x30)), 0, 0x06)),
    signature: childAt(outer, 2, 0x03).body.subarray(1),
  };
};
