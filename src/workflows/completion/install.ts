/** Writes a completion script where its shell looks for it, and says so. Changes no start file. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { localError } from '../../model/error.ts';
import { makeFolder } from '../../profiles/make-folder.ts';
import { readPackageFile } from '../../runtime/package-file.ts';
import { writeSafely } from '../../runtime/safe-file.ts';
import { loginShell, scriptPlaceOf, scriptFile } from './shells.ts';
import type { OfShell } from './shells.ts';
import type { Workflow } from '../workflow.ts';

/** A file that somebody else wrote is not ours to replace. */
const refuseForeign = (path: string): void => {
  if (!existsSync(path)) return;
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw localError(`${path} is there and cannot be read`, undefined, error);
  }
  if (/^# trivet completion for /m.test(text.slice(0, 400))) return;
  throw localError(
    `${path} is there and is not a script of trivet`,
    'Move it away, or print the script: trivet completion SHELL.',
  );
};

const run: Workflow<OfShell> = async ({ session, input }) => {
  const { world, reporter, globals } = session;
  const shell = input.shell ?? loginShell(world);
  const script = readPackageFile(scriptFile(shell));
  const { folder, file, next } = scriptPlaceOf(shell, world);
  const path = join(folder, file);
  refuseForeign(path);
  if (globals.dryRun) {
    reporter.note(`would write ${path} (${Buffer.byteLength(script)} bytes)`);
  } else {
    makeFolder(folder, 0o777);
    await writeSafely(path, Buffer.from(script), { mode: 0o644 });
    reporter.note(`wrote ${path}`);
  }
  if (next !== undefined) reporter.note(next);
  return 0;
};

export default run;
