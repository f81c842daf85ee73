import { addressBytes, addressText } from './addresses.ts';
import { explicit, implicit, oid, sequence, utf8 } from './der.ts';
import { childrenOf, decode, elementsIn, readOid, readText } from './der-reader.ts';

export interface OtherName {
  readonly oid: string;
  readonly value: string;
}

export interface AlternativeNames {
  readonly dns: readonly string[];
  readonly emails: readonly string[];
  readonly ips: readonly string[];
  readonly uris: readonly string[];
  readonly others: readonly OtherName[];
}

export const NO_NAMES: AlternativeNames = { dns: [], emails: [], ips: [], uris: [], others: [] };

/** RFC 5280, section 4.2.1.6. */
const OTHER = 0;
const EMAIL = 1;
const DNS = 2;
const URI = 6;
const IP = 7;

export function uriName(uri: string): Buffer {
  return implicit(URI, Buffer.from(uri, 'latin1'));
}

export function dnsName(name: string): Buffer {
  return implicit(DNS, Buffer.from(name, 'latin1'));
}

export function encodeNames(names: AlternativeNames): Buffer | undefined {
  const unique = (values: readonly string[]): readonly string[] => [...new Set(values)];
  const encoded = [
    ...unique(names.dns).map((name) => dnsName(name)),
    ...unique(names.emails).map((name) => implicit(EMAIL, Buffer.from(name, 'latin1'))),
    ...unique(names.ips).map((ip) => implicit(IP, addressBytes(ip) ?? Buffer.alloc(0))),
    ...unique(names.uris).map((uri) => uriName(uri)),
    ...names.others.map((name) => explicit(OTHER, oid(name.oid), explicit(0, utf8(name.value)))),
  ];
  return encoded.length === 0 ? undefined : sequence(...encoded);
}

export function decodeNames(extension: Buffer): AlternativeNames {
  const names = {
    dns: [] as string[],
    emails: [] as string[],
    ips: [] as string[],
    uris: [] as string[],
    others: [] as OtherName[],
  };
  for (const { tag, content } of childrenOf(decode(extension))) {
    const text = content.toString('latin1');
    if (tag === (0x80 | DNS)) names.dns.push(text);
    else if (tag === (0x80 | EMAIL)) names.emails.push(text);
    else if (tag === (0x80 | URI)) names.uris.push(text);
    else if (tag === (0x80 | IP)) names.ips.push(addressText(content) ?? content.toString('hex'));
    else if (tag === (0xa0 | OTHER)) {
      const [type, value] = elementsIn(content);
      const [inner] = elementsIn(value?.content ?? Buffer.alloc(0));
      if (inner !== undefined) names.others.push({ oid: readOid(type), value: readText(inner) });
    }
  }
  return names;
}
