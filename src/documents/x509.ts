import type { Der } from './der.ts';
import {
  childAt,
  childrenOf,
  derTime,
  hexText,
  namePartsOf,
  namePartsText,
  oidText,
  readDer,
  sharedName,
} from './der.ts';
import type { GeneralName, NameConstraints } from './x509-names.ts';
import { generalNames, nameConstraints } from './x509-names.ts';

export interface CertificateFacts {
  readonly subject: string;
  readonly issuer: string;
  /** Names are equal if their encodings are. */
  readonly issuerDer: Uint8Array;
  readonly commonName: string | undefined;
  readonly notBefore: number;
  readonly notAfter: number;
  /** `EC P-256`, `RSA 2048`, `Ed25519`. */
  readonly key: string;
  readonly names: readonly GeneralName[];
  readonly ca: boolean;
  /** The number of CAs allowed below it. */
  readonly pathLength: number | undefined;
  readonly authorityKeyId: string | undefined;
}

export interface Certificate extends CertificateFacts {
  readonly der: Uint8Array;
  readonly subjectDer: Uint8Array;
  readonly serial: string;
  readonly publicKey: Uint8Array;
  /** An uncommon algorithm has its OID. */
  readonly signature: string;
  readonly namesDer: Uint8Array | undefined;
  readonly mayCertify: boolean | undefined;
  readonly subjectKeyId: string | undefined;
  readonly constraints: NameConstraints | undefined;
  /** OIDs of unsupported critical extensions. */
  readonly unknownCritical: readonly string[];
}

const understood = new Set(
  ['15', '17', '19', '30', '31', '32', '35', '36', '37', '54', '14'].map((arc) => `2.5.29.${arc}`),
);

const curves: Readonly<Record<string, string>> = {
  '1.2.840.10045.3.1.7': 'P-256',
  '1.3.132.0.34': 'P-384',
  '1.3.132.0.35': 'P-521',
  '1.3.132.0.33': 'P-224',
};

const signatures: Readonly<Record<string, string>> = {
  '1.2.840.113549.1.1.5': 'SHA1 with RSA',
  '1.2.840.113549.1.1.10': 'RSA-PSS',
  '1.2.840.113549.1.1.11': 'SHA256 with RSA',
  '1.2.840.113549.1.1.12': 'SHA384 with RSA',
  '1.2.840.113549.1.1.13': 'SHA512 with RSA',
  '1.2.840.10045.4.3.2': 'SHA256 with ECDSA',
  '1.2.840.10045.4.3.3': 'SHA384 with ECDSA',
  '1.2.840.10045.4.3.4': 'SHA512 with ECDSA',
  '1.3.101.112': 'Ed25519',
  '1.3.101.113': 'Ed448',
};

export const withoutSign = ({ body }: Der): Uint8Array =>
  body.length > 1 && body[0] === 0 ? body.subarray(1) : body;

const bitLength = (bytes: Uint8Array): number => bytes.length * 8 - Math.clz32(bytes[0] ?? 0) + 24;

const keyText = (publicKey: Der): string => {
  const [algorithm, bits] = childrenOf(publicKey);
  const [type, parameter] = algorithm === undefined ? [] : childrenOf(algorithm);
  const oid = type === undefined ? '' : oidText(type);
  if (oid === '1.2.840.113549.1.1.1' && bits !== undefined) {
    const modulus = childAt(childrenOf(bits.inner(1)), 0, 0x02);
    return `RSA ${bitLength(withoutSign(modulus))}`;
  }
  if (oid === '1.2.840.10045.2.1' && parameter !== undefined) {
    const curve = oidText(parameter);
    return `EC ${curves[curve] ?? curve}`;
  }
  return signatures[oid] ?? oid;
};

const isTrue = (element: Der | undefined): boolean => element?.tag === 0x01 && element.octet(0) !== 0;

interface Extension {
  readonly critical: boolean;
  readonly value: Der;
}

