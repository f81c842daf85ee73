import type { Der } from '../der.ts';
import { childAt, childrenOf, derTime, hexText, oidText, readDer } from '../der.ts';
import type { GeneralName, NameConstraints } from '../x509-names.ts';
import { generalName, generalNames, nameConstraints } from '../x509-names.ts';
import { isPadded } from './encoding.ts';
import type { KeyUsage } from './oids.ts';
import { otherExtensions, purposeName, reasons, usagesOfKey } from './oids.ts';

/** Signed timestamps of the logs that know a certificate (RFC 6962). */

interface Timestamp {
  /** Base64, as in the lists of logs. */
  readonly log: string;
  readonly time: Date;
}

const readTimestamps = (list: Uint8Array): readonly Timestamp[] => {
  const bytes = Buffer.from(list);
  const found: Timestamp[] = [];
  if (bytes.readUInt16BE(0) !== bytes.length - 2) throw new RangeError('another length');
  for (let offset = 2; offset < bytes.length;) {
    const length = bytes.readUInt16BE(offset);
    found.push({
      log: bytes.subarray(offset + 3, offset + 35).toString('base64'),
      time: new Date(Number(bytes.readBigUInt64BE(offset + 35))),
    });
    offset += 2 + length;
  }
  return found;
};

interface AuthorityKey {
  readonly keyIdentifier?: string;
  readonly issuer?: readonly GeneralName[];
  readonly serial?: string;
}

interface DistributionPoint {
  readonly names: readonly GeneralName[];
  readonly reasons?: string;
  readonly issuer?: readonly GeneralName[];
}

interface Access {
  readonly method: string;
  readonly location: GeneralName;
}

interface Policy {
  readonly policy: string;
  readonly statements?: readonly string[];
}

interface ExtensionValues {
  subjectKeyIdentifier: string;
  keyUsage: readonly KeyUsage[];
  subjectAltName: readonly GeneralName[];
  issuerAltName: readonly GeneralName[];
  basicConstraints: { readonly ca: boolean; readonly pathLength?: number };
  nameConstraints: NameConstraints & { readonly empty: boolean };
  crlDistributionPoints: readonly DistributionPoint[];
  freshestCRL: readonly DistributionPoint[];
  certificatePolicies: readonly Policy[];
  policyMappings: readonly { readonly issuer: string; readonly subject: string }[];
  authorityKeyIdentifier: AuthorityKey;
  policyConstraints: { readonly requireExplicitPolicy?: number; readonly inhibitPolicyMapping?: number };
  extKeyUsage: readonly string[];
  inhibitAnyPolicy: number;
  authorityInfoAccess: readonly Access[];
  subjectInfoAccess: readonly Access[];
  tlsFeature: readonly string[];
  ocspNoCheck: true;
  timestamps: readonly { readonly log: string; readonly time: Date }[];
  poison: true;
  nsCertType: readonly string[];
  nsComment: string;
  privateKeyUsagePeriod: { readonly from?: Date; readonly until?: Date };
  cRLNumber: string;
  deltaCRLIndicator: string;
  issuingDistributionPoint: {
    readonly names: readonly GeneralName[];
    readonly only: readonly string[];
    readonly indirect: boolean;
  };
  reasonCode: string;
  invalidityDate: Date;
  certificateIssuer: readonly GeneralName[];
  ocspNonce: string;
}

type ExtensionName = keyof ExtensionValues;

const need = (element: Der, tag: number): Der => {
  if (element.tag !== tag) throw new RangeError('another type');
  return element;
};

/** Refuses an empty list, which some extensions must not be. */
const filled = <T>(items: readonly T[]): readonly T[] => {
  if (items.length === 0) throw new RangeError('empty');
  return items;
};

const sequenceOf = (value: Der): readonly Der[] => childrenOf(need(value, 0x30));

const count = (value: Der): number => {
  if (value.length > 4 || (value.octet(0) ?? 0x80) >= 0x80) throw new RangeError('not a count');
  return value.body.reduce((sum, octet) => sum * 256 + octet, 0);
};

const bitNames = <T>(bits: Der, names: readonly T[]): readonly T[] => {
  const octets = bits.body;
  if (octets.length === 0 || (octets[0] ?? 8) > 7) throw new RangeError('not a bit string');
  return names.filter((_, bit) => ((octets[1 + (bit >> 3)] ?? 0) & (0x80 >> (bit & 7))) !== 0);
};

const constraintsOf = (value: Der): ExtensionValues['basicConstraints'] => {
  const parts = sequenceOf(value);
  const [first] = parts;
  const flag = first?.tag === 0x01 ? first : undefined;
  const length = parts[flag === undefined ? 0 : 1];
  const ca = flag !== undefined && flag.octet(0) !== 0;
  if (length === undefined) return { ca };
  return { ca, pathLength: count(need(length, 0x02)) };
};

