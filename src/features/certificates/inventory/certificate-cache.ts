/** Certificates of an inventory on disk, which hold no secrets. They change only by revocation. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
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
  /** The uses that a replacement must have. */
  readonly uses: readonly string[];
  /** Milliseconds since the epoch; undefined if it was not revoked when it was read. */
  readonly revoked: number | undefined;
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
  readonly unsettled: readonly string[];
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

/** Undefined for another version. */
const cacheIn = (text: string): CachedMount | undefined => {
  try {
    const { version: found, ...cached } = JSON.parse(text) as CachedMount & { readonly version?: number };
    return found === version ? cached : undefined;
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

/** A later inventory stays, but knowledge of CAs is merged. Nothing happens without a folder. */
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

export const inventoriesOf = (
  all: readonly CachedMount[],
  namespace: string | undefined,
  mounts?: readonly string[],
): readonly CachedMount[] =>
  all.filter(
    (one) =>
      keyOf(one) === keyOf({ ...one, namespace }) && (mounts === undefined || mounts.includes(one.mount)),
  );

/** A mount may store certificates of CAs elsewhere. @param now milliseconds since the epoch */
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
