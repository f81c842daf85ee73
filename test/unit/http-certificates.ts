/** Certificate authorities and certificates for one test run. */
import 'reflect-metadata';
import * as x509 from '@peculiar/x509';
import { webcrypto } from 'node:crypto';

export interface Authority {
  readonly certificate: x509.X509Certificate;
  readonly pem: string;
  readonly keys: webcrypto.CryptoKeyPair;
}

export interface Issued {
  readonly cert: string;
  readonly key: string;
}

export interface Wanted {
  readonly names: readonly string[];
  readonly notBefore?: Date;
  readonly notAfter?: Date;
}

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const day = 86_400_000;

x509.cryptoProvider.set(webcrypto);

const generate = (): Promise<webcrypto.CryptoKeyPair> =>
  webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);

const keyPem = async (keys: webcrypto.CryptoKeyPair): Promise<string> =>
  x509.PemConverter.encode(await webcrypto.subtle.exportKey('pkcs8', keys.privateKey), 'PRIVATE KEY');

let serial = 1;

export const makeAuthority = async (name: string): Promise<Authority> => {
  const keys = await generate();
  serial += 1;
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: `0${serial}`,
    name: `CN=${name}`,
    notBefore: new Date(Date.now() - day),
    notAfter: new Date(Date.now() + day),
    keys,
    signingAlgorithm: algorithm,
    extensions: [
      new x509.BasicConstraintsExtension(true, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign, true),
    ],
  });
  return { certificate, pem: certificate.toString('pem'), keys };
};

/** A certificate signed by `authority`, or by itself. */
export const issue = async (authority: Authority | undefined, wanted: Wanted): Promise<Issued> => {
  const keys = await generate();
  serial += 1;
  const common = {
    serialNumber: `0${serial}`,
    notBefore: wanted.notBefore ?? new Date(Date.now() - day),
    notAfter: wanted.notAfter ?? new Date(Date.now() + day),
    signingAlgorithm: algorithm,
    extensions: [
      new x509.SubjectAlternativeNameExtension(
        wanted.names.map((value) => ({ type: /^[\d.]+$/.test(value) ? 'ip' : 'dns', value })),
      ),
    ],
  };
  const subject = `CN=${wanted.names[0] ?? 'nobody'}`;
  const certificate =
    authority === undefined
      ? await x509.X509CertificateGenerator.createSelfSigned({ ...common, name: subject, keys })
      : await x509.X509CertificateGenerator.create({
          ...common,
          subject,
          issuer: authority.certificate.subject,
          publicKey: keys.publicKey,
          signingKey: authority.keys.privateKey,
        });
  return { cert: certificate.toString('pem'), key: await keyPem(keys) };
};