const authorityKey = (value: Der): AuthorityKey => {
  const parts = sequenceOf(value);
  const part = (tag: number): Der | undefined => parts.find((one) => one.tag === tag);
  const [key, issuer, serial] = [part(0x80), part(0xa1), part(0x82)];
  if (serial !== undefined && isPadded(serial.body)) throw new RangeError('not a serial number');
  return {
    ...(key === undefined ? {} : { keyIdentifier: hexText(key.body) }),
    ...(issuer === undefined ? {} : { issuer: generalNames(issuer) }),
    ...(serial === undefined ? {} : { serial: hexText(serial.body) }),
  };
};

const reasonNames = (bits: Der): string => bitNames(bits, reasons).join(', ');

const pointNames = (name: Der | undefined): readonly GeneralName[] => {
  const inner = name?.inner();
  return inner?.tag === 0xa0 ? generalNames(inner) : [];
};

const distributionPoints = (value: Der): readonly DistributionPoint[] =>
  sequenceOf(value).map((point) => {
    const parts = sequenceOf(point);
    const part = (tag: number): Der | undefined => parts.find((one) => one.tag === tag);
    const [some, issuer] = [part(0x81), part(0xa2)];
    return {
      names: pointNames(part(0xa0)),
      ...(some === undefined ? {} : { reasons: reasonNames(some) }),
      ...(issuer === undefined ? {} : { issuer: generalNames(issuer) }),
    };
  });

const accessMethods: Readonly<Record<string, string>> = {
  '1.3.6.1.5.5.7.48.1': 'OCSP',
  '1.3.6.1.5.5.7.48.2': 'caIssuers',
  '1.3.6.1.5.5.7.48.5': 'caRepository',
  '1.3.6.1.5.5.7.48.3': 'timeStamping',
};

const accesses = (value: Der): readonly Access[] =>
  filled(sequenceOf(value)).map((one) => {
    const parts = sequenceOf(one);
    const method = oidText(childAt(parts, 0, 0x06));
    return { method: accessMethods[method] ?? method, location: generalName(childAt(parts, 1)) };
  });

const texts = new Set([0x0c, 0x13, 0x16, 0x1a, 0x1e]);

const textsIn = (element: Der): readonly string[] => {
  if (texts.has(element.tag)) return [element.text('utf8')];
  return (element.tag & 0x20) === 0 ? [] : childrenOf(element).flatMap(textsIn);
};

const policies = (value: Der): readonly Policy[] =>
  filled(sequenceOf(value)).map((one) => {
    const [policy, qualifiers] = sequenceOf(one);
    if (policy === undefined) throw new RangeError('empty');
    const statements = qualifiers === undefined ? [] : textsIn(qualifiers);
    return { policy: oidText(need(policy, 0x06)), ...(statements.length === 0 ? {} : { statements }) };
  });

const policyLimits = (value: Der): ExtensionValues['policyConstraints'] => {
  const [required, inhibited] = [0x80, 0x81].map((tag) => sequenceOf(value).find((one) => one.tag === tag));
  return {
    ...(required === undefined ? {} : { requireExplicitPolicy: count(required) }),
    ...(inhibited === undefined ? {} : { inhibitPolicyMapping: count(inhibited) }),
  };
};

const keyPeriod = (value: Der): ExtensionValues['privateKeyUsagePeriod'] => {
  const time = (tag: number): Date | undefined => {
    const one = sequenceOf(value).find((part) => part.tag === tag);
    return one === undefined ? undefined : new Date(derTime(one, 0x18));
  };
  const [from, until] = [time(0x80), time(0x81)];
  return { ...(from === undefined ? {} : { from }), ...(until === undefined ? {} : { until }) };
};

const onlyTags: Readonly<Record<number, string>> = {
  0x81: 'user certificates',
  0x82: 'CA certificates',
  0x83: 'some reasons',
  0x85: 'attribute certificates',
};

const issuingPoint = (value: Der): ExtensionValues['issuingDistributionPoint'] => {
  const parts = sequenceOf(value);
  const isSet = (part: Der): boolean => part.tag === 0x83 || part.octet(0) !== 0;
  return {
    names: pointNames(parts.find(({ tag }) => tag === 0xa0)),
    only: parts.flatMap((part) => (isSet(part) ? (onlyTags[part.tag] ?? []) : [])),
    indirect: parts.some((part) => part.tag === 0x84 && isSet(part)),
  };
};

const features: Readonly<Record<number, string>> = { 5: 'status_request', 17: 'status_request_v2' };

const netscapeTypes = ['client', 'server', 'email', 'objsign', 'reserved', 'sslCA', 'emailCA', 'objCA'];

const mark = (): true => true;

type Decoders = {
  readonly [Name in ExtensionName]: readonly [string, (value: Der) => ExtensionValues[Name]];
};

