/** The one request of a command and its reply, with hooks for what some commands do around it. */
import { TrivetError } from '../model/error.ts';
import type { Resets } from '../model/operation.ts';
import type { InputRecord } from '../model/parameter.ts';
import { pagesOf } from '../runtime/pages.ts';
import { failOnWarning } from '../runtime/presenter.ts';
import type { Outcome } from '../runtime/session.ts';
import { showOutcome } from './reply.ts';
import type { Waiting } from './waiting.ts';
import type { OperationContext } from './workflow.ts';

/** What is sent in place of what was given. */
type Replacement<In extends InputRecord> = Partial<
  Pick<OperationContext<In>, 'operation' | 'input' | 'options'>
>;

/** In the order in which they are called. All but `before` see what is sent, and not what was given. */
interface Hooks<In extends InputRecord> {
  /** Checks, asks and merges before the request. */
  readonly before?: (
    context: OperationContext<In>,
  ) => Replacement<In> | void | Promise<Replacement<In> | void>;
  /** How a refusal that passes by itself is waited out; undefined: it is not. */
  readonly waiting?: (context: OperationContext<In>) => Waiting | undefined;
  /** A failure that says more, or the outcome that stands for it. */
  readonly explain?: (
    error: TrivetError,
    context: OperationContext<In>,
  ) => TrivetError | Outcome | Promise<TrivetError | Outcome>;
  /** The outcome that counts, before it is shown: reads what the reply lacks, or refuses it. */
  readonly settle?: (outcome: Outcome, context: OperationContext<In>) => Outcome | Promise<Outcome>;
  /** The sentence of the change where it is not the one of the operation. */
  readonly done?: string;
  /** Shows the warnings and the reply; without it as the operation's view says. */
  readonly show?: (outcome: Outcome, context: OperationContext<In>) => Promise<void>;
  /** Says what there is to know beside the reply. */
  readonly after?: (outcome: Outcome, context: OperationContext<In>) => void | Promise<void>;
}

/** Asks about what a write would reset, and gives what goes along; loaded only for the writes that reset something. */
const heed = async (context: OperationContext, resets: Resets): Promise<InputRecord> =>
  (await import('./resets.ts')).heedResets(context, resets);

/** What is sent, where `before` or a reset changes what was given. */
const replaced = async <In extends InputRecord>(
  given: OperationContext<In>,
  { before }: Hooks<In>,
): Promise<OperationContext<In>> => {
  const sending = before === undefined ? undefined : await before(given);
  const { resets } = given.operation;
  const carried = resets === undefined ? undefined : await heed(given, resets);
  if (sending === undefined && carried === undefined) return given;
  return { ...given, ...sending, input: { ...(sending?.input ?? given.input), ...carried } };
};

/** A workflow of one request with hooks around it; a list goes page by page, with `before` alone. */
export const singleWith =
  <In extends InputRecord = InputRecord>(hooks: Hooks<In>) =>
  async (given: OperationContext<In>): Promise<number> => {
    const context =
      hooks.before === undefined && given.operation.resets === undefined
        ? given
        : await replaced(given, hooks);
    const { session, presenter, operation, input, options } = context;
    if (operation.pagination !== undefined) {
      const { limit } = input;
      const items = typeof limit === 'number' ? limit : undefined;
      await presenter.showPages(pagesOf(session, operation, input), operation.view, items);
      return 0;
    }
    const attempt = async (): Promise<Outcome> => {
      try {
        return await session.call(operation, input, options);
      } catch (error) {
        if (hooks.explain === undefined || !(error instanceof TrivetError)) throw error;
        const said = await hooks.explain(error, context);
        if (said instanceof TrivetError) throw said;
        return said;
      }
    };
    const waiting = hooks.waiting?.(context);
    const reply =
      waiting === undefined
        ? await attempt()
        : await (await import('./waiting.ts')).waitUntilDone(session, attempt, waiting);
    const outcome = hooks.settle === undefined ? reply : await hooks.settle(reply, context);
    if (operation.waits !== undefined && input['wait'] === true) {
      const { waitAfter } = await import('./job/wait/after-change.ts');
      return waitAfter(context, outcome, hooks.done);
    }
    await (hooks.show === undefined
      ? showOutcome(context, outcome, hooks.done)
      : hooks.show(outcome, context));
    if (hooks.after !== undefined) await hooks.after(outcome, context);
    failOnWarning(session);
    return 0;
  };

export const single = singleWith({});
