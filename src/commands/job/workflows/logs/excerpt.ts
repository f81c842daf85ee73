import { TrivetError } from '../../../../system/error.ts';
import type { Session } from '../../../../run/session/session.ts';
import type { SeenAllocation } from '../wait/observed.ts';
import { chosenTask } from './choose.ts';
import { knownSecrets } from './known-secrets.ts';
import { LogLines } from './lines.ts';
import { LogStream } from './log-stream.ts';
import { lastLines } from './tail.ts';

/** `lines` is empty if nothing was written; `problem` says why it is unknown. */
export interface LogExcerpt {
  readonly allocation: string;
  readonly task: string;
  readonly stream: 'stderr' | 'stdout';
  readonly lines: readonly string[];
  readonly problem: string | undefined;
}

const linesOf = async (
  session: Session,
  allocation: SeenAllocation,
  task: string,
  type: LogExcerpt['stream'],
  count: number,
): Promise<readonly string[]> => {
  const lines: string[] = [];
  const shown = new LogLines({
    prefix: '',
    secrets: await knownSecrets(session),
    terminal: true,
    write: (text) => {
      lines.push(String(text).trimEnd());
      return Promise.resolve();
    },
  });
  const stream = new LogStream(session, { allocation, task, type });
  await shown.write(await lastLines(count, (bytes) => stream.again(bytes, session.signal)));
  await shown.flush();
  return lines.flatMap((text) => text.split('\n')).slice(-count);
};

/** The end of standard error, else of standard output. Undefined before a task started. */
export const logExcerpt = async (
  session: Session,
  one: SeenAllocation,
  count: number,
): Promise<LogExcerpt | undefined> => {
  const task = chosenTask(one, undefined);
  if (task === undefined) return undefined;
  const found = { allocation: one.id, task };
  try {
    const errors = await linesOf(session, one, task, 'stderr', count);
    if (errors.length > 0) return { ...found, stream: 'stderr', lines: errors, problem: undefined };
    const lines = await linesOf(session, one, task, 'stdout', count);
    return { ...found, stream: 'stdout', lines, problem: undefined };
  } catch (error) {
    if (!(error instanceof TrivetError)) throw error;
    return { ...found, stream: 'stderr', lines: [], problem: error.message };
  }
};
