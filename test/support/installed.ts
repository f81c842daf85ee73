/** The program as it is installed: bundled to plain JavaScript, with a launcher called `trivet` on PATH. */
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { bundle } from '../unit/bundled-script.ts';

export interface Installed {
  /** A folder that holds nothing but `trivet`; put it first in PATH. */
  readonly bin: string;
  /** An empty folder to run in. */
  readonly cwd: string;
  /** Of a shell that knows no server: PATH, HOME and the like. */
  readonly env: Readonly<Record<string, string>>;
  remove(): void;
}

export const install = async (): Promise<Installed> => {
  const folder = mkdtempSync(join(tmpdir(), 'trivet-installed-'));
  const program = await bundle(`import { start } from 'ROOT/src/entry.ts';\nawait start(process);\n`, folder);
  const bin = join(folder, 'bin');
  const cwd = join(folder, 'work');
  for (const one of [bin, cwd, join(folder, 'home')]) mkdirSync(one);
  const launcher = join(bin, 'trivet');
  writeFileSync(launcher, `#!/bin/sh\nexec '${process.execPath}' '${program}' "$@"\n`);
  chmodSync(launcher, 0o755);
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
