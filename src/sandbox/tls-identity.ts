import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import { signCertificate } from './secrets/pki/certificate.ts';
import {
  alternativeNames,
  authorityConstraints,
  authorityKey,
  extendedKeyUsage,
  keyUsage,
  subjectKey,
} from './secrets/pki/extensions.ts';
import { generateKey, keyIdentifier, pkcs8Pem } from './secrets/pki/keys.ts';
import { encodeSubject, readSubject } from './secrets/pki/names.ts';
import type { ServerIdentity } from './tls.ts';

const DAY = 24 * 3600 * 1000;
/** Clients refuse longer lives. */
const LIFE = 397 * DAY;

const CERT_SIGN = 5;
const CRL_SIGN = 6;
const DIGITAL_SIGNATURE = 0;
const SERVER_AUTH = '1.3.6.1.5.5.7.3.1';
const CLIENT_AUTH = '1.3.6.1.5.5.7.3.2';

const nameOf = (commonName: string): Buffer => encodeSubject(readSubject({ common_name: commonName }));

function ownAddresses(): readonly string[] {
  return Object.values(networkInterfaces()).flatMap((all) => (all ?? []).map(({ address }) => address));
}

/** For `names`, this machine's addresses, and localhost. */
export async function createIdentity(names: readonly string[]): Promise<ServerIdentity> {
  // Clients compare with the machine's time, not the sandbox's.
  const now = Date.now();
  const validity = { notBefore: now - DAY, notAfter: now + LIFE };
  const authority = await generateKey({ type: 'ec', bits: 256 });
  const authorityId = keyIdentifier(authority.spki);
  const issuer = nameOf('trivet sandbox authority');
  const ca = signCertificate(
    {
      issuer,
      subject: issuer,
      ...validity,
      spki: authority.spki,
      extensions: [
        authorityConstraints(0),
        ...keyUsage([CERT_SIGN, CRL_SIGN]),
        subjectKey(authorityId),
        authorityKey(authorityId),
      ],
    },
    authority,
  );
  const all = [...new Set(['localhost', '127.0.0.1', '::1', ...ownAddresses(), ...names])];
  const server = await generateKey({ type: 'ec', bits: 256 });
  const certificate = signCertificate(
    {
      issuer,
      subject: nameOf('trivet sandbox'),
      ...validity,
      spki: server.spki,
      extensions: [
        ...keyUsage([DIGITAL_SIGNATURE]),
        ...extendedKeyUsage([SERVER_AUTH]),
        subjectKey(keyIdentifier(server.spki)),
        authorityKey(authorityId),
        ...alternativeNames(
          {
            dns: all.filter((name) => isIP(name) === 0),
            ips: all.filter((name) => isIP(name) !== 0),
            emails: [],
            uris: [],
            others: [],
          },
          false,
        ),
      ],
    },
    authority,
  );
  const machine = await generateKey({ type: 'ec', bits: 256 });
  const client = signCertificate(
    {
      issuer,
      subject: nameOf('sandbox-machine'),
      ...validity,
      spki: machine.spki,
      extensions: [
        ...keyUsage([DIGITAL_SIGNATURE]),
        ...extendedKeyUsage([CLIENT_AUTH]),
        subjectKey(keyIdentifier(machine.spki)),
        authorityKey(authorityId),
      ],
    },
    authority,
  );
  return {
    ca: ca.pem,
    certificate: certificate.pem,
    key: pkcs8Pem(server),
    client: { certificate: client.pem, key: pkcs8Pem(machine) },
  };
}
