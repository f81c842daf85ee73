/** Tells the causes of a 409 apart, waits for the temporary one, and never forces. */
import type { safeDelete, safeDeleteByName } from '../operations/delete.ts';
import type { Session } from '../../../run/session/session.ts';
import { shellWord } from '../../../catalogue/text/shell-words.ts';
import { singleWith } from '../../../run/single/single.ts';
import { waitingWith } from '../../../run/single/waiting.ts';
import type { WaitInput } from '../../../run/single/waiting.ts';
import type { OperationContext } from '../../../run/single/workflow.ts';
import { suggest } from '../../../run/suggest.ts';

const beingProcessed = /being processed|try again later/i;

/** `workspace` holds what was typed. */
type Addressed = WaitInput & { readonly workspace?: string | undefined };

const hintFor = (server: string, session: Session, workspace: string): string => {
  if (beingProcessed.test(server))
    return 'The state is still being processed: repeat the command with --wait.';
  return /lock/i.test(server)
    ? `The workspace is locked. See by whom: ${suggest(session, `workspace show ${shellWord(workspace)} --include locked_by`)}`
    : 'The workspace still manages resources: destroy them first. trivet workspace force-delete does not check this.';
};

export default singleWith<OperationContext<typeof safeDelete | typeof safeDeleteByName, Addressed>>({
  waiting: ({ input, spoken }) =>
    waitingWith(input, {
      pause: 2000,
      passing: (error) => error.code === 'conflict' && beingProcessed.test(error.details.server ?? ''),
      what: `the state of ${spoken.workspace ?? ''} is being processed`,
    }),
  explain: (error, { session, spoken }) => {
    if (error.code !== 'conflict') return error;
    const hint = hintFor(error.details.server ?? '', session, spoken.workspace ?? '');
    return error.with({ details: { hint } });
  },
});
