/** The folder for what trivet keeps of its own work, and could not read again from a server. */
import { isAbsolute, join } from 'node:path';
import { localError } from '../model/error.ts';
import type { Surroundings } from '../world/surroundings.ts';
import { setting } from './environment.ts';

/**
 * TRIVET_STATE_DIR, else next to the profiles of TRIVET_CONFIG_DIR, else XDG's folder; undefined without a home folder.
 */
export const stateFolder = ({ env, home, platform }: Surroundings): string | undefined => {
  const chosen = setting(env, 'TRIVET_STATE_DIR');
  if (chosen !== undefined) {
    if (!isAbsolute(chosen.value)) throw localError('TRIVET_STATE_DIR is not an absolute path');
    return chosen.value;
  }
  const config = env['TRIVET_CONFIG_DIR'];
  if (config !== undefined && config !== '') return isAbsolute(config) ? join(config, 'state') : undefined;
  if (platform === 'win32') {
    const local = env['LOCALAPPDATA'];
    return local === undefined || local === '' ? undefined : join(local, 'trivet', 'state');
  }
  const xdg = env['XDG_STATE_HOME'];
  if (xdg !== undefined && isAbsolute(xdg)) return join(xdg, 'trivet');
  return home === undefined || !isAbsolute(home) ? undefined : join(home, '.local', 'state', 'trivet');
};