const extensionsOf = (list: Der | undefined): ReadonlyMap<string, Extension> => {
  const found = new Map<string, Extension>();
  for (const one of list === undefined ? [] : childrenOf(childAt(childrenOf(list), 0, 0x30))) {
    const parts = childrenOf(one);
    const value = childAt(parts, parts.length - 1, 0x04);
    found.set(oidText(childAt(parts, 0, 0x06)), { critical: isTrue(parts[1]), value });
  }
  return found;
};

const authorityKeyOf = (extension: Extension | undefined): string | undefined => {
  const parts = extension === undefined ? [] : childrenOf(extension.value.inner());
  const id = parts.find(({ tag }) => tag === 0x80);
  return id === undefined ? undefined : hexText(id.body);
};

const pathLengthOf = (parts: readonly Der[]): number | undefined =>
  parts.find(({ tag }) => tag === 0x02)?.body.reduce((length, octet) => length * 256 + octet, 0);

interface Opened {
  readonly whole: Der;
  readonly outer: readonly Der[];
  readonly serial: Der;
  readonly subject: Der;
  readonly publicKey: Der;
  readonly extensions: ReadonlyMap<string, Extension>;
  readonly facts: CertificateFacts;
}

const open = (der: Uint8Array): Opened => {
  const whole = readDer(der);
  const outer = childrenOf(whole);
  const parts = childrenOf(childAt(outer, 0, 0x30));
  const first = parts[0]?.tag === 0xa0 ? 1 : 0;
  const issuer = sharedName(childAt(parts, first + 2, 0x30));
  const validity = childrenOf(childAt(parts, first + 3, 0x30));
  const subject = childAt(parts, first + 4, 0x30);
  const subjectParts = namePartsOf(subject);
  const publicKey = childAt(parts, first + 5, 0x30);
  const extensions = extensionsOf(parts.slice(first + 6).find(({ tag }) => tag === 0xa3));
  const names = extensions.get('2.5.29.17');
  const constraints = extensions.get('2.5.29.19');
  const constraintParts = constraints === undefined ? [] : childrenOf(constraints.value.inner());
  const facts = {
    subject: namePartsText(subjectParts),
    issuer: issuer.text,
    issuerDer: issuer.der,
    commonName: subjectParts.findLast(({ attribute }) => attribute === '2.5.4.3')?.value,
    notBefore: derTime(childAt(validity, 0)),
    notAfter: derTime(childAt(validity, 1)),
    key: keyText(publicKey),
    names: names === undefined ? [] : generalNames(names.value.inner()),
    ca: isTrue(constraintParts[0]),
    pathLength: pathLengthOf(constraintParts),
    authorityKeyId: authorityKeyOf(extensions.get('2.5.29.35')),
  };
  return { whole, outer, serial: childAt(parts, first, 0x02), subject, publicKey, extensions, facts };
};

export const readFacts = (der: Uint8Array): CertificateFacts => open(der).facts;

export const readCertificate = (der: Uint8Array): Certificate => {
  const { whole, outer, serial, subject, publicKey, extensions, facts } = open(der);
  const value = (arc: string): Der | undefined => extensions.get(`2.5.29.${arc}`)?.value;
  const constraints = value('30')?.inner();
  const signature = oidText(childAt(childrenOf(childAt(outer, 1, 0x30)), 0, 0x06));
  const subjectKey = value('14')?.inner();
  const usage = value('15')?.inner();
  return {
    ...facts,
    der: whole.whole,
    subjectDer: subject.whole,
    serial: hexText(withoutSign(serial)),
    publicKey: publicKey.whole,
    signature: signatures[signature] ?? signature,
    namesDer: value('17')?.body,
    // The bit of keyCertSign is the sixth of the first octet.
    mayCertify: usage === undefined ? undefined : ((usage.octet(1) ?? 0) & 0x04) !== 0,
    subjectKeyId: subjectKey === undefined ? undefined : hexText(subjectKey.body),
    constraints: constraints === undefined ? undefined : nameConstraints(constraints),
    unknownCritical: [...extensions].flatMap(([oid, { critical }]) =>
      critical && !understood.has(oid) ? [oid] : [],
    ),
  };
};

export const isSelfIssued = ({ subjectDer, issuerDer }: Certificate): boolean =>
  Buffer.compare(subjectDer, issuerDer) === 0;
