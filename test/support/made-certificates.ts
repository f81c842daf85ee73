/** Makes certificates and revocation lists with any content, right or wrong. */
import type { KeyObject } from 'node:crypto';
import { createHash, createPublicKey, generateKeyPairSync, sign } from 'node:crypto';
import type { ParsedCertificate } from '../../src/documents/x509/certificate.ts';
import { parseCertificate } from '../../src/documents/x509/certificate.ts';
import type { ParsedList } from '../../src/documents/x509/revocation-list.ts';
import { parseList } from '../../src/documents/x509/revocation-list.ts';
import { bitString, der, derSet, oid, sequence, utf8 } from '../../src/documents/der-writer.ts';

/** One key pair for all that have no other: making keys takes time. */
export const ecKey = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;

export const signatureOids = {
  ecdsaSha256: '1.2.840.10045.4.3.2',
  ecdsaSha1: '1.2.840.10045.4.1',
  ecdsaSha224: '1.2.840.10045.4.3.1',
  rsaSha256: '1.2.840.113549.1.1.11',
  rsaSha1: '1.2.840.113549.1.1.5',
  rsaMd5: '1.2.840.113549.1.1.4',
  dsaSha256: '2.16.840.1.101.3.4.3.2',
  ed25519: '1.3.101.112',
  ed448: '1.3.101.113',
} as const;

const hashOf: Readonly<Record<string, string | null>> = {
  [signatureOids.ecdsaSha256]: 'sha256',
  [signatureOids.ecdsaSha1]: 'sha1',
  [signatureOids.ecdsaSha224]: 'sha224',
  [signatureOids.rsaSha256]: 'sha256',
  [signatureOids.rsaSha1]: 'sha1',
  [signatureOids.rsaMd5]: 'md5',
  [signatureOids.dsaSha256]: 'sha256',
  [signatureOids.ed25519]: null,
  [signatureOids.ed448]: null,
};

export type Extension = readonly [id: string, critical: boolean, value: Uint8Array];

export const boolean = (value: boolean): Uint8Array => der(0x01, Buffer.from([value ? 0xff : 0]));
export const integer = (...octets: readonly number[]): Uint8Array => der(0x02, Buffer.from(octets));
export const octets = (bytes: Uint8Array): Uint8Array => der(0x04, bytes);
export const text = (tag: number, value: string): Uint8Array => der(tag, Buffer.from(value, 'latin1'));

export const name = (...parts: readonly (readonly [string, string])[]): Uint8Array =>
  sequence(...parts.map(([type, value]) => derSet(sequence(oid(type), utf8(value)))));
export const cn = (value: string): Uint8Array => name(['2.5.4.3', value]);

const utcTime = (time: number): Uint8Array =>
  text(
    0x17,
    `${new Date(time)
      .toISOString()
      .replaceAll(/[-:T]|\.\d+/g, '')
      .slice(2, 14)}Z`,
  );

export const spkiOf = (key: KeyObject): Uint8Array =>
  createPublicKey(key).export({ type: 'spki', format: 'der' });

/** Any identifier does that differs for each key. */
export const keyId = (key: KeyObject): Uint8Array => createHash('sha1').update(spkiOf(key)).digest();

export const usage = {
  certSign: Buffer.from([0x03, 0x02, 0x02, 0x04]),
  certAndListSign: Buffer.from([0x03, 0x02, 0x01, 0x06]),
  listSign: Buffer.from([0x03, 0x02, 0x01, 0x02]),
  signature: Buffer.from([0x03, 0x02, 0x07, 0x80]),
  encipherment: Buffer.from([0x03, 0x02, 0x05, 0x20]),
  signatureAndCertSign: Buffer.from([0x03, 0x02, 0x02, 0x84]),
};

export const purposes = {
  server: '1.3.6.1.5.5.7.3.1',
  client: '1.3.6.1.5.5.7.3.2',
  code: '1.3.6.1.5.5.7.3.3',
  email: '1.3.6.1.5.5.7.3.4',
  any: '2.5.29.37.0',
};

export const ids = {
  subjectKey: '2.5.29.14',
  keyUsage: '2.5.29.15',
  names: '2.5.29.17',
  constraints: '2.5.29.19',
  nameConstraints: '2.5.29.30',
  listPoints: '2.5.29.31',
  policies: '2.5.29.32',
  mappings: '2.5.29.33',
  authorityKey: '2.5.29.35',
  policyConstraints: '2.5.29.36',
  extended: '2.5.29.37',
  inhibitAny: '2.5.29.54',
  access: '1.3.6.1.5.5.7.1.1',
  poison: '1.3.6.1.4.1.11129.2.4.3',
  netscape: '2.16.840.1.113730.1.1',
  comment: '2.16.840.1.113730.1.13',
};

export const dns = (value: string): Uint8Array => text(0x82, value);
export const address = (...bytes: readonly number[]): Uint8Array => der(0x87, Buffer.from(bytes));
export const mail = (value: string): Uint8Array => text(0x81, value);
export const directory = (value: Uint8Array): Uint8Array => der(0xa4, value);

