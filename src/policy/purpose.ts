/** The purpose of a certificate for which nobody named one. */
import type { ParsedCertificate } from '../documents/x509/certificate.ts';
import type { Purpose } from './rule.ts';

/** TLS servers, unless its usages exclude them, or it is for clients too and has no name of a server. */
export const purposeOf = ({ values }: ParsedCertificate, hosts: readonly string[]): Purpose => {
  const { extKeyUsage: usages, subjectAltName: names } = values;
  const isServer = usages === undefined || usages.includes('serverAuth');
  if (hosts.length > 0 || (isServer && names !== undefined)) return 'tls-server';
  if (usages?.includes('clientAuth') === true) return 'tls-client';
  if (isServer) return 'tls-server';
  if (usages.includes('emailProtection')) return 'smime';
  return usages.includes('codeSigning') ? 'code' : 'tls-server';
};
