/**
 * Reads live names into a cache file, without token programs. The shell waits at most 300 ms; slower servers are
 * read in the background. A failure is silent, keeps earlier names, and is not repeated for a while.
 */
import { limits } from '../../../system/limits.ts';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { InputRecord } from '../../../catalogue/parameter.ts';
import { cacheFolder } from '../../../system/cache-folder.ts';
import { within } from '../../../system/deadline.ts';
import { makeFolder } from '../../../system/make-folder.ts';
import { updateFile } from '../../../system/update-file.ts';
import { listedObjects } from '../../../run/lists/listed-objects.ts';
import { profilesPath } from '../../../config/file/profile-file.ts';
import { mayRead, otherNames } from './other-names.ts';
import type { Session } from '../../../run/session/session.ts';
import type { Io } from '../../../system/io.ts';
import type { Workflow } from '../../../run/single/workflow.ts';

const behindBudget = '10s';

/** Seconds for which stale names are offered while they are read again. */
const staleSeconds = 600;

const maxNames = 1000;

/** Seconds; short after a failure, so that a server's return is noticed. */
const freshSeconds = { found: 60, failed: 15 } as const;

/** Whether a name fits a line of the cache and a terminal, and is not a flag. Shells quote the rest. */
export const isOffered = (name: string): boolean =>
  name !== '' && name.length <= 200 && !name.startsWith('-') && !/[\p{C}\p{Zl}\p{Zp}]/u.test(name);

/** A line is a name, or name, tab and summary, without quotes (receipts). */
const isLine = (line: string): boolean => {
  const [name = '', ...summary] = line.split('\t');
  return isOffered(name) && /^[A-Za-z0-9., -]*$/.test(summary.join('\t'));
};

const namesOf = async (session: Session, kind: string, given: InputRecord): Promise<readonly string[]> => {
  const {
    kind: _,
    parent,
    context: _context,
    before: _before,
    behind: _behind,
    organization,
    ...rest
  } = given;
  const above = typeof parent === 'string' ? parent : undefined;
  const other = otherNames(session, kind, { parent: above, input: rest });
  if (other !== undefined) return other;
  const known = await session.program.catalogue.kind(kind);
  if (known?.list === undefined || !(await mayRead(session, known.service))) return [];
  const names: string[] = [];
  const input = { ...rest, organization_name: organization };
  const wanted = { above, given: input, every: { optional: true } } as const;
  for await (const page of listedObjects(session, known, wanted)) {
    for (const { name } of page) names.push(name);
    if (names.length >= maxNames) break;
  }
  return names;
};

interface Kept {
  readonly names: readonly string[];
  /** Seconds since the epoch. */
  readonly expires: number;
}

const nothingKept: Kept = { names: [], expires: 0 };

const cacheFile = (io: Io, kind: string, context: string): string | undefined => {
  const folder = cacheFolder(io);
  const isSafe = /^[a-z-]{1,40}$/.test(kind) && /^[!-~]{0,8192}$/.test(context);
  return folder === undefined || !isSafe ? undefined : join(folder, 'names', kind);
};

/** Changed profiles may mean another server. */
const isOlder = (file: string, than: string): boolean =>
  existsSync(than) && statSync(than).mtimeMs > statSync(file).mtimeMs;

/** Anyone may have written the file. Empty for another context. */
const namesIn = (text: string, context: string): Kept => {
  const [head = '', of, ...names] = text.trimEnd().split('\n');
  const [, expires] = /^trivet names 1 (\d{1,14})$/.exec(head) ?? [];
  if (expires === undefined || of !== context) return nothingKept;
  return { names: names.filter(isLine), expires: Number(expires) };
};

const keptNames = (file: string, context: string, io: Io): Kept => {
  try {
    const profiles = profilesPath(io);
    const isOld = profiles !== undefined && isOlder(file, profiles);
    return isOld ? nothingKept : namesIn(readFileSync(file, 'utf8'), context);
  } catch {
    return nothingKept;
  }
};

const seconds = (io: Io): number => Math.floor(io.now() / 1000);

const write = async (
  file: string,
  context: string,
  names: readonly string[] | undefined,
  io: Io,
): Promise<void> => {
  const expires = seconds(io) + (names === undefined ? freshSeconds.failed : freshSeconds.found);
  makeFolder(dirname(file));
  await updateFile(file, (text = '') =>
    [`trivet names 1 ${expires}`, context, ...(names ?? namesIn(text, context).names), ''].join('\n'),
  );
};

const readNames = async (
  session: Session,
  kind: string,
  input: InputRecord,
  file: string | undefined,
): Promise<readonly string[] | undefined> => {
  const { globals, io } = session;
  const reading = namesOf(session, kind, input).catch(() => undefined);
  const read = await within(reading, globals.timeout ?? limits.completion);
  const found = read === 'late' ? undefined : read;
  const names =
    found && [...new Set(found)].filter(kind === 'receipt' ? isLine : isOffered).slice(0, maxNames);
  const { context } = input;
  if (file !== undefined && typeof context === 'string') await write(file, context, names, io);
  return names;
};

const run: Workflow = async ({ session, presenter, input }) => {
  const { kind, context, before, behind } = input;
  if (typeof kind !== 'string') return 0;
  const { io } = session;
  const file = typeof context === 'string' ? cacheFile(io, kind, context) : undefined;
  const readAgain = (): void => io.startAgain?.(['--behind', `--timeout=${behindBudget}`]);
  try {
    const kept =
      file === undefined || typeof context !== 'string' || behind === true
        ? nothingKept
        : keptNames(file, context, io);
    let { names } = kept;
    const age = seconds(io) - kept.expires;
    if (age >= staleSeconds) {
      const read = await readNames(session, kind, input, file);
      if (read === undefined && behind !== true) readAgain();
      names = read ?? names;
    } else if (age >= 0) {
      readAgain();
    }
    const start = typeof before === 'string' ? before : '';
    await presenter.write(names.map((name) => `${start}${name}\n`).join(''));
    await presenter.finish();
  } catch {
    // An error has no place at the prompt.
  }
  // A pending request must not keep the shell waiting.
  io.exit?.(0);
  return 0;
};

export default run;
