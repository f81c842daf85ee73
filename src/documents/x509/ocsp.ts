import type { Der } from '../der.ts';
import { childAt, childrenOf, derTime, hexText, oidText, readDer } from '../der.ts';
import { withoutSign } from '../x509.ts';
import type { ParsedCertificate, Signed } from './certificate.ts';
import { parseCertificate } from './certificate.ts';
import type { Extensions } from './extensions.ts';
import { decodeExtensions } from './extensions.ts';
import { algorithmOf } from './key.ts';
import type { DistinguishedName } from './names.ts';
import { distinguishedName } from './names.ts';
import { hashes, reasons } from './oids.ts';

interface CertificateStatus {
  readonly hash: string;
  /** Hashes, hex with colons. */
  readonly issuerName: string;
  readonly issuerKey: string;
  readonly serial: string;
  readonly status: 'good' | 'revoked' | 'unknown';
  readonly revokedAt: number | undefined;
  readonly reason: string | undefined;
  readonly thisUpdate: number;
  readonly nextUpdate: number | undefined;
}

interface OcspResponse extends Signed, Extensions {
  readonly der: Uint8Array;
  readonly responder: DistinguishedName | string;
  readonly producedAt: number;
  readonly statuses: readonly CertificateStatus[];
  readonly certificates: readonly ParsedCertificate[];
}

const failures: Readonly<Record<number, string>> = {
  1: 'malformedRequest',
  2: 'internalError',
  3: 'tryLater',
  5: 'sigRequired',
  6: 'unauthorized',
};

const stateTags: Readonly<Record<number, CertificateStatus['status']>> = {
  0x80: 'good',
  0xa1: 'revoked',
  0x82: 'unknown',
};

const statusOf = (single: Der): CertificateStatus => {
  const parts = childrenOf(single);
  const id = childrenOf(childAt(parts, 0, 0x30));
  const state = childAt(parts, 1);
  const status = stateTags[state.tag];
  if (status === undefined) throw new RangeError('another status');
  const [at, reason] = status === 'revoked' ? childrenOf(state) : [];
  const next = parts.find(({ tag }) => tag === 0xa0);
  const hash = oidText(childAt(childrenOf(childAt(id, 0, 0x30)), 0, 0x06));
  return {
    hash: hashes[hash] ?? hash,
    issuerName: hexText(childAt(id, 1, 0x04).body),
    issuerKey: hexText(childAt(id, 2, 0x04).body),
    serial: hexText(withoutSign(childAt(id, 3, 0x02))),
    status,
    revokedAt: at === undefined ? undefined : derTime(at),
    reason: reason === undefined ? undefined : reasons[reason.inner().octet(0) ?? 0],
    thisUpdate: derTime(childAt(parts, 2, 0x18)),
    nextUpdate: next === undefined ? undefined : derTime(next.inner()),
  };
};

/** The name of its error if the responder failed. @throws RangeError for anything else */
export const parseOcspResponse = (der: Uint8Array): OcspResponse | string => {
  const outer = childrenOf(readDer(der));
  const code = childAt(outer, 0, 0x0a).octet(0) ?? 0;
  if (code !== 0) return failures[code] ?? String(code);
  const reply = childrenOf(childAt(outer, 1, 0xa0).inner());
  const basic = childrenOf(readDer(childAt(reply, 1, 0x04).body));
  const content = childAt(basic, 0, 0x30);
  const parts = childrenOf(content).filter(({ tag }) => tag !== 0xa0);
  const responder = childAt(parts, 0);
  return {
    der,
    content: content.whole,
    responder:
      responder.tag === 0xa1 ? distinguishedName(responder.inner()) : hexText(responder.inner().body),
    producedAt: derTime(childAt(parts, 1, 0x18)),
    statuses: childrenOf(childAt(parts, 2, 0x30)).map(statusOf),
    certificates: basic
      .filter(({ tag }) => tag === 0xa0)
      .flatMap((list) => childrenOf(list.inner()))
      .map(({ whole }) => parseCertificate(whole)),
    algorithm: algorithmOf(childAt(basic, 1, 0x30)),
    signature: childAt(basic, 2, 0x03).body.subarray(1),
    ...decodeExtensions(parts.find(({ tag }) => tag === 0xa1)?.inner()),
  };
};
