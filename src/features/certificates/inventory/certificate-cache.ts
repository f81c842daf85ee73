/** Cached certificates: they change only by revocation. No secrets. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isArray, isObject, listAt, own, textAt, textsAt } from '../../../documents/json/json.ts';
import type { Json } from '../../../documents/json/json.ts';
import { placeKeyOf } from '../../../catalogue/target.ts';
import { cacheFolder } from '../../../system/cache-folder.ts';
import { makeFolder } from '../../../system/make-folder.ts';
import { updateFile } from '../../../system/update-file.ts';
import type { Io } from '../../../system/io.ts';
import type { Authorities, AuthorityStanding } from './standing.ts';
import { idOf, judgedAuthorities, mergedStandings } from './standing.ts';
import { sha256 } from '../../../system/values/sha256.ts';

export interface CachedCertificate {
  readonly serial: string;
  readonly commonName: string;
  readonly names: readonly string[];
  readonly subject: string;
  readonly issuer: string;
  /** SHA-256 (hex) of the issuer's encoded name. */
  readonly issuerHash: string;
  readonly authorityKeyId: string | undefined;
  readonly notBefore: number;
  readonly notAfter: number;
  readonly key: string;
  readonly ca: boolean;
  /** A replacement must have them. */
  readonly uses: readonly string[];
  /** Milliseconds since the epoch; undefined if not revoked when read. */
  readonly revoked: number | undefined;
  /** Whatever its chain. */
  readonly findings: readonly string[];
}

export type ListedCertificate = Pick<
  CachedCertificate,
  'serial' | 'commonName' | 'names' | 'issuer' | 'notBefore' | 'notAfter' | 'key'
>;

interface CachedMount {
  readonly server: string;
  readonly namespace: string | undefined;
  readonly mount: string;
  readonly at: number;
  readonly certificates: readonly CachedCertificate[];
  readonly listed: readonly ListedCertificate[];
  /** The serial numbers of those whose revocation is unknown. */
  readonly unsettled: readonly string[];
  /** By this inventory and earlier ones. */
  readonly issuers: readonly AuthorityStanding[];
}

type Place = Pick<CachedMount, 'server' | 'namespace' | 'mount'>;

const version = 5;

const folderOf = (io: Io): string | undefined => {
  const folder = cacheFolder(io);
  return folder === undefined ? undefined : join(folder, 'certificates');
};

const keyOf = ({ server, namespace = '', mount }: Place): string =>
  placeKeyOf({ service: 'secrets', address: server, scope: { namespace, mount } });

const fileOf = (place: Place): string => `${sha256(keyOf(place)).slice(0, 32)}.json`;

const numberIn = (value: Json, key: string): number | undefined => {
  const found = own(value, key);
  return typeof found === 'number' ? found : undefined;
};

const textIn = (value: Json, key: string): string => textAt(value, key) ?? '';

const listedCertificate = (value: Json): readonly ListedCertificate[] => {
  const [serial, notAfter] = [textIn(value, 'serial'), numberIn(value, 'notAfter')];
  if (serial === '' || notAfter === undefined) return [];
  return [
    {
      serial,
      commonName: textIn(value, 'commonName'),
      names: textsAt(value, 'names'),
      issuer: textIn(value, 'issuer'),
      notBefore: numberIn(value, 'notBefore') ?? 0,
      notAfter,
      key: textIn(value, 'key'),
    },
  ];
};

const certificateOf = (value: Json): readonly CachedCertificate[] =>
  listedCertificate(value).map((listed) => ({
    ...listed,
    subject: textIn(value, 'subject'),
    issuerHash: textIn(value, 'issuerHash'),
    authorityKeyId: textAt(value, 'authorityKeyId'),
    ca: own(value, 'ca') === true,
    uses: textsAt(value, 'uses'),
    revoked: numberIn(value, 'revoked'),
    findings: textsAt(value, 'findings'),
  }));

const standings: readonly AuthorityStanding['is'][] = ['accepted', 'revoked', 'refused', 'unknown'];

