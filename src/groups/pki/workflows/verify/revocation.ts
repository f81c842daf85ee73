/** Finds out whether a certificate is revoked, as far as a revocation list shows it. */
import { createPublicKey, verify } from 'node:crypto';
import { Exit, TrivetError } from '../../../../model/error.ts';
import { own, textAt } from '../../../../model/json/json.ts';
import { showConfig, show as showList } from '../../operations/crl.ts';
import { blocksOf } from '../../../../documents/pem.ts';
import type { RevocationList } from '../../../../documents/x509-crl.ts';
import { readRevocationList } from '../../../../documents/x509-crl.ts';
import type { Certificate } from '../../../../documents/x509.ts';
import type { Session } from '../../../../engine/session/session.ts';
import { sameBytes } from './chain.ts';

export type Revocation =
  | { readonly is: 'revoked'; readonly at: number }
  | { readonly is: 'valid' }
  | { readonly is: 'unknown'; readonly why: string };

const hashes: Readonly<Record<string, string>> = {
  '1.2.840.113549.1.1.5': 'sha1',
  '1.2.840.113549.1.1.11': 'sha256',
  '1.2.840.113549.1.1.12': 'sha384',
  '1.2.840.113549.1.1.13': 'sha512',
  '1.2.840.10045.4.3.2': 'sha256',
  '1.2.840.10045.4.3.3': 'sha384',
  '1.2.840.10045.4.3.4': 'sha512',
};

/** True when `issuer` signed the list. */
export const listIsSignedBy = (list: RevocationList, issuer: Certificate): boolean => {
  try {
    const key = createPublicKey({ key: Buffer.from(issuer.publicKey), format: 'der', type: 'spki' });
    return verify(hashes[list.algorithm] ?? null, list.signed, key, list.signature);
  } catch {
    return false;
  }
};

/** PEM or DER; undefined for anything else. */
export const revocationListIn = (bytes: Uint8Array): RevocationList | undefined => {
  const block = blocksOf(Buffer.from(bytes).toString('latin1')).find(({ label }) => label === 'X509 CRL');
  try {
    return readRevocationList(block?.der ?? bytes);
  } catch {
    return undefined;
  }
};

/** The revocation list of a mount; on servers with several issuers, that of the default issuer. */
export const listOfMount = async (
  session: Session,
  mount: string | undefined,
): Promise<RevocationList | undefined> => {
  const { document } = await session.lookUp(showList, mount === undefined ? {} : { mount });
  const der = textAt(document, 'base64');
  return der === undefined ? undefined : revocationListIn(Buffer.from(der, 'base64'));
};

/** True when the key that signed the certificate also signed the list: two issuers can share a name. */
export const concerns = (list: RevocationList, certificate: Certificate): boolean =>
  sameBytes(list.issuerDer, certificate.issuerDer) &&
  list.authorityKeyId !== undefined &&
  list.authorityKeyId === certificate.authorityKeyId;

/** Returns the state of a certificate by a list that covers it. */
export const judge = (list: RevocationList, certificate: Certificate, now: number): Revocation => {
  const at = list.revoked.get(certificate.serial);
  if (at !== undefined) return { is: 'revoked', at };
  if (!list.whole) return { is: 'unknown', why: 'the revocation list is not complete' };
  if (list.next !== undefined && list.next < now) {
    return {
      is: 'unknown',
      why: `the revocation list expired ${new Date(list.next).toISOString().slice(0, 10)}`,
    };
  }
  return { is: 'valid' };
};

/** Returns why a certificate that is not on the mount's list might still be revoked; undefined when it is not. */
export const listDoubt = async (session: Session, mount: string | undefined): Promise<string | undefined> => {
  try {
    const { document } = await session.lookUp(showConfig, mount === undefined ? {} : { mount });
    const data = own(document, 'data');
    if (own(data, 'disable') === true) return 'the revocation list is disabled';
    return own(data, 'auto_rebuild') === true
      ? 'the revocation list is rebuilt only periodically'
      : undefined;
  } catch (error) {
    if (!(error instanceof TrivetError)) throw error;
    // Older servers have no configuration until one is set; the list is enabled then.
    if (error.exit === Exit.notFound) return undefined;
    return `it is not known whether the revocation list is enabled: ${error.message}`;
  }
};
