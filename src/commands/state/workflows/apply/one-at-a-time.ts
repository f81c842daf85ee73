/** One apply at a time, for all processes of a user on this machine. */
import { limits } from '../../../../system/limits.ts';
import { join } from 'node:path';
import { Exit, TrivetError } from '../../../../system/error.ts';
import { withLock } from '../../../../system/lock-file.ts';
import { makeFolder } from '../../../../system/make-folder.ts';
import type { Session } from '../../../../run/session/session.ts';
import { stateFolder } from '../../../../system/state-folder.ts';
import type { Wanted } from '../files/wanted.ts';
import { sha256 } from '../../../../system/values/sha256.ts';

class Held extends Error {}

/** Holds off other applies to these servers. */
export const oneAtATime = async <T>(
  session: Session,
  wanted: readonly Wanted[],
  work: () => Promise<T>,
): Promise<T> => {
  const folder = stateFolder(session.io);
  if (folder === undefined) return work();
  const servers = new Set<string>();
  for (const { session: one, object } of wanted)
    servers.add((await one.endpoint(object.kind.service)).baseUrl);
  const locks = join(folder, 'locks');
  makeFolder(locks);
  // One order of locks prevents a deadlock.
  const paths = [...servers].sort().map((server) => join(locks, `apply-${sha256(server).slice(0, 16)}.lock`));
  const holding = (index: number): Promise<T> => {
    const path = paths[index];
    if (path === undefined) return work();
    return withLock(path, () => holding(index + 1), { wait: 0, refusal: () => new Held() }).catch(
      (error: unknown) => {
        if (!(error instanceof Held)) throw error;
        session.reporter.note('another apply to this server runs on this machine: waiting for its end');
        return withLock(path, () => holding(index + 1), {
          wait: limits.applyLock,
          refusal: () =>
            new TrivetError('conflict', Exit.conflict, 'another apply to this server did not end', {
              effect: 'not-sent',
              hint: `If no other trivet runs, remove ${path}.`,
            }),
        });
      },
    );
  };
  return holding(0);
};
