import type { ParsedCertificate } from '../../../documents/x509/certificate.ts';
import type { Purpose } from './rule.ts';
import { brokenRules } from './rule.ts';
import { purposeRules } from './rules/purpose.ts';

/** TLS servers, unless usages exclude them, or it is also for clients and names no server. */
export const purposeOf = ({ values }: ParsedCertificate, hosts: readonly string[]): Purpose => {
  const { extKeyUsage: usages, subjectAltName: names } = values;
  const isServer = usages === undefined || usages.includes('serverAuth');
  if (hosts.length > 0 || (isServer && names !== undefined)) return 'tls-server';
  if (usages?.includes('clientAuth') === true) return 'tls-client';
  if (isServer) return 'tls-server';
  if (usages.includes('emailProtection')) return 'smime';
  return usages.includes('codeSigning') ? 'code' : 'tls-server';
};

const purposes: readonly Purpose[] = ['tls-server', 'tls-client', 'smime', 'code'];
const judged: readonly string[] = ['serverAuth', 'clientAuth', 'emailProtection', 'codeSigning'];

/** A CA is for signing others. */
export const usesOf = (certificate: ParsedCertificate): readonly string[] => {
  const { basicConstraints, extKeyUsage = [] } = certificate.values;
  const accepted = purposes.filter((purpose) =>
    brokenRules(purposeRules, certificate, { role: 'leaf', purpose, at: 0 }).every(
      ({ severity }) => severity !== 'refused',
    ),
  );
  return [
    ...accepted,
    ...extKeyUsage.filter((usage) => !judged.includes(usage)),
    ...(basicConstraints?.ca === true ? ['ca'] : []),
  ];
};
