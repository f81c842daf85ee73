/** Data that trivet can read again. Completion scripts compute the same path. */
import { isAbsolute, join } from 'node:path';
import type { Surroundings } from './surroundings.ts';

export const cacheFolder = ({ env, home, platform }: Surroundings): string | undefined => {
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
