import type { KeyObject } from 'node:crypto';
import { secondsOf } from '../../../catalogue/text/duration.ts';
import { usageError } from '../../../system/error.ts';
import type { ParsedCertificate } from '../../../documents/x509/certificate.ts';
import type { PublicKey } from '../../../documents/x509/key.ts';
import type { Before } from '../assess.ts';
import { usesOf } from '../policy/purpose.ts';
import { missingNames, namesOf } from '../certificate-names.ts';
import { belongs } from '../../../documents/x509/signature.ts';
import type { NewKey } from '../signing-request.ts';
import { newKeyNamed } from '../signing-request.ts';

/** Reads `1/3` or `720h`. @throws TrivetError usage */
export const beforeOf = (text: string): Before => {
  const [, part, whole] = /^(\d{1,6})\/(\d{1,6})$/.exec(text) ?? [];
  if (part !== undefined && whole !== undefined && Number(part) <= Number(whole) && Number(whole) > 0) {
    return { part: Number(part) / Number(whole) };
  }
  const seconds = /^\d+$/.test(text) ? undefined : secondsOf(text);
  if (seconds !== undefined) return { milliseconds: seconds * 1000 };
  throw usageError(
    `--before must be a part such as 1/3 or a duration with its unit such as 720h, not "${text}"`,
  );
};

export const kindOf = ({ type, text }: PublicKey): NewKey | undefined =>
  type === 'rsa-pss'
    ? undefined
    : newKeyNamed(text.replace('EC P-', 'ec:').replace('RSA ', 'rsa:').toLowerCase());

const differenceOf = (old: ReadonlySet<string>, next: ReadonlySet<string>): string | undefined => {
  const [lost, added] = [missingNames(old, next), missingNames(next, old)];
  const parts = [
    ...(lost.length === 0 ? [] : [`without ${lost.join(', ')}`]),
    ...(added.length === 0 ? [] : [`with ${added.join(', ')}`]),
  ];
  return parts.length === 0 ? undefined : parts.join(' and ');
};

export const lostUses = (old: ParsedCertificate, fresh: ParsedCertificate): readonly string[] => {
  const kept = usesOf(fresh);
  return usesOf(old).filter((use) => !kept.includes(use));
};

export const misfitOf = (
  certificate: ParsedCertificate,
  key: KeyObject,
  wanted: ReadonlySet<string>,
  exactly: boolean,
): string | undefined => {
  if (!belongs(certificate, key)) return 'the key does not belong to the new certificate';
  const names = namesOf(certificate);
  const difference = exactly
    ? differenceOf(wanted, names)
    : differenceOf(wanted, new Set([...wanted].filter((name) => names.has(name))));
  return difference === undefined ? undefined : `the new certificate is ${difference}`;
};