const decoders: Decoders = {
  subjectKeyIdentifier: ['2.5.29.14', (value) => hexText(need(value, 0x04).body)],
  keyUsage: ['2.5.29.15', (value) => bitNames(need(value, 0x03), usagesOfKey)],
  privateKeyUsagePeriod: ['2.5.29.16', keyPeriod],
  subjectAltName: ['2.5.29.17', (value) => filled(generalNames(need(value, 0x30)))],
  issuerAltName: ['2.5.29.18', (value) => filled(generalNames(need(value, 0x30)))],
  basicConstraints: ['2.5.29.19', constraintsOf],
  cRLNumber: ['2.5.29.20', (value) => hexText(need(value, 0x02).body)],
  reasonCode: ['2.5.29.21', (value) => reasons[need(value, 0x0a).octet(0) ?? 0] ?? 'unknown'],
  invalidityDate: ['2.5.29.24', (value) => new Date(derTime(value))],
  deltaCRLIndicator: ['2.5.29.27', (value) => hexText(need(value, 0x02).body)],
  issuingDistributionPoint: ['2.5.29.28', issuingPoint],
  certificateIssuer: ['2.5.29.29', generalNames],
  nameConstraints: [
    '2.5.29.30',
    (value) => ({
      ...nameConstraints(need(value, 0x30)),
      empty: childrenOf(value).every(({ length }) => length === 0),
    }),
  ],
  crlDistributionPoints: ['2.5.29.31', distributionPoints],
  certificatePolicies: ['2.5.29.32', policies],
  policyMappings: [
    '2.5.29.33',
    (value) =>
      sequenceOf(value).map((one) => {
        const pair = sequenceOf(one);
        return { issuer: oidText(childAt(pair, 0, 0x06)), subject: oidText(childAt(pair, 1, 0x06)) };
      }),
  ],
  authorityKeyIdentifier: ['2.5.29.35', authorityKey],
  policyConstraints: ['2.5.29.36', policyLimits],
  extKeyUsage: [
    '2.5.29.37',
    (value) => sequenceOf(value).map((one) => purposeName(oidText(need(one, 0x06)))),
  ],
  freshestCRL: ['2.5.29.46', distributionPoints],
  inhibitAnyPolicy: ['2.5.29.54', (value) => count(need(value, 0x02))],
  authorityInfoAccess: ['1.3.6.1.5.5.7.1.1', accesses],
  subjectInfoAccess: ['1.3.6.1.5.5.7.1.11', accesses],
  tlsFeature: [
    '1.3.6.1.5.5.7.1.24',
    (value) =>
      sequenceOf(value).map((one) => features[count(need(one, 0x02))] ?? String(count(need(one, 0x02)))),
  ],
  ocspNoCheck: ['1.3.6.1.5.5.7.48.1.5', mark],
  ocspNonce: ['1.3.6.1.5.5.7.48.1.2', (value) => hexText(value.body)],
  timestamps: ['1.3.6.1.4.1.11129.2.4.2', (value) => readTimestamps(need(value, 0x04).body)],
  poison: ['1.3.6.1.4.1.11129.2.4.3', mark],
  nsCertType: ['2.16.840.1.113730.1.1', (value) => bitNames(need(value, 0x03), netscapeTypes)],
  nsComment: ['2.16.840.1.113730.1.13', (value) => value.text('latin1')],
};

const names = Object.keys(decoders).filter((name): name is ExtensionName => name in decoders);
const nameByOid = new Map<string, ExtensionName>(names.map((name) => [decoders[name][0], name]));

export interface Extension {
  readonly oid: string;
  readonly name: string;
  readonly critical: boolean;
  readonly der: Uint8Array;
  /** Whether the default is written, which DER does not allow. */
  readonly falseIsWritten: boolean;
  readonly fault?: string;
}

export interface Extensions {
  readonly all: readonly Extension[];
  /** The values of known extensions; of several, the first. */
  readonly values: Readonly<Partial<ExtensionValues>>;
}

const set = <Name extends ExtensionName>(
  values: Partial<ExtensionValues>,
  name: Name,
  holder: Der,
): string | undefined => {
  try {
    const value = holder.inner();
    if (value.whole.length !== holder.length) return 'there are octets after its value';
    values[name] ??= decoders[name][1](value);
    return undefined;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return 'its value is malformed';
  }
};

export const decodeExtensions = (list: Der | undefined): Extensions => {
  const values: Partial<ExtensionValues> = {};
  const all = (list === undefined ? [] : sequenceOf(list)).map((one): Extension => {
    const parts = childrenOf(one);
    const oid = oidText(childAt(parts, 0, 0x06));
    const flag = parts.length > 2 ? childAt(parts, 1, 0x01) : undefined;
    const holder = childAt(parts, parts.length - 1, 0x04);
    const name = nameByOid.get(oid);
    const fault = name === undefined ? undefined : set(values, name, holder);
    return {
      oid,
      name: name ?? otherExtensions[oid] ?? oid,
      critical: flag !== undefined && flag.octet(0) !== 0,
      der: holder.body,
      falseIsWritten: flag !== undefined && flag.octet(0) === 0,
      ...(fault === undefined ? {} : { fault }),
    };
  });
  return { all, values };
};

export const extensionValue = ({ oid, der }: Extension): unknown => {
  const name = nameByOid.get(oid);
  return name === undefined ? undefined : decoders[name][1](readDer(der));
};
