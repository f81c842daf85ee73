/** TLS is always verified, 1.2 or newer, whatever the environment says. */
import type { SecureContext } from 'node:tls';
import { memoize } from '../../system/values/memoize.ts';
import type { Tls } from '../../catalogue/http.ts';
import { TransportError } from '../../catalogue/http.ts';
import { causeOf, codeOf } from '../faults.ts';

const blocks =
  /-----BEGIN (?:TRUSTED |X509 )?CERTIFICATE-----[^-]*-----END (?:TRUSTED |X509 )?CERTIFICATE-----/g;

const holdsCertificate = (pem: string): boolean => {
  const { X509Certificate } = process.getBuiltinModule('node:crypto');
  for (const [block] of pem.matchAll(blocks)) {
    try {
      if (new X509Certificate(block).fingerprint256 !== '') return true;
    } catch {
      // The next block may be a certificate.
    }
  }
  return false;
};

const unreadable = (error: unknown): TransportError => {
  const code = codeOf(error);
  const words = code.includes('KEY_VALUES_MISMATCH')
    ? 'the client key does not belong to the client certificate'
    : /PASSPHRASE|BAD_DECRYPT|BAD_PASSWORD/.test(code)
      ? 'the client key is encrypted, which trivet cannot read'
      : 'the client certificate or key is not readable PEM';
  return new TransportError('tls', 'not-sent', words, undefined, causeOf(error));
};

export const secureContext = memoize((tls: Tls): SecureContext => {
  // Node accepts a CA file without certificates, and then trusts no server.
  if (tls.ca !== undefined && !holdsCertificate(tls.ca)) {
    throw new TransportError('tls', 'not-sent', 'the CA file contains no certificate');
  }
  if ((tls.cert === undefined) !== (tls.key === undefined)) {
    const given = tls.cert === undefined ? 'client key but no certificate' : 'client certificate but no key';
    throw new TransportError('tls', 'not-sent', `there is a ${given}`);
  }
  try {
    return process.getBuiltinModule('node:tls').createSecureContext({
      ca: tls.ca,
      cert: tls.cert,
      key: tls.key,
      minVersion: 'TLSv1.2',
    });
  } catch (error) {
    throw unreadable(error);
  }
});
