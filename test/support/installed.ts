/** The program as installed: the one built for the tests, called `trivet` on PATH. */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { launcher } from './program.ts';

export interface Installed {
  /** A folder that holds only `trivet`; put it first in PATH. */
  readonly bin: string;
  /** An empty working directory. */
  readonly cwd: string;
  /** The environment of a shell that configures no server: PATH, HOME and the like. */
  readonly env: Readonly<Record<string, string>>;
  remove(): void;
}

export const install = (program = launcher): Installed => {
  const folder = mkdtempSync(join(tmpdir(), 'trivet-installed-'));
  const bin = join(folder, 'bin');
  const cwd = join(folder, 'work');
  for (const one of [bin, cwd, join(folder, 'home')]) mkdirSync(one);
  symlinkSync(program, join(bin, 'trivet'));
  return {
    bin,
    cwd,
    env: {
      PATH: `${bin}${delimiter}${process.env['PATH'] ?? ''}`,
      HOME: join(folder, 'home'),
      TMPDIR: tmpdir(),
      LANG: 'C.UTF-8',
      TRIVET_CONFIG_DIR: join(folder, 'config'),
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
};
