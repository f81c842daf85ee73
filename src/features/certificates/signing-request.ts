import type { KeyObject } from 'node:crypto';
import { createPublicKey, generateKeyPair, sign } from 'node:crypto';
import { domainToASCII } from 'node:url';
import { promisify } from 'node:util';
import { usageError } from '../../system/error.ts';
import type { InputRecord } from '../../catalogue/parameter.ts';
import { inputTexts } from '../../catalogue/parameter.ts';
import { bitString, der, oid, sequence, derSet, utf8 } from '../../documents/der-writer.ts';
import { pemOf } from '../../documents/pem.ts';
import { addressOctets } from '../../documents/x509/address.ts';

export type NewKey = 'ec:256' | 'ec:384' | `rsa:${number}` | 'ed25519';

const otherKinds: readonly NewKey[] = ['ec:256', 'ec:384', 'ed25519'];

/** Undefined if such a key cannot be made. RSA has whole octets, since not every program reads others. */
export const newKeyNamed = (text: string): NewKey | undefined => {
  const bits = Number(/^rsa:(\d{4})$/.exec(text)?.[1]);
  if (bits >= 2048 && bits <= 4096 && bits % 8 === 0) return `rsa:${bits}`;
  return otherKinds.find((kind) => kind === text);
};

const generate = promisify(generateKeyPair);

export const makeKey = async (kind: NewKey): Promise<KeyObject> => {
  if (kind === 'ed25519') return (await generate('ed25519', {})).privateKey;
  const [type, length] = kind.split(':');
  const pair =
    type === 'rsa'
      ? await generate('rsa', { modulusLength: Number(length) })
      : await generate('ec', { namedCurve: `P-${length}` });
  return pair.privateKey;
};

export const keyPem = (key: KeyObject): string => String(key.export({ type: 'pkcs8', format: 'pem' }));

/** By RFC 4055, 5758 and 8410: NULL with RSA, nothing with ECDSA and Ed25519. */
const algorithmOf = (key: KeyObject): { readonly hash: string | null; readonly identifier: Uint8Array } => {
  const { asymmetricKeyType, asymmetricKeyDetails } = key;
  if (asymmetricKeyType === 'rsa') {
    return { hash: 'sha256', identifier: sequence(oid('1.2.840.113549.1.1.11'), der(0x05)) };
  }
  if (asymmetricKeyType === 'ec') {
    const [bits, arc] =
      asymmetricKeyDetails?.namedCurve === 'prime256v1'
        ? [256, 2]
        : asymmetricKeyDetails?.namedCurve === 'secp384r1'
          ? [384, 3]
          : [512, 4];
    return { hash: `sha${bits}`, identifier: sequence(oid(`1.2.840.10045.4.3.${arc}`)) };
  }
  if (asymmetricKeyType === 'ed25519') return { hash: null, identifier: sequence(oid('1.3.101.112')) };
  throw usageError(`a key of type ${asymmetricKeyType ?? 'unknown'} cannot sign a request`);
};

export const requestSubject = (commonName: string | undefined): Uint8Array =>
  sequence(...(commonName === undefined ? [] : [derSet(sequence(oid('2.5.4.3'), utf8(commonName)))]));

const hostName = (name: string): Uint8Array => {
  if (name.includes('@')) return der(0x81, Buffer.from(name));
  return der(0x82, Buffer.from(domainToASCII(name) || name));
};

const address = (text: string): Uint8Array => {
  const octets = addressOctets(text);
  if (octets === undefined) throw usageError(`"${text}" is not an IP address`);
  return octets;
};

const otherName = (text: string): Uint8Array => {
  const [, type = '', value = ''] = /^([\d.]+);UTF-?8:([\s\S]*)$/i.exec(text) ?? [];
  if (type === '') throw usageError(`"${text}" is not of the form <oid>;UTF8:<value>`);
  return der(0xa0, oid(type), der(0xa0, utf8(value)));
};

/**
 * The names of the flags; undefined without any.
 * @param first more host names or email addresses
 * @throws TrivetError usage
 */
export const requestedNames = (input: InputRecord, first: readonly string[] = []): Uint8Array | undefined => {
  const all = [
    ...[...first, ...inputTexts(input, 'alt_names')].map(hostName),
    ...inputTexts(input, 'ip_sans').map((text) => der(0x87, address(text))),
    ...inputTexts(input, 'uri_sans').map((text) => der(0x86, Buffer.from(text))),
    ...inputTexts(input, 'other_sans').map(otherName),
  ];
  return all.length === 0 ? undefined : sequence(...all);
};

/**
 * @param subject a Name in DER
 * @param names GeneralNames in DER
 * @returns PEM
 */
export const signingRequest = (
  key: KeyObject,
  subject: Uint8Array,
  names: Uint8Array | undefined,
): string => {
  const extensions =
    names === undefined
      ? der(0xa0)
      : der(
          0xa0,
          sequence(
            oid('1.2.840.113549.1.9.14'),
            derSet(sequence(sequence(oid('2.5.29.17'), der(0x04, names)))),
          ),
        );
  const publicKey = createPublicKey(key).export({ type: 'spki', format: 'der' });
  const content = sequence(der(0x02, Buffer.from([0])), subject, publicKey, extensions);
  const { hash, identifier } = algorithmOf(key);
  const signature = sign(hash, content, key);
  return pemOf('CERTIFICATE REQUEST', sequence(content, identifier, bitString(signature)));
};
