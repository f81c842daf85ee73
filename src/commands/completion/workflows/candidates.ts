/**
 * Reads live names for the completion scripts into a file of the cache folder. Sends only reads; the shell waits
 * for 300 ms at most, and a slower server is read in the background. No program that prints a token is run; a
 * failure is silent, keeps the earlier names, and is not repeated for a while.
 */
import { join } from 'node:path';
import type { InputRecord } from '../../../catalogue/parameter.ts';
import { cacheFolder } from '../../../system/cache-folder.ts';
import { makeFolder } from '../../../system/make-folder.ts';
import { updateFile } from '../../../system/update-file.ts';
import { listedNames } from '../../../engine/lists/listed-names.ts';
import { mayRead, otherNames } from './other-names.ts';
import type { Session } from '../../../engine/session/session.ts';
import type { World } from '../../../system/world.ts';
import type { Workflow } from '../../../engine/single/workflow.ts';

/** Milliseconds that the shell waits without `--timeout`. */
const usualBudget = 300;

/** The `--timeout` of a read in the background. */
const behindBudget = '10s';

const maxNames = 1000;

/** Seconds until names are read again; less after a failure, to notice soon that a server is back. */
const freshSeconds = { found: 60, failed: 15 } as const;

/** Only names that a line of the cache and of a terminal can hold, and that cannot be read as a flag: shells quote the rest. */
export const isOffered = (name: string): boolean =>
  name !== '' && name.length <= 200 && !name.startsWith('-') && !/[\p{C}\p{Zl}\p{Zp}]/u.test(name);

/** A name, or one with a summary after a tab: of receipts, whose names are trivet's own. */
const isLine = (line: string): boolean => line.split('\t').every(isOffered);

const namesOf = async (session: Session, kind: string, given: InputRecord): Promise<readonly string[]> => {
  const { kind: _, parent, context: _context, behind: _behind, organization, ...rest } = given;
  const above = typeof parent === 'string' ? parent : undefined;
  const other = otherNames(session, kind, { parent: above, input: rest });
  if (other !== undefined) return other;
  const known = await session.program.catalogue.kind(kind);
  if (known?.list === undefined || !(await mayRead(session, known.service))) return [];
  const names: string[] = [];
  const input = { ...rest, organization_name: organization };
  for await (const page of listedNames(session, known, above, input, { spare: true })) {
    names.push(...page);
    if (names.length >= maxNames) break;
  }
  return names;
};

const within = async <T>(milliseconds: number, work: Promise<T>): Promise<T | undefined> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), milliseconds);
  });
  try {
    return await Promise.race([work, late]);
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
  }
};

/** The names in the file for this context: better than none when the server cannot be reached. */
const keptNames = (text: string, context: string): readonly string[] => {
  const [head = '', of, ...names] = text.trimEnd().split('\n');
  return head.startsWith('trivet names 1 ') && of === context ? names : [];
};

const write = async (world: World, kind: string, context: string, names: readonly string[] | undefined) => {
  const folder = cacheFolder(world);
  if (folder === undefined || !/^[a-z-]{1,40}$/.test(kind) || !/^[!-~]{0,8192}$/.test(context)) return;
  const seconds = names === undefined ? freshSeconds.failed : freshSeconds.found;
  const expires = Math.floor(world.now() / 1000) + seconds;
  const parent = join(folder, 'names');
  const file = join(parent, kind);
  makeFolder(parent);
  await updateFile(file, (text = '') =>
    [`trivet names 1 ${expires}`, context, ...(names ?? keptNames(text, context)), ''].join('\n'),
  );
};

const run: Workflow = async ({ session, presenter, input }) => {
  const { kind, context } = input;
  if (typeof kind !== 'string') return 0;
  const { globals, world } = session;
  const found = await within(globals.timeout ?? usualBudget, namesOf(session, kind, input));
  const names =
    found && [...new Set(found)].filter(kind === 'receipt' ? isLine : isOffered).slice(0, maxNames);
  try {
    if (typeof context === 'string') await write(world, kind, context, names);
    if (names === undefined && input['behind'] !== true) {
      world.startAgain?.(['--behind', `--timeout=${behindBudget}`]);
    }
    await presenter.write((names ?? []).map((name) => `${name}\n`).join(''));
    await presenter.finish();
  } catch {
    // Ignore a cache that cannot be written: an error has no place at the prompt.
  }
  // A pending request must not keep the shell waiting.
  world.exit?.(0);
  return 0;
};

export default run;
