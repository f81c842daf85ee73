import type { Session } from '../../../../run/session/session.ts';
import type { Waited, WaitFor } from './follow.ts';
import { waitForJob } from './follow.ts';

export const waitForAll = async (
  session: Session,
  wanted: readonly WaitFor[],
): Promise<readonly (readonly [WaitFor, Waited])[]> => {
  const { reporter } = session;
  const busy = reporter.busy(`Waiting for ${wanted.map(({ place }) => place.job_id).join(', ')}`);
  const tell = (text: string): void => {
    if (!busy.say(text)) reporter.note(text);
  };
  try {
    return await Promise.all(
      wanted.map(
        async (one) =>
          [one, await waitForJob(session, one, (text) => tell(`${one.place.job_id}: ${text}`))] as const,
      ),
    );
  } finally {
    busy.end();
  }
};
