/** The one request of a command and its reply, with hooks for what some commands do around it. */
import { TrivetError } from '../../system/error.ts';
import type { Resets } from '../../catalogue/operation.ts';
import type { InputRecord } from '../../catalogue/parameter.ts';
import { pagesOf } from '../lists/pages.ts';
import { failOnWarning } from '../presenter/presenter.ts';
import type { Outcome } from '../session/outcome.ts';
import { showOutcome } from './reply.ts';
import type { Waiting } from './waiting.ts';
import type { OperationContext } from './workflow.ts';

/** What is sent in place of what was given. */
type Replacement<Context extends OperationContext> = Partial<
  Pick<Context, 'operation' | 'input' | 'options'>
>;

/** In the order of the calls. All but `before` see the input that is sent, not the given one. */
interface Hooks<Context extends OperationContext> {
  /** Checks, asks and merges before the request. */
  readonly before?: (context: Context) => Replacement<Context> | void | Promise<Replacement<Context> | void>;
  /** How to wait out a temporary refusal; undefined: not at all. */
  readonly waiting?: (context: Context) => Waiting | undefined;
  /** Throws a more helpful failure, or returns an outcome in its place. */
  readonly explain?: (
    error: TrivetError,
    context: Context,
  ) => TrivetError | Outcome | Promise<TrivetError | Outcome>;
  /** Completes the outcome before it is shown: reads what the reply lacks, or refuses it. */
  readonly settle?: (outcome: Outcome, context: Context) => Outcome | Promise<Outcome>;
  /** The sentence of the change, where it is not that of the operation. */
  readonly done?: string;
  /** Shows the warnings and the reply; the default follows the operation's view. */
  readonly show?: (outcome: Outcome, context: Context) => Promise<void>;
  /** Writes notes about the reply. */
  readonly after?: (outcome: Outcome, context: Context) => void | Promise<void>;
}

/** Waits for what a change started; the sentence is that of the operation unless given. */
export type WaitAfter = (context: OperationContext, outcome: Outcome, done?: string) => Promise<number>;

/** The input with changes: unlike with a spread, a key that it does not have does not compile. */
export const changed = <In extends InputRecord>(input: In, changes: Partial<NoInfer<In>>): In => ({
  ...input,
  ...changes,
});

const carriedBy = async (context: OperationContext, resets: Resets): Promise<InputRecord> =>
  (await import('./resets.ts')).carriedBy(context, resets);

/** The input that is sent, where `before` or a reset changed the given one. */
const replaced = async <Context extends OperationContext>(
  given: Context,
  { before }: Hooks<Context>,
): Promise<Context> => {
  const sending = before === undefined ? undefined : await before(given);
  const { resets } = given.operation;
  const carried = resets?.carried === true ? await carriedBy(given, resets) : undefined;
  if (sending === undefined && carried === undefined) return given;
  return { ...given, ...sending, input: { ...(sending?.input ?? given.input), ...carried } };
};

/** The outcome of a call, or what the hook makes of its failure. */
const explained = async (
  call: () => Promise<Outcome>,
  explain: (error: TrivetError) => TrivetError | Outcome | Promise<TrivetError | Outcome>,
): Promise<Outcome> => {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof TrivetError)) throw error;
    const said = await explain(error);
    if (said instanceof TrivetError) throw said;
    return said;
  }
};

/** A workflow of one request with hooks around it; a list goes page by page, with only `before`. */
export const singleWith =
  <Context extends OperationContext = OperationContext>(hooks: Hooks<Context>) =>
  async (given: Context): Promise<number> => {
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
    const call = (): Promise<Outcome> => session.call(operation, input, options);
    const { explain } = hooks;
    const attempt = explain === undefined ? call : () => explained(call, (error) => explain(error, context));
    const waiting = hooks.waiting?.(context);
    const reply =
      waiting === undefined
        ? await attempt()
        : await (await import('./waiting.ts')).waitUntilDone(session, attempt, waiting);
    const outcome = hooks.settle === undefined ? reply : await hooks.settle(reply, context);
    if (operation.waits !== undefined && input['wait'] === true) {
      // The catalogue forgets which context it takes.
      const follow = (await operation.waits.follow()).default as WaitAfter;
      return follow(context, outcome, hooks.done);
    }
    await (hooks.show === undefined
      ? showOutcome(context, outcome, hooks.done)
      : hooks.show(outcome, context));
    if (hooks.after !== undefined) await hooks.after(outcome, context);
    // What was typed: a workflow may have read the object into the body.
    if (given.options.base !== undefined || (given.options.extra ?? []).length > 0) {
      const { warnOfNotKept } = await import('./not-kept.ts');
      await warnOfNotKept(given, outcome);
    }
    if (operation.effect !== 'read' && operation.view.kind === 'record') {
      const { warnOfNotTaken } = await import('./not-kept.ts');
      await warnOfNotTaken(given, outcome);
    }
    failOnWarning(session);
    return 0;
  };

export const single = singleWith({});
