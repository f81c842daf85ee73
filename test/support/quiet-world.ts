/** A world without a terminal, for the library: its streams lead nowhere. */
import { PassThrough } from 'node:stream';
import type { World } from '../../src/system/world.ts';

export const quietWorld = (env: World['env'], home: string): World => ({
  env: { TRIVET_CONFIG_DIR: `${home}/config`, ...env },
  home,
  platform: process.platform,
  cwd: home,
  uid: process.getuid?.(),
  stdin: new PassThrough().end(),
  stdout: new PassThrough().resume(),
  stderr: new PassThrough().resume(),
  now: () => Date.now(),
  monotonic: () => performance.now(),
  onSignal: () => () => undefined,
});
