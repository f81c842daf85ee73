/** Makes certificates and revocation lists of any kind, even broken ones, with a library that trivet does not use. */
import 'reflect-metadata';
import * as x509 from '@peculiar/x509';
import { webcrypto } from 'node:crypto';

type CryptoKeyPair = webcrypto.CryptoKeyPair;

x509.cryptoProvider.set(webcrypto);

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
const day = 86_400_000;

export interface Made {
  readonly pem: string;
  readonly key: string;
  readonly certificate: x509.X509Certificate;
  readonly keys: CryptoKeyPair;
}

interface Wanted {
  readonly name: string;
  /** Undefined for a self-signed certificate. */
  readonly issuer?: Made | undefined;
  readonly names?: readonly string[];
  /** Days from now. */
  readonly from?: number;
  readonly until?: number;
  readonly ca?: boolean;
  readonly pathLength?: number;
  readonly permitted?: string;
  readonly serial?: string;
  readonly keys?: CryptoKeyPair;
  /** The bytes of an unknown critical extension. */
  readonly strange?: boolean;
  readonly usages?: x509.KeyUsageFlags;
  /** For servers and clients of TLS. */
  readonly both?: boolean;
}

let serials = 0x10;

export const make = async (wanted: Wanted): Promise<Made> => {
  const { name, issuer, names = [], from = -1, until = 90, ca = false } = wanted;
  const keys = wanted.keys ?? (await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']));
  serials += 1;
  const signer = issuer?.keys ?? keys;
  const usages =
    wanted.usages ?? (ca ? x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign : undefined);
  const extensions: x509.Extension[] = [
    new x509.BasicConstraintsExtension(ca, wanted.pathLength, true),
    await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
    await x509.AuthorityKeyIdentifierExtension.create(signer.publicKey),
    ...(usages === undefined ? [] : [new x509.KeyUsagesExtension(usages, true)]),
    ...(wanted.both === true
      ? [
          new x509.ExtendedKeyUsageExtension([
            x509.ExtendedKeyUsage.serverAuth,
            x509.ExtendedKeyUsage.clientAuth,
          ]),
        ]
      : []),
    ...(names.length === 0
      ? []
      : [
          new x509.SubjectAlternativeNameExtension(
            names.map((value) => ({
              type: /^[\d.]+$/.test(value) ? ('ip' as const) : ('dns' as const),
              value,
            })),
          ),
        ]),
    ...(wanted.permitted === undefined ? [] : [permittedDomain(wanted.permitted)]),
    ...(wanted.strange === true ? [new x509.Extension('1.2.3.4.5', true, new Uint8Array([5, 0]))] : []),
  ];
  const certificate = await x509.X509CertificateGenerator.create({
    serialNumber: wanted.serial ?? serials.toString(16),
    subject: `CN=${name}`,
    issuer: issuer?.certificate.subject ?? `CN=${name}`,
    notBefore: new Date(Date.now() + from * day),
    notAfter: new Date(Date.now() + until * day),
    publicKey: keys.publicKey,
    signingKey: signer.privateKey,
    signingAlgorithm: algorithm,
    extensions,
  });
  const pkcs8 = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', keys.privateKey)).toString('base64');
  return {
    pem: `${certificate.toString('pem')}\n`,
    key: `-----BEGIN PRIVATE KEY-----\n${pkcs8.replaceAll(/.{64}/g, '$&\n')}\n-----END PRIVATE KEY-----\n`,
    certificate,
    keys,
  };
};

/** NameConstraints with one permitted domain. */
const permittedDomain = (domain: string): x509.Extension => {
  const wrap = (tag: number, body: Buffer): Buffer => Buffer.concat([Buffer.from([tag, body.length]), body]);
  const base = wrap(0x82, Buffer.from(domain));
  return new x509.Extension('2.5.29.30', true, wrap(0x30, wrap(0xa0, wrap(0x30, base))));
};

/** Makes a revocation list in PEM. */
export const listOf = async (
  issuer: Made,
  revoked: readonly Made[],
  { until = 5 }: { readonly until?: number } = {},
): Promise<string> => {
  const list = await x509.X509CrlGenerator.create({
    issuer: issuer.certificate.subject,
    thisUpdate: new Date(Date.now() - 10 * day),
    nextUpdate: new Date(Date.now() + until * day),
    entries: revoked.map(({ certificate }) => ({
      serialNumber: certificate.serialNumber,
      revocationDate: new Date(Date.now() - day),
    })),
    extensions: [await x509.AuthorityKeyIdentifierExtension.create(issuer.keys.publicKey)],
    signingKey: issuer.keys.privateKey,
    signingAlgorithm: algorithm,
  });
  return `${list.toString('pem').replaceAll(/(BEGIN|END) CRL/g, '$1 X509 CRL')}\n`;
};

export const onlyLists = x509.KeyUsageFlags.cRLSign;