export const basic = (ca: boolean, length?: number): Extension => [
  ids.constraints,
  true,
  sequence(...(ca ? [boolean(true)] : []), ...(length === undefined ? [] : [integer(length)])),
];
export const keyUsage = (bits: Uint8Array): Extension => [ids.keyUsage, true, bits];
export const extended = (...list: readonly string[]): Extension => [
  ids.extended,
  false,
  sequence(...list.map(oid)),
];
export const names = (...list: readonly Uint8Array[]): Extension => [ids.names, false, sequence(...list)];
export const subjectKey = (id: Uint8Array): Extension => [ids.subjectKey, false, octets(id)];
export const authorityKey = (id: Uint8Array): Extension => [ids.authorityKey, false, sequence(der(0x80, id))];
export const nameLimits = (
  permitted: readonly Uint8Array[],
  excluded: readonly Uint8Array[] = [],
  critical = true,
): Extension => [
  ids.nameConstraints,
  critical,
  sequence(
    ...(permitted.length === 0 ? [] : [der(0xa0, ...permitted.map((base) => sequence(base)))]),
    ...(excluded.length === 0 ? [] : [der(0xa1, ...excluded.map((base) => sequence(base)))]),
  ),
];

export interface Recipe {
  readonly subject?: Uint8Array;
  readonly issuer?: Uint8Array;
  readonly serial?: Uint8Array;
  /** The key of the subject. */
  readonly key?: KeyObject;
  /** Its SubjectPublicKeyInfo, where no key has it. */
  readonly spki?: Uint8Array;
  /** The key that signs. */
  readonly signer?: KeyObject;
  readonly algorithm?: string;
  /** The algorithm outside of the signed part. */
  readonly outer?: string;
  readonly version?: number;
  readonly notBefore?: number;
  readonly notAfter?: number;
  readonly extensions?: readonly Extension[];
  /** Changes the octets of the signed part. */
  readonly damage?: (content: Uint8Array) => Uint8Array;
}

export const now = Date.UTC(2026, 0, 15);
export const day = 86_400_000;

const algorithmId = (id: string): Uint8Array =>
  id.startsWith('1.2.840.113549') ? sequence(oid(id), der(0x05)) : sequence(oid(id));

const extensionDer = ([id, critical, value]: Extension): Uint8Array =>
  sequence(oid(id), ...(critical ? [boolean(true)] : []), octets(value));

export const makeDer = (recipe: Recipe): Uint8Array => {
  const { subject = cn('subject'), key = ecKey, signer = ecKey, version = 3, damage } = recipe;
  const { algorithm = signatureOids.ecdsaSha256, outer = algorithm, extensions = [] } = recipe;
  const whole = sequence(
    ...(version === 1 ? [] : [der(0xa0, integer(version - 1))]),
    recipe.serial ?? integer(0x4a, 0x01),
    algorithmId(algorithm),
    recipe.issuer ?? subject,
    sequence(utcTime(recipe.notBefore ?? now - day), utcTime(recipe.notAfter ?? now + 90 * day)),
    subject,
    recipe.spki ?? spkiOf(key),
    ...(extensions.length === 0 ? [] : [der(0xa3, sequence(...extensions.map(extensionDer)))]),
  );
  const content = damage === undefined ? whole : damage(whole);
  const signature = sign(hashOf[algorithm] ?? null, content, signer);
  return sequence(content, algorithmId(outer), bitString(signature));
};

export const make = (recipe: Recipe): ParsedCertificate => parseCertificate(makeDer(recipe));

export interface ListRecipe {
  readonly issuer: Uint8Array;
  readonly signer: KeyObject;
  readonly updated?: number;
  readonly next?: number | undefined;
  readonly revoked?: readonly (readonly [serial: Uint8Array, extensions?: readonly Extension[]])[];
  readonly extensions?: readonly Extension[];
  readonly outer?: string;
}

export const listNumber: Extension = ['2.5.29.20', false, integer(1)];

export const makeList = (recipe: ListRecipe): ParsedList => {
  const { issuer, signer, updated = now - day, revoked = [], extensions = [listNumber] } = recipe;
  const next = 'next' in recipe ? recipe.next : now + day;
  const entries = revoked.map(([serial, own = []]) =>
    sequence(serial, utcTime(now - day), ...(own.length === 0 ? [] : [sequence(...own.map(extensionDer))])),
  );
  const content = sequence(
    integer(1),
    algorithmId(signatureOids.ecdsaSha256),
    issuer,
    utcTime(updated),
    ...(next === undefined ? [] : [utcTime(next)]),
    ...(entries.length === 0 ? [] : [sequence(...entries)]),
    ...(extensions.length === 0 ? [] : [der(0xa0, sequence(...extensions.map(extensionDer)))]),
  );
  const outer = algorithmId(recipe.outer ?? signatureOids.ecdsaSha256);
  return parseList(sequence(content, outer, bitString(sign('sha256', content, signer))));
};
