/** An `Io` without a terminal, for the library: its streams lead nowhere. */
import { PassThrough } from 'node:stream';
import type { Io } from '../../src/system/io.ts';

export const quietIo = (env: Io['env'], home: string): Io => ({
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
