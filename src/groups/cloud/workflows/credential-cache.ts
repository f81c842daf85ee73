/** `--cache`: every program that asks by `credential_process` gets one credential until it nears its end. */
import { createHash } from 'node:crypto';
import { readdir, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { secondsOf } from '../../../model/text/duration.ts';
import { localError, TrivetError, usageError } from '../../../model/error.ts';
import { own, textAt } from '../../../model/json/json.ts';
import { parseJson, writeJson } from '../../../model/json/lossless.ts';
import type { creds, sts } from '../operations/creds.ts';
import { readCapped } from '../../../disk/capped-file.ts';
import { cacheFolder } from '../../../profiles/cache-folder.ts';
import { configFolder } from '../../../profiles/config-folder.ts';
import { withLock } from '../../../disk/lock-file.ts';
import { makeFolder } from '../../../disk/make-folder.ts';
import { processText } from '../../../screen/formats/credentials.ts';
import { writeSafely } from '../../../disk/safe-file.ts';
import { decodeText } from '../../../world/read-file.ts';
import type { Outcome, Session } from '../../../engine/session/session.ts';
import type { World } from '../../../world/world.ts';
import { serviceOf } from '../../../services/index.ts';
import { leaseSeconds, noteLease } from '../../../workflows/lease-note.ts';
import { warnOf } from '../../../workflows/reply.ts';
import type { OperationContext } from '../../../workflows/workflow.ts';

/** The input that `--cache` itself reads. */
export type CacheInput = Readonly<{ cache?: boolean | undefined; 'min-ttl'?: string | undefined }>;

type CacheContext = OperationContext<typeof creds | typeof sts, CacheInput>;

/** A credential on disk. */
interface Kept {
  /** The output for the program that asks. */
  readonly text: string;
  /** Milliseconds since the epoch. */
  readonly until: number;
  /** Its lifetime in milliseconds when it was made. */
  readonly life: number;
}

/** Milliseconds that a credential must still last to be given out, without `--min-ttl`. */
const usualRest = 600_000;

/** Milliseconds to wait while another process makes the credential. */
const patience = 150_000;

const folderOf = (world: World): string => {
  const folder = cacheFolder(world);
  if (folder === undefined) {
    throw localError('there is no folder for cached credentials', 'Set HOME or TRIVET_CONFIG_DIR.');
  }
  return join(folder, 'credentials');
};

/** Where earlier versions had them; undefined without a home folder. */
const formerFolder = (world: World): string | undefined => {
  const folder = configFolder(world);
  return folder === undefined ? undefined : join(folder, 'credentials');
};

/** One file for each request and token: the credentials end with the token that made them. */
const fileFor = async (context: CacheContext): Promise<string> => {
  const { session, operation, input, spoken, options } = context;
  const endpoint = await session.endpoint('secrets');
  const { cache: _cache, 'min-ttl': _rest, ...asked } = { ...input, mount: spoken['mount'] };
  const key = [
    operation.id,
    endpoint.baseUrl,
    endpoint.context.namespace?.value ?? '',
    (await endpoint.token())?.value ?? '',
    JSON.stringify(Object.entries(asked).toSorted(([a], [b]) => (a < b ? -1 : 1))),
    JSON.stringify([options.base ?? null, options.extra ?? []]),
  ];
  const name = createHash('sha256').update(JSON.stringify(key)).digest('hex').slice(0, 40);
  return join(folderOf(session.world), `${name}.json`);
};

/** Undefined for a file that is missing, incomplete, open to others, or not one's own. */
const readKept = async (file: string, { platform, uid }: World): Promise<Kept | undefined> => {
  try {
    const { mode, uid: owner } = await stat(file);
    if (platform !== 'win32' && (mode & 0o077) !== 0) return undefined;
    if (uid !== undefined && owner !== uid) return undefined;
    const value = parseJson(decodeText(await readCapped(file, 65_536, file), file));
    const [text, until, life] = [textAt(value, 'text'), own(value, 'until'), own(value, 'life')];
    if (text === undefined || typeof until !== 'number' || typeof life !== 'number') return undefined;
    return { text, until, life };
  } catch {
    return undefined;
  }
};

/** Milliseconds that a credential must still last; undefined: the default. */
type Rest = number | undefined;

/**
 * Milliseconds that a credential of this lifetime must still last: at most half of it, or every call would make a
 * new one.
 */
const restOf = (life: number, rest: Rest): number =>
  rest !== undefined && rest < life ? rest : Math.min(rest ?? usualRest, life / 2);

const isFresh = ({ until, life }: Kept, rest: Rest, now: number): boolean =>
  until - now >= restOf(life, rest);

/** Removes expired credentials: they are secrets on a disk that nothing needs. */
const removeEnded = async (folder: string, world: World): Promise<void> => {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json'));
  for (const name of names) {
    const kept = await readKept(join(folder, name), world);
    if (kept === undefined || kept.until <= world.now()) await rm(join(folder, name), { force: true });
  }
};

/** What is kept of a request, also by an earlier version. */
const foundIn = async (file: string, world: World): Promise<Kept | undefined> => {
  const found = await readKept(file, world);
  const former = formerFolder(world);
  return found !== undefined || former === undefined ? found : readKept(join(former, basename(file)), world);
};

const minutes = (milliseconds: number): string => `${Math.round(milliseconds / 6000) / 10} min`;

const textOf = (outcome: Outcome, now: number): string => {
  const { operation, document, product } = outcome;
  const [item = {}] = serviceOf(operation.service).readItems(document, operation.view);
  return processText(operation.view, item, now, product.wire);
};

/** Makes a credential and caches it, unless it never ends or ends at once. */
const make = async (context: CacheContext, file: string, rest: Rest): Promise<string> => {
  const { session, operation, input, options } = context;
  const { world, reporter } = session;
  const { cache: _cache, 'min-ttl': _rest, ...asked } = input;
  const outcome = await session.call(operation, asked, options);
  warnOf(context, outcome);
  noteLease(session, outcome);
  const now = world.now();
  const life = leaseSeconds(outcome) * 1000;
  const text = textOf(outcome, now);
  if (life <= 0) {
    reporter.warn('the server does not report when the credentials expire: they are not cached');
    return text;
  }
  if (rest !== undefined && rest >= life) {
    reporter.warn(
      `the credentials last ${minutes(life)}, which is not more than --min-ttl (${minutes(rest)}): they are replaced ` +
        `when less than ${minutes(restOf(life, rest))} is left`,
    );
  }
  const kept = { text, until: now + life, life };
  try {
    await writeSafely(file, Buffer.from(`${writeJson(kept)}\n`), { mode: 0o600 });
  } catch (error) {
    // They exist now, and this is the only reply that has them.
    if (!(error instanceof TrivetError)) throw error;
    reporter.warn(`the credentials were not cached: ${error.message}`);
  }
  return text;
};

/** @throws TrivetError usage, when the output is not the one that is cached */
export const checkCache = (session: Session): void => {
  const { output, field, wrapTtl } = session.globals;
  if (output === 'credential-process' && field === undefined && wrapTtl === undefined) return;
  throw usageError(
    '--cache needs -o credential-process',
    'Add -o credential-process, and leave out --field and --wrap-ttl.',
  );
};

/** Returns the cached credential, or makes one; of several processes at once, only one makes it. */
export const cachedCredential = async (context: CacheContext): Promise<number> => {
  const { session, presenter, input } = context;
  const { world } = session;
  const seconds = secondsOf(input['min-ttl'] ?? '');
  const rest = seconds === undefined ? undefined : seconds * 1000;
  const file = await fileFor(context);
  const found = await foundIn(file, world);
  if (found !== undefined && isFresh(found, rest, world.now())) {
    await presenter.write(found.text);
    return 0;
  }
  const folder = folderOf(world);
  makeFolder(folder);
  const text = await withLock(
    `${file}.lock`,
    async () => {
      const made = await readKept(file, world);
      if (made !== undefined && isFresh(made, rest, world.now())) return made.text;
      await removeEnded(folder, world);
      const former = formerFolder(world);
      if (former !== undefined) await removeEnded(former, world).catch(() => undefined);
      return make(context, file, rest);
    },
    { wait: patience },
  );
  await presenter.write(text);
  return 0;
};
