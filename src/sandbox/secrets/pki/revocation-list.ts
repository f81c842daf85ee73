import type { Certificate } from './certificate.ts';
import { signStructure } from './certificate.ts';
import { explicit, integer, sequence, time, unsigned } from './der.ts';
import { EXTENSION, authorityKey, encodeExtension } from './extensions.ts';
import type { KeyPair } from './keys.ts';
import { schemeOf } from './keys.ts';

export interface RevokedEntry {
  readonly serial: Buffer;
  readonly time: number;
}

export interface RevocationListTemplate {
  readonly authority: Certificate;
  readonly number: number;
  readonly thisUpdate: number;
  readonly nextUpdate: number;
  readonly entries: readonly RevokedEntry[];
}

/** An empty list omits `revokedCertificates` (RFC 5280, section 5.1.2.6). */
export function signRevocationList(template: RevocationListTemplate, key: KeyPair): Buffer {
  const scheme = schemeOf(key);
  const entries = template.entries.map((entry) => sequence(unsigned(entry.serial), time(entry.time)));
  const extensions = [
    authorityKey(template.authority.keyId),
    { oid: EXTENSION.crlNumber, critical: false, value: integer(template.number) },
  ];
  return signStructure(
    [
      integer(1),
      scheme.algorithm,
      template.authority.subject,
      time(template.thisUpdate),
      time(template.nextUpdate),
      ...(entries.length === 0 ? [] : [sequence(...entries)]),
      explicit(0, sequence(...extensions.map((extension) => encodeExtension(extension)))),
    ],
    key,
    scheme,
  );
}
