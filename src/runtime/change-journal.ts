/** The journal of a change of many objects, which trivet names itself: where it is, and what is said of it. */
import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { localError } from '../model/error.ts';
import { configFolder } from '../profiles/config-folder.ts';
import { makeFolder } from '../profiles/make-folder.ts';
import { shellWord } from '../services/context.ts';
import type { Session } from './session.ts';
import type { World } from './world.ts';

interface ChangeJournal {
  readonly path: string;
  /** The path at the start of a run: a run that is killed says nothing more. */
  announce(): void;
  /** The command that goes on. */
  sayHowToGoOn(): void;
  /** Everything is done. */
  remove(): Promise<void>;
}

const newPath = (what: string, world: World): string => {
  const folder = configFolder(world);
  if (folder === undefined) {
    throw localError('there is no folder for the journal', 'Set HOME or TRIVET_CONFIG_DIR.');
  }
  const journals = join(folder, 'journals');
  makeFolder(journals);
  const time = new Date(world.now()).toISOString().replaceAll(/[:.]/g, '-');
  const name = `${what.replaceAll(' ', '-')}-${time}-${randomBytes(4).toString('hex')}.journal`;
  return join(journals, name);
};

/**
 * @param what the words of the command: `workspace lock`
 * @param again the command that goes on with it, as a shell takes it, without `--resume`
 * @param resumed the journal of an earlier run
 * @throws TrivetError local, when there is no folder for a new one
 */
export const changeJournal = (
  { reporter, world }: Session,
  what: string,
  again: string,
  resumed: string | undefined,
): ChangeJournal => {
  const path = resumed ?? newPath(what, world);
  return {
    path,
    announce: () => {
      if (resumed === undefined) reporter.note(`Journal: ${path}`);
    },
    sayHowToGoOn: () => reporter.note(`To go on: trivet ${again} --resume ${shellWord(path)}`),
    remove: () => rm(path, { force: true }),
  };
};

/** `11 done, 4 failed, 2 not started`. */
export const tallyText = (counts: {
  readonly done: number;
  readonly failed: number;
  /** More of the failures. */
  readonly how?: string | undefined;
  readonly skipped?: number;
  readonly left: number;
}): string => {
  const { done, failed, how, skipped = 0, left } = counts;
  return [
    `${done} done`,
    `${failed} failed${how === undefined ? '' : ` (${how})`}`,
    ...(skipped > 0 ? [`${skipped} already done`] : []),
    ...(left > 0 ? [`${left} not started`] : []),
  ].join(', ');
};
