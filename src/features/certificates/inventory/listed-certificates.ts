import type { JsonObject } from '../../../documents/json/json.ts';
import { numberAt, textAt, textsAt } from '../../../documents/json/json.ts';
import { groupedBy } from '../../../system/values/grouped.ts';
import type { CachedCertificate, ListedCertificate } from './certificate-cache.ts';
import { listedKey, supersedes } from './inventory-rows.ts';

/** The most names that the server lists. */
const mostNames = 5;

const nameInOrder = (text: string): string =>
  text
    .split(/(?<!\\),/)
    .reverse()
    .join(', ');

const keyText = (info: JsonObject): string => {
  const [type, bits] = [textAt(info, 'key_type') ?? '', numberAt(info, 'key_bits')];
  if (type === 'ec') return `EC P-${bits}`;
  return type === 'rsa' ? `RSA ${bits}` : type.replace(/^ed/, 'Ed');
};

/** Leaves out certificates that lack details. */
export const listedIn = (rows: readonly JsonObject[]): readonly ListedCertificate[] =>
  rows.flatMap((row) => {
    const [notBefore, notAfter] = ['not_before', 'not_after'].map((key) =>
      Date.parse(textAt(row, key) ?? ''),
    );
    if (notBefore === undefined || notAfter === undefined || Number.isNaN(notAfter)) return [];
    return [
      {
        serial: textAt(row, 'key') ?? '',
        commonName: textAt(row, 'common_name') ?? '',
        names: textsAt(row, 'dns_names'),
        issuer: nameInOrder(textAt(row, 'issuer') ?? ''),
        notBefore,
        notAfter,
        key: keyText(row),
      },
    ];
  });

const isNameless = ({ commonName, names }: ListedCertificate): boolean =>
  commonName === '' && names.length === 0;

/**
 * Certificates to read: those with cut or missing names; of due ones, also the last with their names.
 * @param until milliseconds: ends up to here are due
 */
export const unsettled = (listed: readonly ListedCertificate[], until: number): ReadonlySet<string> => {
  const found = new Set<string>();
  for (const group of groupedBy(listed, listedKey).values()) {
    const sorted = group.toSorted((one, other) => one.notAfter - other.notAfter);
    const last = sorted.at(-1);
    for (const one of sorted) {
      const isCut = one.names.length >= mostNames || isNameless(one);
      const isDue = one.notAfter <= until && one !== last;
      if (isCut || isDue) found.add(one.serial);
      if (isDue && last !== undefined) found.add(last.serial);
    }
  }
  return found;
};

export const doubtful = (
  listed: readonly ListedCertificate[],
  {
    whole,
    revoked,
  }: {
    readonly whole: ReadonlyMap<string, CachedCertificate>;
    readonly revoked: ReadonlySet<string> | undefined;
  },
  until: number,
): readonly string[] =>
  [...groupedBy(listed, listedKey).values()].flatMap((group) => {
    const valid = group.filter(({ serial }) => revoked?.has(serial) !== true);
    const known = valid.flatMap(({ serial }) => whole.get(serial) ?? []);
    const ends = known
      .filter((one) => one.notAfter <= until && !known.some((other) => supersedes(other, one)))
      .map(({ notAfter }) => notAfter);
    const first = Math.min(...ends);
    return valid.filter(({ notAfter }) => notAfter > first).map(({ serial }) => serial);
  });
