/** Decides when a certificate is due for renewal, for which names, and whether the new one can replace it. */
import type { KeyObject } from 'node:crypto';
import { X509Certificate } from 'node:crypto';
import { secondsOf } from '../../../../model/text/duration.ts';
import { usageError } from '../../../../model/error.ts';
import type { Certificate } from '../../../../documents/x509.ts';
import { rfc3339 } from '../../../../screen/text/time.ts';
import { chainOf } from '../verify/chain.ts';
import type { NewKey } from '../signing-request.ts';
import { newKeyNamed } from '../signing-request.ts';

/** The rest of a certificate's lifetime at which its renewal is due: a part of the whole, or milliseconds. */
export type Before = { readonly part: number } | { readonly milliseconds: number };

/** `1/3` or `720h`. @throws TrivetError usage */
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

/** The time from which the renewal is due, in milliseconds since the epoch. */
export const dueFrom = ({ notBefore, notAfter }: Certificate, before: Before): number =>
  notAfter - ('part' in before ? before.part * (notAfter - notBefore) : before.milliseconds);

/** The kind of the new key; undefined for one that cannot be made here. */
export const kindOf = (key: string): NewKey | undefined =>
  newKeyNamed(key.replace('EC P-', 'ec:').replace('RSA ', 'rsa:').toLowerCase());

/** Every name in a canonical form: `dns www.example.com`. */
export const namesOf = ({ names, commonName }: Certificate): ReadonlySet<string> =>
  new Set([
    ...(commonName === undefined ? [] : [`common name ${commonName}`]),
    ...names.map(({ form, text }) => `${form} ${form === 'dns' ? text.toLowerCase() : text}`),
  ]);

const missingIn = (wanted: ReadonlySet<string>, there: ReadonlySet<string>): readonly string[] =>
  [...wanted].filter((name) => !there.has(name));

/** Describes how the names differ; undefined when they are equal. */
const differenceOf = (old: ReadonlySet<string>, next: ReadonlySet<string>): string | undefined => {
  const [lost, added] = [missingIn(old, next), missingIn(next, old)];
  const parts = [
    ...(lost.length === 0 ? [] : [`without ${lost.join(', ')}`]),
    ...(added.length === 0 ? [] : [`with ${added.join(', ')}`]),
  ];
  return parts.length === 0 ? undefined : parts.join(' and ');
};

/** True when the public key of the certificate is that of `key`. */
export const belongs = ({ der }: Certificate, key: KeyObject): boolean =>
  new X509Certificate(der).checkPrivateKey(key);

interface Candidate {
  readonly certificate: Certificate;
  readonly key: KeyObject;
  readonly authorities: readonly Certificate[];
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** Returns why a new certificate must not replace the old one; undefined when it can. */
export const unfitFor = (
  { certificate, key, authorities, now }: Candidate,
  wanted: ReadonlySet<string>,
  exactly: boolean,
): string | undefined => {
  if (!belongs(certificate, key)) return 'the key does not belong to the new certificate';
  const chain = chainOf(certificate, { others: authorities, trusted: undefined, now });
  if (!chain.ok) return `the chain of the new certificate does not verify: ${chain.why}`;
  if (certificate.notAfter <= now) return `the new certificate expired ${rfc3339(certificate.notAfter)}`;
  const names = namesOf(certificate);
  const difference = exactly
    ? differenceOf(wanted, names)
    : differenceOf(wanted, new Set([...wanted].filter((name) => names.has(name))));
  return difference === undefined ? undefined : `the new certificate is ${difference}`;
};
