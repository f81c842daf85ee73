/**
 * Caches certificates that an inventory has read: they never change, except for their revocation. Contains no secret.
 */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isArray, isObject, listAt, own, textAt, textsAt } from '../../../documents/json/json.ts';
import type { Json } from '../../../documents/json/json.ts';
import { placeKeyOf } from '../../../catalogue/target.ts';
import { cacheFolder } from '../../../system/cache-folder.ts';
import { makeFolder } from '../../../system/make-folder.ts';
import { updateFile } from '../../../system/update-file.ts';
import type { World } from '../../../system/world.ts';

export interface CachedCertificate {
  readonly serial: string;
  readonly commonName: string;
  readonly names: readonly string[];
  readonly subject: string;
  readonly issuer: string;
  /** The SHA-256, in hex, of the encoded name of the issuer. */
  readonly issuerHash: string;
  readonly authorityKeyId: string | undefined;
  /** Milliseconds since the epoch. */
  readonly notBefore: number;
  readonly notAfter: number;
  readonly key: string;
  readonly ca: boolean;
  /** What it can be used for, with which a certificate that replaces it must comply. */
  readonly uses: readonly string[];
  /** Milliseconds since the epoch; undefined if it was not revoked when it was read. */
  readonly revoked: number | undefined;
  /** Why clients refuse it, whatever its chain. */
  readonly findings: readonly string[];
}

/** What a list of the server says of a certificate: names after the fifth, other names and its subject are missing. */
export type ListedCertificate = Pick<
  CachedCertificate,
  'serial' | 'commonName' | 'names' | 'issuer' | 'notBefore' | 'notAfter' | 'key'
>;

/** A CA as its certificates name it. */
export interface NamedAuthority {
  /** Of its name. */
  readonly hash: string;
  readonly keyId: string;
}

/** The certificates of one mount at an inventory. */
interface CachedMount {
  readonly server: string;
  readonly namespace: string | undefined;
  readonly mount: string;
  /** When the inventory was made, in milliseconds since the epoch. */
  readonly at: number;
  /** Those that were read. */
  readonly certificates: readonly CachedCertificate[];
  /** Those that were only listed, and were not revoked. */
  readonly listed: readonly ListedCertificate[];
  /** The CAs from which clients accept nothing. */
  readonly refused: readonly NamedAuthority[];
}

type Place = Pick<CachedMount, 'server' | 'namespace' | 'mount'>;

const version = 4;

const folderOf = (world: World): string | undefined => {
  const folder = cacheFolder(world);
  return folder === undefined ? undefined : join(folder, 'certificates');
};

const keyOf = ({ server, namespace = '', mount }: Place): string =>
  placeKeyOf({ service: 'secrets', address: server, scope: { namespace, mount } });

const fileOf = (place: Place): string =>
  `${createHash('sha256').update(keyOf(place)).digest('hex').slice(0, 32)}.json`;

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

/** Undefined for a file that is not a cache of this version; it is then written again. */
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
      refused: listAt(value, 'refused').map((one) => ({
        hash: textIn(one, 'hash'),
        keyId: textIn(one, 'keyId'),
      })),
    };
  } catch {
    return undefined;
  }
};

const readCache = async (file: string): Promise<CachedMount | undefined> =>
  cacheIn(await readFile(file, 'utf8').catch(() => ''));

/** The cached certificates of one mount; empty if there are none. */
export const cachedMount = async (place: Place, world: World): Promise<readonly CachedCertificate[]> => {
  const folder = folderOf(world);
  const found = folder === undefined ? undefined : await readCache(join(folder, fileOf(place)));
  // Hashes can collide, and files can be put there by hand.
  return found !== undefined && keyOf(found) === keyOf(place) ? found.certificates : [];
};

/** Stores an inventory of a mount, unless a later one is stored; does nothing if there is no folder for it. */
export const cacheMount = async (cached: CachedMount, world: World): Promise<void> => {
  const folder = folderOf(world);
  if (folder === undefined) return;
  makeFolder(folder);
  await updateFile(join(folder, fileOf(cached)), (text) => {
    const known = text === undefined ? undefined : cacheIn(text);
    const isLater = known !== undefined && keyOf(known) === keyOf(cached) && known.at > cached.at;
    return isLater ? text : JSON.stringify({ version, ...cached });
  });
};

/**
 * Every mount of a namespace with a stored inventory, without a request: as recent as the latest `pki inventory`.
 * @param mounts only these; default: all
 */
export const cachedCertificates = async (
  { server, namespace }: Pick<Place, 'server' | 'namespace'>,
  world: World,
  mounts?: readonly string[],
): Promise<readonly CachedMount[]> => {
  const folder = folderOf(world);
  const names = folder === undefined ? [] : await readdir(folder).catch((): string[] => []);
  const all = await Promise.all(
    names
      .filter((name) => /^[0-9a-f]{32}\.json$/.test(name))
      .map((name) => readCache(join(folder ?? '', name))),
  );
  const here = all.flatMap((one) =>
    one !== undefined &&
    keyOf(one) === keyOf({ server, namespace, mount: one.mount }) &&
    (mounts === undefined || mounts.includes(one.mount))
      ? [one]
      : [],
  );
  // Earlier versions named the files by the spelling of the namespace, so that a mount can have several.
  const latest = new Map<string, CachedMount>();
  for (const one of here.toSorted((a, b) => a.at - b.at)) latest.set(keyOf(one), one);
  return [...latest.values()];
};
