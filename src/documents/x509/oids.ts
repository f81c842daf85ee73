export const usagesOfKey = [
  'digitalSignature',
  'nonRepudiation',
  'keyEncipherment',
  'dataEncipherment',
  'keyAgreement',
  'keyCertSign',
  'cRLSign',
  'encipherOnly',
  'decipherOnly',
] as const;

export type KeyUsage = (typeof usagesOfKey)[number];

const purposes: Readonly<Record<string, string>> = {
  '1.3.6.1.5.5.7.3.1': 'serverAuth',
  '1.3.6.1.5.5.7.3.2': 'clientAuth',
  '1.3.6.1.5.5.7.3.3': 'codeSigning',
  '1.3.6.1.5.5.7.3.4': 'emailProtection',
  '1.3.6.1.5.5.7.3.8': 'timeStamping',
  '1.3.6.1.5.5.7.3.9': 'OCSPSigning',
  '2.5.29.37.0': 'anyExtendedKeyUsage',
  '1.3.6.1.4.1.311.10.3.3': 'msSGC',
  '2.16.840.1.113730.4.1': 'nsSGC',
  '1.3.6.1.4.1.311.10.3.4': 'msEFS',
  '1.3.6.1.4.1.311.20.2.2': 'msSmartcardLogin',
  '1.3.6.1.5.5.7.3.5': 'ipsecEndSystem',
  '1.3.6.1.5.5.7.3.6': 'ipsecTunnel',
  '1.3.6.1.5.5.7.3.7': 'ipsecUser',
  '1.3.6.1.5.5.7.3.17': 'ipsecIKE',
  '1.3.6.1.5.2.3.4': 'pkInitClientAuth',
  '1.3.6.1.5.2.3.5': 'pkInitKDC',
};

export const purposeName = (oid: string): string => purposes[oid] ?? oid;

export interface SignatureAlgorithm {
  readonly text: string;
  /** Null for algorithms that have their own hash. */
  readonly hash: string | null;
  readonly family: 'rsa' | 'rsa-pss' | 'ec' | 'dsa' | 'eddsa';
}

export const signatureAlgorithms: Readonly<Record<string, SignatureAlgorithm>> = {
  '1.2.840.113549.1.1.2': { text: 'MD2 with RSA', hash: 'md2', family: 'rsa' },
  '1.2.840.113549.1.1.4': { text: 'MD5 with RSA', hash: 'md5', family: 'rsa' },
  '1.2.840.113549.1.1.5': { text: 'SHA1 with RSA', hash: 'sha1', family: 'rsa' },
  '1.2.840.113549.1.1.10': { text: 'RSA-PSS', hash: 'sha1', family: 'rsa-pss' },
  '1.2.840.113549.1.1.11': { text: 'SHA256 with RSA', hash: 'sha256', family: 'rsa' },
  '1.2.840.113549.1.1.12': { text: 'SHA384 with RSA', hash: 'sha384', family: 'rsa' },
  '1.2.840.113549.1.1.13': { text: 'SHA512 with RSA', hash: 'sha512', family: 'rsa' },
  '1.2.840.113549.1.1.14': { text: 'SHA224 with RSA', hash: 'sha224', family: 'rsa' },
  '1.2.840.10045.4.1': { text: 'SHA1 with ECDSA', hash: 'sha1', family: 'ec' },
  '1.2.840.10045.4.3.1': { text: 'SHA224 with ECDSA', hash: 'sha224', family: 'ec' },
  '1.2.840.10045.4.3.2': { text: 'SHA256 with ECDSA', hash: 'sha256', family: 'ec' },
  '1.2.840.10045.4.3.3': { text: 'SHA384 with ECDSA', hash: 'sha384', family: 'ec' },
  '1.2.840.10045.4.3.4': { text: 'SHA512 with ECDSA', hash: 'sha512', family: 'ec' },
  '1.2.840.10040.4.3': { text: 'SHA1 with DSA', hash: 'sha1', family: 'dsa' },
  '2.16.840.1.101.3.4.3.1': { text: 'SHA224 with DSA', hash: 'sha224', family: 'dsa' },
  '2.16.840.1.101.3.4.3.2': { text: 'SHA256 with DSA', hash: 'sha256', family: 'dsa' },
  '1.3.101.112': { text: 'Ed25519', hash: null, family: 'eddsa' },
  '1.3.101.113': { text: 'Ed448', hash: null, family: 'eddsa' },
};

export const hashes: Readonly<Record<string, string>> = {
  '1.2.840.113549.2.5': 'md5',
  '1.3.14.3.2.26': 'sha1',
  '2.16.840.1.101.3.4.2.4': 'sha224',
  '2.16.840.1.101.3.4.2.1': 'sha256',
  '2.16.840.1.101.3.4.2.2': 'sha384',
  '2.16.840.1.101.3.4.2.3': 'sha512',
};

interface Curve {
  readonly text: string;
  readonly bits: number;
}

export const curves: Readonly<Record<string, Curve>> = {
  '1.2.840.10045.3.1.1': { text: 'P-192', bits: 192 },
  '1.3.132.0.33': { text: 'P-224', bits: 224 },
  '1.2.840.10045.3.1.7': { text: 'P-256', bits: 256 },
  '1.3.132.0.10': { text: 'secp256k1', bits: 256 },
  '1.3.132.0.34': { text: 'P-384', bits: 384 },
  '1.3.132.0.35': { text: 'P-521', bits: 521 },
  '1.3.36.3.3.2.8.1.1.7': { text: 'brainpoolP256r1', bits: 256 },
  '1.3.36.3.3.2.8.1.1.11': { text: 'brainpoolP384r1', bits: 384 },
  '1.3.36.3.3.2.8.1.1.13': { text: 'brainpoolP512r1', bits: 512 },
};

/** Extensions that are named but not decoded. */
export const otherExtensions: Readonly<Record<string, string>> = {
  '2.5.29.9': 'subjectDirectoryAttributes',
  '1.3.6.1.5.5.7.1.3': 'qcStatements',
  '1.3.6.1.5.5.7.1.7': 'ipAddrBlocks',
  '1.3.6.1.5.5.7.1.8': 'autonomousSysIds',
  '1.3.6.1.5.5.7.1.12': 'logotype',
  '1.3.6.1.5.5.7.1.14': 'proxyCertInfo',
  '1.3.6.1.4.1.311.20.2': 'msCertificateTemplateName',
  '1.3.6.1.4.1.311.21.1': 'msCaVersion',
  '1.3.6.1.4.1.311.21.7': 'msCertificateTemplate',
  '1.3.6.1.4.1.311.21.10': 'msApplicationPolicies',
  '1.3.6.1.4.1.311.25.2': 'msSecurityIdentifier',
};

export const reasons = [
  'unspecified',
  'keyCompromise',
  'cACompromise',
  'affiliationChanged',
  'superseded',
  'cessationOfOperation',
  'certificateHold',
  'unused',
  'removeFromCRL',
  'privilegeWithdrawn',
  'aACompromise',
] as const;
