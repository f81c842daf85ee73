/** test/seeds/2-secrets.md, section 2.2. */
import type { Input } from '../coerce.ts';
import { asList, asText } from '../coerce.ts';
import { directoryString, oid, sequence, setOf } from './der.ts';
import { childrenOf, decode, readOid, readText } from './der-reader.ts';
import { TAG } from './der.ts';

export const SUBJECT_LISTS = [
  'country',
  'organization',
  'ou',
  'locality',
  'province',
  'street_address',
  'postal_code',
] as const;

export type SubjectLists = Readonly<Record<(typeof SUBJECT_LISTS)[number], readonly string[]>>;

export interface Subject {
  readonly lists: SubjectLists;
  readonly commonName: string;
  readonly serialNumber: string;
}

const OIDS: Readonly<Record<(typeof SUBJECT_LISTS)[number], string>> = {
  country: '2.5.4.6',
  organization: '2.5.4.10',
  ou: '2.5.4.11',
  locality: '2.5.4.7',
  province: '2.5.4.8',
  street_address: '2.5.4.9',
  postal_code: '2.5.4.17',
};
const COMMON_NAME = '2.5.4.3';
const SERIAL_NUMBER = '2.5.4.5';

export function readSubjectLists(input: Input): SubjectLists {
  return {
    country: asList(input, 'country', []),
    organization: asList(input, 'organization', []),
    ou: asList(input, 'ou', []),
    locality: asList(input, 'locality', []),
    province: asList(input, 'province', []),
    street_address: asList(input, 'street_address', []),
    postal_code: asList(input, 'postal_code', []),
  };
}

export function readSubject(input: Input): Subject {
  return {
    lists: readSubjectLists(input),
    commonName: asText(input, 'common_name', ''),
    serialNumber: asText(input, 'serial_number', ''),
  };
}

export function encodeSubject(subject: Subject): Buffer {
  const attributes = SUBJECT_LISTS.flatMap((name) =>
    subject.lists[name].map((value): readonly [string, string] => [OIDS[name], value]),
  );
  if (subject.commonName !== '') attributes.push([COMMON_NAME, subject.commonName]);
  if (subject.serialNumber !== '') attributes.push([SERIAL_NUMBER, subject.serialNumber]);
  return sequence(...attributes.map(([type, value]) => setOf(sequence(oid(type), directoryString(value)))));
}

function attributeOf(name: Buffer, type: string): string {
  let value = '';
  for (const relative of childrenOf(decode(name))) {
    for (const attribute of childrenOf(relative, TAG.set)) {
      const [id, text] = childrenOf(attribute);
      if (text !== undefined && readOid(id) === type) value = readText(text);
    }
  }
  return value;
}

export function commonNameOf(name: Buffer): string {
  return attributeOf(name, COMMON_NAME);
}

export function serialNumberOf(name: Buffer): string {
  return attributeOf(name, SERIAL_NUMBER);
}

export function isEmptyName(name: Buffer): boolean {
  return childrenOf(decode(name)).length === 0;
}
