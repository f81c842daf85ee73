/** How far a wait is: in the line of the spinner on a terminal, a line for each step elsewhere. */
import { saysJson } from '../../../render/formats.ts';
import { startProgress } from '../../../render/progress.ts';
import type { Session } from '../../../runtime/session.ts';
import type { Waited, WaitFor } from './follow.ts';
import { waitForJob } from './follow.ts';

/** Waits for all of them at once. */
export const waitForAll = async (
  session: Session,
  wanted: readonly WaitFor[],
): Promise<readonly (readonly [WaitFor, Waited])[]> => {
  const { globals, reporter, world } = session;
  const drawn =
    world.stderr.isTTY === true &&
    !globals.quiet &&
    !saysJson(globals.output) &&
    world.env['TERM'] !== 'dumb';
  const progress = startProgress({
    stream: world.stderr,
    isTTY: drawn,
    text: `Waiting for ${wanted.map(({ place }) => place.job_id).join(', ')}`,
    color: globals.color !== 'never',
  });
  const tell = (text: string): void => {
    if (progress.visible()) progress.text(text);
    else reporter.note(text);
  };
  try {
    return await Promise.all(
      wanted.map(
        async (one) =>
          [one, await waitForJob(session, one, (text) => tell(`${one.place.job_id}: ${text}`))] as const,
      ),
    );
  } finally {
    progress.stop();
  }
};
