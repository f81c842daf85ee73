import type { Der } from '../der.ts';
import { childAt, childrenOf, derTime, hexText, readDer, withoutSign } from '../der.ts';
import type { Extensions } from './extensions.ts';
import { decodeExtensions } from './extensions.ts';
import type { Algorithm } from './key.ts';
import { algorithmOf } from './key.ts';
import type { DistinguishedName } from './names.ts';
import { distinguishedName } from './names.ts';
import { reasons } from './oids.ts';

interface CertificateStatus {
  readonly serial: string;
  readonly status: 'good' | 'revoked' | 'unknown';
  readonly revokedAt: number | undefined;
  readonly reason: string | undefined;
  readonly thisUpdate: number;
  readonly nextUpdate: number | undefined;
}

export interface OcspResponse extends Extensions {
  readonly algorithm: Algorithm;
  readonly responder: DistinguishedName | string;
  readonly producedAt: number;
  readonly statuses: readonly CertificateStatus[];
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
  return {
    serial: hexText(withoutSign(childAt(id, 3, 0x02))),
    status,
    revokedAt: at === undefined ? undefined : derTime(at),
    reason: reason === undefined ? undefined : reasons[reason.inner().octet(0) ?? 0],
    thisUpdate: derTime(childAt(parts, 2, 0x18)),
    nextUpdate: next === undefined ? undefined : derTime(next.inner()),
  };
};

/** Returns the name of its error if the responder failed. @throws RangeError for anything else */
export const parseOcspResponse = (der: Uint8Array): OcspResponse | string => {
  const outer = childrenOf(readDer(der));
  const code = childAt(outer, 0, 0x0a).octet(0) ?? 0;
  if (code !== 0) return failures[code] ?? String(code);
  const reply = childrenOf(childAt(outer, 1, 0xa0).inner());
  const basic = childrenOf(readDer(childAt(reply, 1, 0x04).body));
  const parts = childrenOf(childAt(basic, 0, 0x30)).filter(({ tag }) => tag !== 0xa0);
  const responder = childAt(parts, 0);
  return {
    responder:
      responder.tag === 0xa1 ? distinguishedName(responder.inner()) : hexText(responder.inner().body),
    producedAt: derTime(childAt(parts, 1, 0x18)),
    statuses: childrenOf(childAt(parts, 2, 0x30)).map(statusOf),
    algorithm: algorithmOf(childAt(basic, 1, 0x30)),
    ...decodeExtensions(parts.find(({ tag }) => tag === 0xa1)?.inner()),
  };
};
