/** Safe delete: tells the causes of a 409 apart, waits for the passing one, never falls back to force. */
import { singleWith } from '../single.ts';
import { waitingWith } from '../waiting.ts';
import type { WaitInput } from '../waiting.ts';

const beingProcessed = /being processed|try again later/i;

/** By ID or by name: what was typed stands in `workspace`. */
type Addressed = WaitInput & { readonly workspace?: string | undefined };

const hintFor = (server: string, workspace: string): string => {
  if (beingProcessed.test(server)) return 'The state is still being processed: repeat with --wait.';
  return /lock/i.test(server)
    ? `It is locked: trivet workspace show ${workspace} --include locked_by, then unlock it.`
    : 'It still manages resources: destroy them first. trivet workspace force-delete does not check them.';
};

export default singleWith<Addressed>({
  waiting: ({ input, spoken }) =>
    waitingWith(input, {
      pause: 2000,
      passing: (error) => error.code === 'conflict' && beingProcessed.test(error.details.server ?? ''),
      what: `the state of ${spoken.workspace ?? ''} is being processed`,
    }),
  explain: (error, { spoken }) => {
    if (error.code !== 'conflict') return error;
    const hint = hintFor(error.details.server ?? '', spoken.workspace ?? '');
    return error.with({ details: { hint } });
  },
});
