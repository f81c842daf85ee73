import type { Der } from '../der.ts';
import { childAt, childrenOf, derTime, hexText, readDer, withoutSign } from '../der.ts';
import type { GeneralName } from '../x509-names.ts';
import type { Signed } from './certificate.ts';
import type { Extensions } from './extensions.ts';
import { decodeExtensions } from './extensions.ts';
import type { Algorithm } from './key.ts';
import { algorithmOf } from './key.ts';
import type { DistinguishedName } from './names.ts';
import { distinguishedName } from './names.ts';

export interface RevokedEntry {
  readonly serial: string;
  readonly at: number;
  readonly reason: string | undefined;
  readonly issuer: readonly GeneralName[] | undefined;
  readonly strange: readonly string[];
}

export interface ParsedList extends Signed, Extensions {
  readonly der: Uint8Array;
  readonly version: number;
  readonly namedAlgorithm: Algorithm;
  readonly issuer: DistinguishedName;
  readonly thisUpdate: number;
  readonly nextUpdate: number | undefined;
  readonly entries: readonly RevokedEntry[];
}

const entryOf = (entry: Der, before: readonly GeneralName[] | undefined): RevokedEntry => {
  const parts = childrenOf(entry);
  const { all, values } = decodeExtensions(parts[2]);
  return {
    serial: hexText(withoutSign(childAt(parts, 0, 0x02))),
    at: derTime(childAt(parts, 1)),
    reason: values.reasonCode,
    // An entry has the issuer of the one before it unless it names another (RFC 5280, section 5.3.3).
    issuer: values.certificateIssuer ?? before,
    strange: all.flatMap(({ critical, oid, name }) => (critical && name === oid ? [oid] : [])),
  };
};

const isTime = (element: Der | undefined): boolean => element?.tag === 0x17 || element?.tag === 0x18;

export const parseList = (der: Uint8Array): ParsedList => {
  const whole = readDer(der);
  const outer = childrenOf(whole);
  const content = childAt(outer, 0, 0x30);
  const parts = childrenOf(content);
  const version = parts[0]?.tag === 0x02 ? (parts[0].octet(0) ?? 0) + 1 : undefined;
  const first = version === undefined ? 0 : 1;
  const due = parts[first + 3];
  const list = parts[first + (isTime(due) ? 4 : 3)];
  const entries: RevokedEntry[] = [];
  for (const one of list?.tag === 0x30 ? childrenOf(list) : [])
    entries.push(entryOf(one, entries.at(-1)?.issuer));
  return {
    der: whole.whole,
    content: content.whole,
    version: version ?? 1,
    namedAlgorithm: algorithmOf(childAt(parts, first, 0x30)),
    issuer: distinguishedName(childAt(parts, first + 1, 0x30)),
    thisUpdate: derTime(childAt(parts, first + 2)),
    nextUpdate: due === undefined || !isTime(due) ? undefined : derTime(due),
    entries,
    algorithm: algorithmOf(childAt(outer, 1, 0x30)),
    signature: childAt(outer, 2, 0x03).body.subarray(1),
    ...decodeExtensions(
      parts
        .slice(first + 3)
        .find(({ tag }) => tag === 0xa0)
        ?.inner(),
    ),
  };
};
