import { isAbsolute, join } from 'node:path';
import { localError } from './error.ts';
import type { Surroundings } from './surroundings.ts';
import { configFolder } from './config-folder.ts';
import { setting } from './environment.ts';

export const stateFolder = (surroundings: Surroundings): string | undefined => {
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

/** The folder of earlier versions comes first; it is read, but nothing new is written to it. */
export const stateFoldersNamed = (surroundings: Surroundings, name: string): readonly string[] => [
  ...new Set(
    [configFolder(surroundings), stateFolder(surroundings)].flatMap((folder) =>
      folder === undefined ? [] : [join(folder, name)],
    ),
  ),
];