const standingIn = (value: Json): readonly AuthorityStanding[] => {
  const is = standings.find((one) => one === own(value, 'is'));
  if (is === undefined) return [];
  const seen = own(value, 'seen') ?? null;
  const seenAt = numberIn(seen, 'at');
  return [
    {
      serial: textIn(value, 'serial'),
      issuerHash: textIn(value, 'issuerHash'),
      authorityKeyId: textAt(value, 'authorityKeyId'),
      hash: textIn(value, 'hash'),
      keyId: textIn(value, 'keyId'),
      subject: textIn(value, 'subject'),
      notAfter: numberIn(value, 'notAfter') ?? 0,
      is,
      why: textAt(value, 'why'),
      at: numberIn(value, 'at') ?? 0,
      seen: seenAt === undefined ? undefined : { at: seenAt, by: textIn(seen, 'by') },
      revokedAt: numberIn(value, 'revokedAt'),
      mount: textAt(value, 'mount'),
    },
  ];
};

/** Undefined for another version. */
const cacheIn = (text: string): CachedMount | undefined => {
  try {
    const value = JSON.parse(text) as Json;
    const [server, mount, at, all] = [
      textAt(value, 'server'),
      textAt(value, 'mount'),
      own(value, 'at'),
      own(value, 'certificates'),
    ];
    if (!isObject(value) || own(value, 'version') !== version) return undefined;
    if (server === undefined || mount === undefined || typeof at !== 'number' || !isArray(all))
      return undefined;
    return {
      server,
      namespace: textAt(value, 'namespace'),
      mount,
      at,
      certificates: all.flatMap(certificateOf),
      listed: listAt(value, 'listed').flatMap(listedCertificate),
      unsettled: textsAt(value, 'unsettled'),
      issuers: listAt(value, 'issuers').flatMap(standingIn),
    };
  } catch {
    return undefined;
  }
};

const readCache = async (file: string): Promise<CachedMount | undefined> =>
  cacheIn(await readFile(file, 'utf8').catch(() => ''));

export const cachedMount = async (place: Place, io: Io): Promise<CachedMount | undefined> => {
  const folder = folderOf(io);
  const found = folder === undefined ? undefined : await readCache(join(folder, fileOf(place)));
  return found !== undefined && keyOf(found) === keyOf(place) ? found : undefined;
};

/** A later inventory stays, but knowledge of CAs is merged. Nothing without a folder. */
export const cacheMount = async (cached: CachedMount, io: Io): Promise<void> => {
  const folder = folderOf(io);
  if (folder === undefined) return;
  makeFolder(folder);
  await updateFile(join(folder, fileOf(cached)), (text) => {
    const found = text === undefined ? undefined : cacheIn(text);
    const known = found !== undefined && keyOf(found) === keyOf(cached) ? found : undefined;
    const last = known !== undefined && known.at > cached.at ? known : cached;
    const issuers = mergedStandings([...(known?.issuers ?? []), ...cached.issuers]);
    return JSON.stringify({
      version,
      ...last,
      issuers: issuers.filter(({ notAfter }) => notAfter > cached.at),
    });
  });
};

/** Sends nothing. */
export const cachedInventories = async (server: string, io: Io): Promise<readonly CachedMount[]> => {
  const folder = folderOf(io);
  const names = folder === undefined ? [] : await readdir(folder).catch((): string[] => []);
  const all = await Promise.all(
    names
      .filter((name) => /^[0-9a-f]{32}\.json$/.test(name))
      .map((name) => readCache(join(folder ?? '', name))),
  );
  const here = all.flatMap((one) =>
    one !== undefined && keyOf(one) === keyOf({ ...one, server }) ? [one] : [],
  );
  // Earlier versions named files by the spelling of the namespace.
  const latest = new Map<string, CachedMount>();
  for (const one of here.toSorted((a, b) => a.at - b.at)) latest.set(keyOf(one), one);
  return [...latest.values()];
};

/** @param mounts default: all */
export const inventoriesOf = (
  all: readonly CachedMount[],
  namespace: string | undefined,
  mounts?: readonly string[],
): readonly CachedMount[] =>
  all.filter(
    (one) =>
      keyOf(one) === keyOf({ ...one, namespace }) && (mounts === undefined || mounts.includes(one.mount)),
  );

/**
 * A mount may store certificates of CAs elsewhere.
 * @param now milliseconds since the epoch
 */
export const authoritiesIn = (
  all: readonly CachedMount[],
  more: readonly AuthorityStanding[],
  now: number,
): Authorities => {
  const revoked = all.flatMap(({ at, mount: by, certificates }) =>
    certificates.flatMap((one) =>
      one.ca && one.revoked !== undefined
        ? [[idOf(one), { seen: { at, by }, revokedAt: one.revoked }] as const]
        : [],
    ),
  );
  return judgedAuthorities([...more, ...all.flatMap(({ issuers }) => issuers)], new Map(revoked), now);
};
