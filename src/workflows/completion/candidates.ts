/**
 * Reads live names for the completion scripts into a file of the cache folder. Only reads are sent, once and for
 * 300 ms at most; no program that prints a token is run; a failure is silent, and not repeated for a while.
 */
import { isAbsolute, join } from 'node:path';
import { lookup } from '../../model/json.ts';
import type { InputRecord } from '../../model/parameter.ts';
import { kindNamed } from '../../operations/kinds.ts';
import { makeFolder } from '../../profiles/make-folder.ts';
import { readProfiles } from '../../profiles/profile-file.ts';
import { writeSafely } from '../../runtime/safe-file.ts';
import type { Session } from '../../runtime/session.ts';
import type { World } from '../../runtime/world.ts';
import { serviceOf } from '../../services/index.ts';
import type { Workflow } from '../workflow.ts';

/** Milliseconds for the request with everything around it, unless `--timeout` says otherwise. */
const usualBudget = 300;

const maxNames = 1000;

/** Seconds until names are read again; less after a failure, so that a server that is back is soon noticed. */
const freshSeconds = { found: 60, failed: 15 } as const;

/** Only what no shell gives a meaning, and what no command takes for a flag. */
export const isShellSafe = (name: string): boolean =>
  name.length <= 200 && /^[A-Za-z0-9._/@:+%][A-Za-z0-9._/@:+%-]*$/.test(name);

const namesOf = async (
  session: Session,
  kind: string,
  given: InputRecord,
  budget: number,
): Promise<readonly string[]> => {
  if (kind === 'profile') return Object.keys(readProfiles(session.world).profiles);
  const known = await kindNamed(kind);
  const operation = known?.list?.command.operations[0]?.operation;
  if (known?.list === undefined || operation === undefined) return [];
  const { sources } = await session.endpoint(operation.service);
  // A program may ask the user for something.
  if (sources['token']?.includes('(command ') === true) return [];
  const { kind: _, parent, context: _context, organization, ...rest } = given;
  const input: Record<string, InputRecord[string]> = { ...known.list.whole };
  for (const [key, value] of Object.entries({ ...rest, organization_name: organization })) {
    if (key in operation.parameters && value !== undefined) input[key] = value;
  }
  // What was typed before a slash is the organization; an allocation belongs to the job before it.
  const above =
    known.parent?.input ?? (known.scope.includes('organization') ? 'organization_name' : undefined);
  if (above !== undefined && parent !== undefined) input[above] = parent;
  const { document } = await session.lookUp(operation, input, { timeout: budget });
  const { view } = operation;
  const field = 'name' in view ? view.name : '';
  const names = serviceOf(operation.service)
    .readItems(document, view)
    .map((item) => lookup(item, field))
    .filter((name) => typeof name === 'string');
  return known.scope.includes('organization') && typeof parent === 'string'
    ? names.map((name) => `${parent}/${name}`)
    : names;
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

/** As the scripts compute it: beside the profiles of TRIVET_CONFIG_DIR, else in XDG's folder. */
export const cacheFolder = ({ env, home, platform }: World): string | undefined => {
  const chosen = env['TRIVET_CONFIG_DIR'];
  if (chosen !== undefined && chosen !== '') return isAbsolute(chosen) ? join(chosen, 'cache') : undefined;
  if (platform === 'win32') {
    const local = env['LOCALAPPDATA'];
    return local === undefined || local === '' ? undefined : join(local, 'trivet');
  }
  const xdg = env['XDG_CACHE_HOME'];
  if (xdg !== undefined && isAbsolute(xdg)) return join(xdg, 'trivet');
  return home === undefined || !isAbsolute(home) ? undefined : join(home, '.cache', 'trivet');
};

const write = async (world: World, kind: string, context: string, names: readonly string[] | undefined) => {
  const folder = cacheFolder(world);
  if (folder === undefined || !/^[a-z-]{1,40}$/.test(kind) || !/^[!-~]{0,8192}$/.test(context)) return;
  const seconds = names === undefined ? freshSeconds.failed : freshSeconds.found;
  const expires = Math.floor(world.now() / 1000) + seconds;
  const lines = [`trivet names 1 ${expires}`, context, ...(names ?? [])];
  const parent = join(folder, 'names');
  makeFolder(parent);
  await writeSafely(join(parent, kind), Buffer.from(`${lines.join('\n')}\n`), { mode: 0o600 });
};

const run: Workflow = async ({ session, presenter, input }) => {
  const { kind, context } = input;
  if (typeof kind !== 'string') return 0;
  const budget = session.globals.timeout ?? usualBudget;
  const found = await within(budget, namesOf(session, kind, input, budget));
  const names = found && [...new Set(found)].filter(isShellSafe).slice(0, maxNames);
  try {
    if (typeof context === 'string') await write(session.world, kind, context, names);
    await presenter.write((names ?? []).map((name) => `${name}\n`).join(''));
    await presenter.finish();
  } catch {
    // A cache that cannot be written is no cache; nobody reads an error at the prompt.
  }
  // A request that is still under way must not keep the shell waiting.
  session.world.exit?.(0);
  return 0;
};

export default run;
