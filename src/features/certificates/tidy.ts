import { serverText, wordOf } from '../../catalogue/text/server-text.ts';
import { Deadline } from '../../system/deadline.ts';
import { until } from '../../system/until.ts';
import type { Next } from '../../system/until.ts';
import type { Json } from '../../documents/json/json.ts';
import { own, textAt } from '../../documents/json/json.ts';
import { Exit, TrivetError } from '../../system/error.ts';
import type { tidy } from '../../commands/pki/operations/tidy.ts';
import { tidyStatus } from '../../commands/pki/operations/tidy.ts';
import { failOnWarning } from '../../run/presenter/presenter.ts';
import type { Busy } from '../../run/reporter.ts';
import type { CallOptions } from '../../run/session/session.ts';
import type { Outcome } from '../../run/session/outcome.ts';
import { fillText } from '../../services/context.ts';
import { secrets } from '../../services/secrets/adapter.ts';
import { mountOf } from './existing-ca.ts';
import type { OperationContext } from '../../run/single/workflow.ts';
import { waitLimit } from '../../run/single/waiting.ts';
import type { WaitInput } from '../../run/single/waiting.ts';
import { suggest } from '../../run/suggest.ts';

type TidyContext = OperationContext<typeof tidy, WaitInput>;

const between = 500;
/** Milliseconds, if less of the wait is left. */
const shortestRead = 1000;
/** Reads that may still show the previous tidy: with whole seconds both can have one start. */
const patience = 6;

/** Real servers report success as a warning. */
const started = /successfully started/i;
const nothingSelected = /no tidy operations were set/i;

interface Status {
  readonly outcome: Outcome;
  readonly data: Json | undefined;
  readonly state: string;
}

const statusOf = async (
  { session }: OperationContext,
  mount: string,
  options: CallOptions = {},
): Promise<Status> => {
  const outcome = await session.lookUp(tidyStatus, { mount }, options);
  const data = own(outcome.document, 'data');
  return { outcome, data, state: textAt(data, 'state') ?? 'Inactive' };
};

export const progressOf = (
  message: string,
): { readonly text: string; readonly done?: number; readonly total?: number } => {
  const counted = /^(.*?): checking (?:entry|certificate) (\d+) of (\d+)$/.exec(message);
  return counted === null
    ? { text: message }
    : { text: counted[1] ?? '', done: Number(counted[2]), total: Number(counted[3]) };
};

const showProgress = (busy: Busy, { data, state }: Status): void => {
  const { text, done, total } = progressOf(textAt(data, 'message') ?? state);
  busy.say(serverText(text));
  if (done !== undefined && total !== undefined) busy.update(done, total);
};

const sameRun = (now: Status, before: Status): boolean =>
  own(now.data, 'time_started') === own(before.data, 'time_started');

const timedOut = ({ session, input }: TidyContext, mount: string, state: string): TrivetError =>
  new TrivetError('deadline', Exit.deadline, `the tidy of ${mount} was started ${state}`, {
    hint: 'The tidy continues without trivet. Wait longer with --wait-timeout.',
    lookUp: suggest(session, 'pki tidy-status', { mount: input.mount }),
  });

const followed = async (context: TidyContext, mount: string, before: Status): Promise<Status> => {
  const { session, input } = context;
  const deadline = new Deadline(waitLimit(input), () => session.io.monotonic());
  const busy = session.reporter.busy(`Tidying ${mount}`);
  let looks = 0;
  let seenRunning = before.state === 'Running';
  let last = before;
  const read = (): Promise<Status> => {
    const timeout = Math.min(session.globals.timeout ?? Infinity, Math.max(deadline.left(), shortestRead));
    return statusOf(context, mount, { timeout }).catch((error: unknown) => {
      const isOver = error instanceof TrivetError && deadline.passed();
      throw isOver ? timedOut(context, mount, 'and the server did not reply in time') : error;
    });
  };
  try {
    const ended = await until({
      read,
      judge: (status): Next<Status> => {
        last = status;
        looks += 1;
        showProgress(busy, status);
        if (status.state === 'Running' || status.state === 'Cancelling') seenRunning = true;
        else if (seenRunning || !sameRun(status, before) || looks > patience) return { done: status };
        return { again: between };
      },
      deadline,
      signal: session.signal,
    });
    if (ended.is === 'done') return ended.value;
    if (ended.is === 'late') throw timedOut(context, mount, 'and is still running');
    session.reporter.note(
      `the tidy of ${mount} continues: ${suggest(session, 'pki tidy-status', { mount: input.mount })}`,
    );
    return last;
  } finally {
    busy.end();
  }
};

const say = ({ session }: OperationContext, texts: readonly string[]): void => {
  for (const text of texts) {
    if (started.test(text)) session.reporter.note(`server: ${serverText(text)}`);
    else session.reporter.warn(text, text);
  }
};

export default async (context: TidyContext): Promise<number> => {
  const { session, presenter, operation, input, spoken, options } = context;
  const mount = mountOf(spoken);
  const waits = input.wait === true;
  const selected =
    input.tidy_cert_store === true ||
    input.tidy_revoked_certs === true ||
    options.base !== undefined ||
    (options.extra ?? []).length > 0;
  const { dryRun, curl } = session.globals;
  const before = waits && !dryRun && !curl ? await statusOf(context, mount) : undefined;
  const outcome = await session.call(operation, input, options);
  const warnings = secrets.readWarnings(outcome.document);
  say(context, warnings);
  if (!selected && !warnings.some((text) => nothingSelected.test(text))) {
    session.reporter.warn('nothing was selected: give --tidy-cert-store or --tidy-revoked-certs');
  }
  if (before === undefined || !selected) {
    await presenter.show(outcome);
    if (warnings.length === 0) session.reporter.note(fillText('tidy of {mount} started', outcome.input));
    failOnWarning(session);
    return 0;
  }
  const status = await followed(context, mount, before);
  await presenter.show(status.outcome);
  if (session.signal.aborted) return 0;
  if (status.state !== 'Finished') {
    const error = textAt(status.data, 'error');
    throw new TrivetError(
      'tidy-failed',
      Exit.failed,
      `the tidy of ${mount} ended as ${wordOf(status.state)}`,
      {
        server: error,
        hint: `Certificates that it removed stay removed. Start it again: ${suggest(session, 'pki tidy', { mount: input.mount })}`,
      },
    );
  }
  failOnWarning(session);
  return 0;
};
