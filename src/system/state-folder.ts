/** The folder for what trivet has to remember: receipts, loans, recovery files. */
import { isAbsolute, join } from 'node:path';
import { localError } from './error.ts';
import type { Surroundings } from './surroundings.ts';
import { configFolder } from './config-folder.ts';
import { setting } from './environment.ts';

/** TRIVET_STATE_DIR, or that of TRIVET_CONFIG_DIR, or XDG's folder; undefined without a home folder. */
export const stateFolder = (surroundings: Surroundings): string | undefined => {
  // Reading `home` loads a module: only where nothing else names the folder.
  const { env, platform } = surroundings;
  const chosen = setting(env, 'TRIVET_STATE_DIR');
  if (chosen !== undefined) {
    if (!isAbsolute(chosen.value)) throw localError('TRIVET_STATE_DIR is not an absolute path');
    return chosen.value;
  }
  if (platform === 'win32' || setting(env, 'TRIVET_CONFIG_DIR') !== undefined)
    return configFolder(surroundings);
  const xdg = env['XDG_STATE_HOME'];
  if (xdg !== undefined && isAbsolute(xdg)) return join(xdg, 'trivet');
  const { home } = surroundings;
  return home === undefined || !isAbsolute(home) ? undefined : join(home, '.local', 'state', 'trivet');
};

/** A folder below it, and first where earlier versions had it: that is read too, and nothing new is put there. */
export const stateFoldersNamed = (surroundings: Surroundings, name: string): readonly string[] => [
  ...new Set(
    [configFolder(surroundings), stateFolder(surroundings)].flatMap((folder) =>
      folder === undefined ? [] : [join(folder, name)],
    ),
  ),
];
