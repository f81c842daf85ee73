/** Certificates, revocation lists and requests in words. */
import type * as NodeCrypto from 'node:crypto';
import type { Painter } from '../screen/color.ts';
import { noColor } from '../screen/color.ts';
import type { Der } from './der.ts';
import { childAt, childrenOf, hexText, nameText, oidText, readDer } from './der.ts';
import type { Entry } from '../screen/formats/record.ts';
import type { Block } from './pem.ts';
import { blocksOf, pemOf } from './pem.ts';
import { alignedText } from '../screen/formats/record.ts';
import { safe } from '../screen/text/safe.ts';
import { hasPrivateKey, maskedText } from '../screen/text/secret.ts';
import { age, rfc3339 } from '../screen/text/time.ts';
import { readRevocationList } from './x509-crl.ts';

type Crypto = typeof NodeCrypto;

/** The number of serial numbers of a revocation list that are shown. */
const named = 20;

/** The end of a validity: red if it has passed, yellow if less than a tenth of the time is left. */
const expiry = (key: string, from: number, until: number, now: number): Entry => {
  const over = until <= now;
  const tone = over ? 'bad' : until - now < (until - from) / 10 ? 'warn' : undefined;
  return { key, text: `${rfc3339(until)} (${over ? 'expired ' : ''}${age(until, now)})`, tone };
};

const curves: Readonly<Record<string, string>> = {
  prime256v1: 'P-256',
  secp384r1: 'P-384',
  secp521r1: 'P-521',
  secp224r1: 'P-224',
};

const keyText = (key: NodeCrypto.KeyObject): string => {
  const type = key.asymmetricKeyType ?? 'unknown';
  const { modulusLength, namedCurve } = key.asymmetricKeyDetails ?? {};
  if (modulusLength !== undefined) return `${type.toUpperCase()} ${modulusLength} bits`;
  if (namedCurve !== undefined) return `${type.toUpperCase()} ${curves[namedCurve] ?? namedCurve}`;
  return type === 'ed25519' ? 'Ed25519' : type;
};

const namesText = (names: string): string => names.replaceAll(/(^|, )DNS:/g, '$1');

const certificate = (crypto: Crypto, der: Uint8Array, now: number): readonly Entry[] => {
  const x509 = new crypto.X509Certificate(der);
  const [from, until] = [Date.parse(x509.validFrom), Date.parse(x509.validTo)];
  return [
    { key: 'Subject', text: x509.subject.replaceAll('\n', ', ') },
    { key: 'Issuer', text: x509.issuer.replaceAll('\n', ', ') },
    { key: 'Serial', text: hexText(Buffer.from(x509.serialNumber, 'hex')) },
    { key: 'Valid from', text: rfc3339(from) },
    expiry('Expires', from, until, now),
    ...(x509.subjectAltName === undefined ? [] : [{ key: 'Names', text: namesText(x509.subjectAltName) }]),
    { key: 'Key', text: keyText(x509.publicKey) },
    { key: 'CA', text: x509.ca ? 'yes' : 'no' },
    { key: 'SHA-256', text: x509.fingerprint256 },
  ];
};

const revocationList = (der: Uint8Array, now: number): readonly Entry[] => {
  const { issuer, updated, next, revoked } = readRevocationList(der);
  const serials = [...revoked].slice(0, named).map(([serial, time]) => `${serial}  ${rfc3339(time)}`);
  if (revoked.size > named) serials.push(`and ${revoked.size - named} more`);
  return [
    { key: 'Issuer', text: issuer },
    { key: 'Updated', text: `${rfc3339(updated)} (${age(updated, now)})` },
    ...(next === undefined ? [] : [expiry('Next update', updated, next, now)]),
    { key: 'Revoked', text: [String(revoked.size), ...serials].join('\n') },
  ];
};

/** The DNS names and addresses in a request: extension 2.5.29.17 in its attributes. */
const requestedNames = (element: Der, depth: number): readonly string[] => {
  if (depth === 0 || (element.tag & 0x20) === 0) return [];
  const children = childrenOf(element);
  const [first] = children;
  const last = children.at(-1);
  if (first?.tag === 0x06 && last?.tag === 0x04 && oidText(first) === '2.5.29.17') {
    return childrenOf(last.inner()).map(({ tag, body }) => {
      if (tag !== 0x87) return Buffer.from(body).toString('latin1');
      return body.length === 4 ? [...body].join('.') : hexText(body);
    });
  }
  return children.flatMap((child) => requestedNames(child, depth - 1));
};

const request = (crypto: Crypto, der: Uint8Array): readonly Entry[] => {
  const parts = childrenOf(childAt(childrenOf(readDer(der)), 0, 0x30));
  const spki = Buffer.from(childAt(parts, 2, 0x30).whole);
  const key = crypto.createPublicKey({ key: spki, format: 'der', type: 'spki' });
  const attributes = parts[3];
  const names = attributes === undefined ? [] : requestedNames(attributes, 8);
  return [
    { key: 'Subject', text: nameText(childAt(parts, 1, 0x30)) },
    ...(names.length === 0 ? [] : [{ key: 'Names', text: names.join(', ') }]),
    { key: 'Key', text: keyText(key) },
  ];
};

const titles: Readonly<Record<string, string>> = {
  CERTIFICATE: 'Certificate',
  'X509 CRL': 'Revocation list',
  'CERTIFICATE REQUEST': 'Certificate request',
  'NEW CERTIFICATE REQUEST': 'Certificate request',
};

const entriesOf = (crypto: Crypto, { label, der }: Block, now: number): readonly Entry[] | undefined => {
  try {
    if (label === 'CERTIFICATE') return certificate(crypto, der, now);
    if (label === 'X509 CRL') return revocationList(der, now);
    return label.endsWith('CERTIFICATE REQUEST') ? request(crypto, der) : undefined;
  } catch {
    // What cannot be parsed is shown as text.
    return undefined;
  }
};

interface CertificateOptions {
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly paint?: Painter;
  /** Whether private keys are shown. */
  readonly reveal?: boolean;
}

/**
 * Describes PEM text for a person: each certificate, revocation list and request as a record. What cannot be parsed is
 * printed unchanged, safe for a terminal; a private key is hidden unless revealed.
 */
export const describePem = async (pem: string, options: CertificateOptions): Promise<string> => {
  const { now, paint = noColor, reveal = false } = options;
  const blocks = blocksOf(pem);
  const asIs = (text: string): string => {
    const shown = !reveal && hasPrivateKey(text) ? maskedText : text;
    return `${safe(shown, { multiline: true }).trimEnd()}\n`;
  };
  if (blocks.length === 0) return asIs(pem);
  const crypto = await import('node:crypto');
  const shown = blocks.map((block) => {
    const entries = entriesOf(crypto, block, now);
    if (entries === undefined) return asIs(block.text);
    return `${paint.bold(titles[block.label] ?? block.label)}\n${alignedText(entries, paint).replaceAll(/^/gm, '  ').trimEnd()}\n`;
  });
  return shown.join('\n');
};

/** Like `describePem` for DER, whose kind the caller knows. */
export const describeDer = (
  der: Uint8Array,
  kind: 'certificate' | 'crl',
  options: CertificateOptions,
): Promise<string> => describePem(pemOf(kind === 'crl' ? 'X509 CRL' : 'CERTIFICATE', der), options);
