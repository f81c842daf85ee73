/** The folder of trivet's own files; it is never the working directory. */
import { isAbsolute, join } from 'node:path';
import { localError } from './error.ts';
import type { Surroundings } from './surroundings.ts';
import { setting } from './environment.ts';

/** TRIVET_CONFIG_DIR, XDG's folder, or `~/.config/trivet` (`%APPDATA%\trivet`); undefined without a home folder. */
export const configFolder = (surroundings: Surroundings): string | undefined => {
  const { env, platform } = surroundings;
  const chosen = setting(env, 'TRIVET_CONFIG_DIR');
  if (chosen !== undefined) {
    if (!isAbsolute(chosen.value)) throw localError('TRIVET_CONFIG_DIR is not an absolute path');
    return chosen.value;
  }
  if (platform === 'win32') {
    const roaming = env['APPDATA'];
    if (roaming !== undefined && roaming !== '') return join(roaming, 'trivet');
    const { home } = surroundings;
    return home === undefined ? undefined : join(home, 'AppData', 'Roaming', 'trivet');
  }
  const xdg = env['XDG_CONFIG_HOME'];
  if (xdg !== undefined && isAbsolute(xdg)) return join(xdg, 'trivet');
  const { home } = surroundings;
  return home === undefined || !isAbsolute(home) ? undefined : join(home, '.config', 'trivet');
};
