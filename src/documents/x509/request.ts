import type { Der } from '../der.ts';
import { childAt, childrenOf, oidText, readDer } from '../der.ts';
import type { Extensions } from './extensions.ts';
import { decodeExtensions } from './extensions.ts';
import type { Algorithm, PublicKey } from './key.ts';
import { algorithmOf, publicKeyOf } from './key.ts';
import type { DistinguishedName } from './names.ts';
import { distinguishedName } from './names.ts';

export interface ParsedRequest extends Extensions {
  readonly algorithm: Algorithm;
  readonly version: number;
  readonly subject: DistinguishedName;
  readonly publicKey: PublicKey;
  readonly attributes: readonly string[];
}

const requested = new Set(['1.2.840.113549.1.9.14', '1.3.6.1.4.1.311.2.1.14']);

const attributeNames: Readonly<Record<string, string>> = {
  '1.2.840.113549.1.9.7': 'challengePassword',
  '1.2.840.113549.1.9.2': 'unstructuredName',
};

export const parseRequest = (der: Uint8Array): ParsedRequest => {
  const outer = childrenOf(readDer(der));
  const parts = childrenOf(childAt(outer, 0, 0x30));
  const attributes = parts
    .filter(({ tag }) => tag === 0xa0)
    .flatMap(childrenOf)
    .map((one): readonly [string, Der] => {
      const pair = childrenOf(one);
      return [oidText(childAt(pair, 0, 0x06)), childAt(pair, 1, 0x31)];
    });
  const extensions = attributes.find(([type]) => requested.has(type))?.[1].inner();
  return {
    version: (childAt(parts, 0, 0x02).octet(0) ?? 0) + 1,
    subject: distinguishedName(childAt(parts, 1, 0x30)),
    publicKey: publicKeyOf(childAt(parts, 2, 0x30)),
    attributes: attributes.flatMap(([type]) => (requested.has(type) ? [] : [attributeNames[type] ?? type])),
    algorithm: algorithmOf(childAt(outer, 1, 0x30)),
    ...decodeExtensions(extensions),
  };
};
