/** Verifies every link from a certificate up to a trusted CA (RFC 5280, section 6). */
import { createPublicKey, X509Certificate } from 'node:crypto';
import type { GeneralName } from '../../../../documents/x509-names.ts';
import { forbidden } from '../../../../documents/x509-names.ts';
import type { Certificate } from '../../../../documents/x509.ts';
import { isSelfIssued } from '../../../../documents/x509.ts';
import { rfc3339 } from '../../../../screen/text/time.ts';

export type Chain =
  | {
      readonly ok: true;
      /** From the certificate to the CA at which it ends. */
      readonly path: readonly Certificate[];
      /** `partial`: the issuer of the last one is not available. */
      readonly end: 'trusted' | 'root' | 'partial';
    }
  | { readonly ok: false; readonly why: string };

interface Pool {
  /** CA certificates that can be in between. */
  readonly others: readonly Certificate[];
  /** The trusted roots; undefined: any root, or the end of the others. */
  readonly trusted: readonly Certificate[] | undefined;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** The longest chain, which ends circular ones. */
const longest = 12;

export const sameBytes = (one: Uint8Array, other: Uint8Array): boolean => Buffer.compare(one, other) === 0;

export const isSignedBy = (certificate: Certificate, issuer: Certificate): boolean => {
  try {
    const key = createPublicKey({ key: Buffer.from(issuer.publicKey), format: 'der', type: 'spki' });
    return new X509Certificate(certificate.der).verify(key);
  } catch {
    return false;
  }
};

const mayBeIssuer = (certificate: Certificate, other: Certificate): boolean =>
  sameBytes(certificate.issuerDer, other.subjectDer) &&
  (certificate.authorityKeyId === undefined ||
    other.subjectKeyId === undefined ||
    certificate.authorityKeyId === other.subjectKeyId);

const isPresent = (certificate: Certificate, list: readonly Certificate[]): boolean =>
  list.some(({ der }) => sameBytes(der, certificate.der));

/** Returns why `issuer` cannot be above `path`; undefined when it can. */
const unfit = (issuer: Certificate, path: readonly Certificate[], now: number): string | undefined => {
  const below = path.at(-1);
  const name = issuer.subject;
  if (below === undefined || !isSignedBy(below, issuer)) return `it is not signed by the ${name} at hand`;
  if (!issuer.ca) return `its issuer ${name} is not a CA`;
  if (issuer.mayCertify === false) return `its issuer ${name} is not allowed to sign certificates`;
  if (issuer.notAfter < now) return `its issuer ${name} expired ${rfc3339(issuer.notAfter)}`;
  if (issuer.notBefore > now) return `its issuer ${name} is valid only from ${rfc3339(issuer.notBefore)}`;
  const between = path.slice(1).filter((one) => !isSelfIssued(one)).length;
  return issuer.pathLength !== undefined && between > issuer.pathLength
    ? `${name} allows only ${issuer.pathLength} CAs below it, and there are ${between}`
    : undefined;
};

const extend = (path: readonly Certificate[], pool: Pool): Chain => {
  const { others, trusted } = pool;
  const last = path.at(-1);
  if (last === undefined || path.length > longest) return { ok: false, why: 'the chain does not end' };
  if (trusted !== undefined && isPresent(last, trusted)) return { ok: true, path, end: 'trusted' };
  if (isSelfIssued(last) && isSignedBy(last, last)) {
    return trusted === undefined
      ? { ok: true, path, end: 'root' }
      : { ok: false, why: `its root ${last.subject} is not trusted` };
  }
  const candidates = [...(trusted ?? []), ...others].filter(
    (one) => mayBeIssuer(last, one) && !isPresent(one, path),
  );
  let failure: string | undefined;
  for (const candidate of candidates) {
    const why = unfit(candidate, path, pool.now);
    const chain: Chain = why === undefined ? extend([...path, candidate], pool) : { ok: false, why };
    if (chain.ok) return chain;
    failure ??= chain.why;
  }
  if (failure !== undefined) return { ok: false, why: failure };
  if (trusted === undefined && path.length > 1) return { ok: true, path, end: 'partial' };
  return { ok: false, why: `the certificate of its issuer ${last.issuer} is missing` };
};

/** The names that constraints apply to, including the common name of a host without alternative names. */
const constrainedNames = (certificate: Certificate): readonly GeneralName[] => {
  const { names, commonName, subject, subjectDer } = certificate;
  const hosts = names.some(({ form }) => form === 'dns');
  const isHost = commonName !== undefined && /^[\w*-]+(?:\.[\w-]+)+$/.test(commonName);
  return [
    ...names,
    ...(hosts || !isHost || certificate.ca
      ? []
      : [{ form: 'dns', text: commonName, bytes: Buffer.from(commonName) } as const]),
    ...(subject === '' ? [] : [{ form: 'directory', text: subject, bytes: subjectDer } as const]),
  ];
};

const brokenConstraint = (path: readonly Certificate[]): string | undefined => {
  for (const [index, { constraints, subject }] of path.entries()) {
    if (constraints === undefined) continue;
    const below = path.slice(0, index).filter((one, place) => place === 0 || !isSelfIssued(one));
    for (const name of below.flatMap(constrainedNames)) {
      const why = forbidden(name, constraints);
      if (why !== undefined) return `${why} below ${subject}`;
    }
  }
  return undefined;
};

/** Returns the chain of `certificate`, without a check of its own dates. */
export const chainOf = (certificate: Certificate, pool: Pool): Chain => {
  const chain = extend([certificate], pool);
  if (!chain.ok) return chain;
  const strange = chain.path.find(({ unknownCritical }) => unknownCritical.length > 0);
  if (strange !== undefined) {
    const oids = strange.unknownCritical.join(', ');
    return { ok: false, why: `${strange.subject} has critical extensions that are not understood: ${oids}` };
  }
  const why = brokenConstraint(chain.path);
  return why === undefined ? chain : { ok: false, why };
};
