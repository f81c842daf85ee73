import { routeFor } from '../../cli/route.ts';
import { readWords } from '../../cli/read-words.ts';
import { createRun } from '../../run/create-run.ts';
import { itemWords, withoutRepeated } from '../../run/given-globals.ts';
import { Exit, localError, usageError } from '../../system/error.ts';
import type { Session } from '../../run/session/session.ts';
import type { Receipt } from '../../run/log/read.ts';
import { missingSteps } from '../../run/log/read.ts';
import { resultOf } from '../../run/log/change-log.ts';
import { finishing } from '../../run/log/shown.ts';
import { receiptInReach } from '../../run/plan/receipts-in-reach.ts';
import { settleByFiles } from '../../run/plan/settle-by-files.ts';
import { notContinued, notContinuedAs } from '../../run/log/journal.ts';
import { shellWord } from '../../catalogue/text/shell-words.ts';
import { readFailure } from '../../system/system-error.ts';
import { version } from '../../version.ts';
import type { Workflow } from '../../run/single/workflow.ts';
import { invokeAny } from '../../run/invocation/invoke-any.ts';
import { labelOf } from '../../run/plan/named.ts';

type ContinueInput = Readonly<{ id?: string | undefined; 'retry-unknown'?: boolean | undefined }>;

/** @throws TrivetError usage or local, if nothing is left, or the receipt does not say how */
const wordsOf = (receipt: Receipt, more: readonly string[]): readonly string[] => {
  const { id, journal, words, state, command } = receipt;
  const back = receipt.changes.filter(({ undone }) => undone !== undefined).length;
  if (state === 'done' && back > 0 && receipt.items !== undefined) throw notContinued(back);
  if (receipt.closed !== undefined) throw notContinuedAs(receipt.closed);
  const missing = missingSteps(receipt);
  if (state !== 'open' && missing.length > 0)
    throw usageError(`${command} cannot be continued: it was cut off between two changes`, missing.join(' '));
  if (state !== 'open')
    throw usageError(
      `receipt ${id} has nothing left to do`,
      receipt.failed > 0 ? 'To make a change that was not made, give its command again.' : undefined,
    );
  if (receipt.undoes !== undefined)
    throw usageError(
      'an undo is not continued, but given again',
      `It looks at each object first, and settles what this one left: ${finishing(receipt) ?? ''}`,
    );
  if (journal === undefined) {
    const unknown = receipt.changes.filter((change) => resultOf(change.state) === 'unknown');
    const labels = unknown.map((change) => labelOf(receipt, change));
    const what = labels.length === 1 ? (labels[0] ?? '') : 'ITEM';
    throw usageError(
      `${command} cannot be continued: the outcome of ${labels.length > 1 ? `changes ${labels.join(', ')}` : 'its change'} is unknown`,
      `Look at it, then record what you found: trivet changes settle ${id} ${what} done|retry`,
    );
  }
  if (words === undefined)
    throw localError(
      `the receipt ${id} does not hold the flags of ${command}: a secret could be among them, or an earlier trivet wrote it`,
      `Give the command with its flags, and: --resume ${shellWord(journal)}`,
    );
  // This run has its own output and answers, and its flags replace earlier ones.
  const kept = withoutRepeated(words, ['--output', '--yes', '--confirm-profile', ...more]);
  const resumes = kept.includes('--resume') ? [] : ['--resume', journal];
  const end = kept.includes('--') ? kept.indexOf('--') : kept.length;
  return [...kept.slice(0, end), ...resumes, ...more, ...kept.slice(end)];
};

/** The words, and maybe a check, name files from that folder. */
const enterFolder = ({ id, folder, journal = '' }: Receipt, { io, reporter }: Session): void => {
  if (folder === undefined || folder === io.cwd) return;
  if (io.enter === undefined)
    throw usageError(
      `the run of receipt ${id} was started in ${folder}, and its files are named from there`,
      `Continue it there: cd ${shellWord(folder)} && trivet changes continue ${id}`,
    );
  try {
    io.enter(folder);
  } catch (error) {
    throw localError(
      `the folder ${folder}, in which the run of receipt ${id} was started, ${readFailure(error)}`,
      `Give its command in another folder, with its flags, and: --resume ${shellWord(journal)}`,
      error,
    ).with({ details: { effect: 'not-sent' } });
  }
  reporter.note(`Continuing in ${folder}, where it was started`);
};

const run: Workflow<ContinueInput> = async ({ session, command, input }) => {
  const { program, io, globals } = session;
  const found = await receiptInReach(session, input.id ?? '');
  const receipt = await settleByFiles(session, found, command.path);
  if (receipt !== found && receipt.state !== 'open') return Exit.ok;
  const more = [
    ...(input['retry-unknown'] === true ? ['--retry-unknown'] : []),
    ...(globals.output === undefined ? [] : [`--output=${globals.output}`]),
    ...itemWords(globals, io.cwd),
  ];
  const words = wordsOf(receipt, more);
  enterFolder(receipt, session);
  const invocation = {
    ...(await readWords(program, await routeFor(program.catalogue, words), io)),
    words,
  };
  const parts = await createRun({ program, io, globals: invocation.given.globals, version });
  try {
    const { exit, error } = await invokeAny(invocation, { parts, checked: false, inside: false });
    if (error !== undefined) throw error;
    return exit;
  } finally {
    await parts.session.reporter.flush();
    await parts.close();
  }
};

export default run;
