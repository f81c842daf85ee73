import type { Der } from '../der.ts';
import { childAt, childrenOf, oidText, readDer } from '../der.ts';

interface SignedData {
  readonly certificates: readonly Uint8Array[];
  readonly lists: readonly Uint8Array[];
}

const signedData = '1.2.840.113549.1.7.2';

const isSignedData = (outer: Der): boolean => {
  const [type, content] = childrenOf(outer);
  return type?.tag === 0x06 && oidText(type) === signedData && content?.tag === 0xa0;
};

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
  return { certificates: held(0xa0), lists: held(0xa1) };
};
