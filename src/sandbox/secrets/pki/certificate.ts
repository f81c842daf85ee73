/** Signs X.509 certificates, and parses those from outside. */
import { randomBytes } from '../../random.ts';
import { explicit, integer, sequence, time, unsigned, bits, TAG } from './der.ts';
import type { Element } from './der-reader.ts';
import { childrenOf, contentOf, decode, readBits, readInteger, readOid, readTime } from './der-reader.ts';
import type { Extension } from './extensions.ts';
import { EXTENSION, decodeExtensions, encodeExtension, readPermittedDomains } from './extensions.ts';
import type { KeyPair } from './keys.ts';
import { keyIdentifier, schemeOf, signBytes, verifyBytes } from './keys.ts';
import { toPem } from './pem.ts';

export interface Certificate {
  readonly der: Buffer;
  readonly pem: string;
  readonly serial: string;
  readonly serialBytes: Buffer;
  readonly issuer: Buffer;
  readonly subject: Buffer;
  readonly notBefore: number;
  readonly notAfter: number;
  readonly spki: Buffer;
  readonly extensions: readonly Extension[];
  readonly isAuthority: boolean;
  readonly pathLength: number | undefined;
  readonly permittedDomains: readonly string[];
  readonly keyId: Buffer;
  /** The signed part and its signature. */
  readonly signed: Buffer;
  readonly signatureAlgorithm: string;
  readonly signature: Buffer;
}

export interface CertificateTemplate {
  readonly serial?: Buffer;
  readonly issuer: Buffer;
  readonly subject: Buffer;
  readonly notBefore: number;
  readonly notAfter: number;
  readonly spki: Buffer;
  readonly extensions: readonly Extension[];
  readonly signatureBits?: number;
}

/** Positive, twenty octets, no leading zero octet. */
export function newSerial(): Buffer {
  const serial = randomBytes(20);
  serial[0] = ((serial[0] ?? 0) & 0x3f) | 0x40;
  return serial;
}

export function serialText(bytes: Buffer): string {
  // A leading zero octet only keeps the number positive.
  const hex = bytes.toString('hex').replace(/^00(?=.)/, '');
  return hex.match(/../g)?.join(':') ?? '00';
}

export function signStructure(parts: readonly Buffer[], key: KeyPair, scheme = schemeOf(key)): Buffer {
  const signed = sequence(...parts);
  return sequence(signed, scheme.algorithm, bits(signBytes(key, scheme, signed)));
}

export function signCertificate(template: CertificateTemplate, key: KeyPair): Certificate {
  const scheme = schemeOf(key, template.signatureBits);
  const der = signStructure(
    [
      explicit(0, integer(2)),
      unsigned(template.serial ?? newSerial()),
      scheme.algorithm,
      template.issuer,
      sequence(time(template.notBefore), time(template.notAfter)),
      template.subject,
      template.spki,
      explicit(3, sequence(...template.extensions.map((extension) => encodeExtension(extension)))),
    ],
    key,
    scheme,
  );
  return readCertificate(der);
}

export function readConstraints(value: Buffer): { authority: boolean; pathLength: number | undefined } {
  const fields = childrenOf(decode(value));
  const authority = fields[0]?.tag === TAG.boolean && fields[0].content[0] !== 0;
  const limit = fields.find((field) => field.tag === TAG.integer);
  return { authority, pathLength: limit === undefined ? undefined : readInteger(limit) };
}

function extensionsOf(fields: readonly Element[]): readonly Extension[] {
  const holder = fields.find((field) => field.tag === 0xa3);
  return holder === undefined ? [] : decodeExtensions(holder.content);
}

export function readCertificate(der: Buffer): Certificate {
  const [body, algorithm, signature] = childrenOf(decode(der));
  const fields = childrenOf(body);
  const at = fields[0]?.tag === 0xa0 ? 1 : 0;
  const [serial, , issuer, validity, subject, spki] = fields.slice(at);
  if (body === undefined || issuer === undefined || subject === undefined || spki === undefined) {
    throw new Error('the certificate is not complete');
  }
  const [notBefore, notAfter] = childrenOf(validity);
  const serialBytes = contentOf(serial, TAG.integer);
  const extensions = extensionsOf(fields);
  const valueOf = (id: string): Buffer | undefined => extensions.find(({ oid }) => oid === id)?.value;
  const constraints = valueOf(EXTENSION.basicConstraints);
  const { authority, pathLength } =
    constraints === undefined ? { authority: false, pathLength: undefined } : readConstraints(constraints);
  const names = valueOf(EXTENSION.nameConstraints);
  const ownKeyId = valueOf(EXTENSION.subjectKey);
  return {
    der,
    pem: toPem('CERTIFICATE', der),
    serial: serialText(serialBytes),
    serialBytes,
    issuer: issuer.raw,
    subject: subject.raw,
    notBefore: readTime(notBefore),
    notAfter: readTime(notAfter),
    spki: spki.raw,
    extensions,
    isAuthority: authority,
    pathLength,
    permittedDomains: names === undefined ? [] : readPermittedDomains(names),
    keyId: ownKeyId === undefined ? keyIdentifier(spki.raw) : contentOf(decode(ownKeyId), TAG.octetString),
    signed: body.raw,
    signatureAlgorithm: readOid(childrenOf(algorithm)[0]),
    signature: readBits(signature),
  };
}

/** The key of `issuer` made the signature. */
export function isSignedBy(certificate: Certificate, issuer: Certificate): boolean {
  if (!certificate.issuer.equals(issuer.subject)) return false;
  const { signatureAlgorithm, signed, signature } = certificate;
  return verifyBytes(issuer.spki, signatureAlgorithm, signed, signature);
}

export function isSelfIssued(certificate: Certificate): boolean {
  return certificate.issuer.equals(certificate.subject);
}
