/** Reads the certificates and revocation lists in signed data (PKCS #7, CMS). */
import type { Der } from '../der.ts';
import { childAt, childrenOf, oidText, readDer } from '../der.ts';

interface SignedData {
  /** Each in DER. */
  readonly certificates: readonly Uint8Array[];
  readonly lists: readonly Uint8Array[];
  readonly signers: number;
  /** Whether it signs content that it also contains. */
  readonly hasContent: boolean;
}

const signedData = '1.2.840.113549.1.7.2';

/** Whether an element is a ContentInfo with signed data. */
const isSignedData = (outer: Der): boolean => {
  const [type, content] = childrenOf(outer);
  return type?.tag === 0x06 && oidText(type) === signedData && content?.tag === 0xa0;
};

/** Reads signed data in DER. @throws RangeError for anything else */
export const parseSignedData = (der: Uint8Array): SignedData => {
  const outer = readDer(der);
  if (!isSignedData(outer)) throw new RangeError('not signed data');
  const parts = childrenOf(childAt(childrenOf(outer), 1, 0xa0).inner());
  const held = (tag: number): readonly Uint8Array[] =>
    parts
      .filter((part) => part.tag === tag)
      .flatMap(childrenOf)
      .filter((one) => one.tag === 0x30)
      .map(({ whole }) => whole);
  const content = childrenOf(childAt(parts, 2, 0x30));
  return {
    certificates: held(0xa0),
    lists: held(0xa1),
    signers: childrenOf(childAt(parts, parts.length - 1, 0x31)).length,
    hasContent: content.length > 1,
  };
};

/** The certificates in signed data, in DER; none in anything else. */
export const certificatesOfSignedData = (der: Uint8Array): readonly Uint8Array[] => {
  try {
    return parseSignedData(der).certificates;
  } catch (error) {
    if (error instanceof RangeError) return [];
    throw error;
  }
};
