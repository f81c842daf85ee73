/** Runs the request of a command, with hooks. */
import { carriedOf, paginationOf } from '../../catalogue/operation.ts';
import { TrivetError } from '../../system/error.ts';
import type { InputRecord } from '../../catalogue/parameter.ts';
import { ownList, ownReply } from '../lists/list.ts';
import { failOnWarning } from '../presenter/presenter.ts';
import type { Outcome } from '../session/outcome.ts';
import { showOutcome } from './reply.ts';
import type { Waiting } from './waiting.ts';
import type { OperationContext } from './workflow.ts';

type Replacement<Context extends OperationContext> = Partial<
  Pick<Context, 'operation' | 'input' | 'options'>
>;

/** In the order of the calls; all but `before` get the input as sent. */
interface Hooks<Context extends OperationContext> {
  readonly before?: (context: Context) => Replacement<Context> | void | Promise<Replacement<Context> | void>;
  /** Says how a temporary refusal is waited out; undefined: it is not. */
  readonly waiting?: (context: Context) => Waiting | undefined;
  readonly explain?: (
    error: TrivetError,
    context: Context,
  ) => TrivetError | Outcome | Promise<TrivetError | Outcome>;
  /** Runs before the outcome is shown, to read what the reply lacks or to refuse it. */
  readonly settle?: (outcome: Outcome, context: Context) => Outcome | Promise<Outcome>;
  readonly doneText?: string;
  readonly show?: (outcome: Outcome, context: Context) => Promise<void>;
  readonly after?: (outcome: Outcome, context: Context) => void | Promise<void>;
}

/** `doneText` replaces the operation's sentence. */
export type WaitAfter = (context: OperationContext, outcome: Outcome, doneText?: string) => Promise<number>;

/** Unlike with a spread, an unknown key does not compile. */
export const changed = <In extends InputRecord>(input: In, changes: Partial<NoInfer<In>>): In => ({
  ...input,
  ...changes,
});

const replaced = async <Context extends OperationContext>(
  given: Context,
  { before }: Hooks<Context>,
): Promise<Context> => {
  const sending = before === undefined ? undefined : await before(given);
  const carried =
    carriedOf(given.operation).length > 0
      ? await (await import('./settings.ts')).carriedBy(given)
      : undefined;
  if (sending === undefined && carried === undefined) return given;
  return { ...given, ...sending, input: { ...(sending?.input ?? given.input), ...carried } };
};

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

/** A list is read page by page, and has only the hook `before`. */
export const singleWith =
  <Context extends OperationContext = OperationContext>(hooks: Hooks<Context>) =>
  async (given: Context): Promise<number> => {
    const context =
      hooks.before === undefined && carriedOf(given.operation).length === 0
        ? given
        : await replaced(given, hooks);
    const { session, presenter, operation, input, options } = context;
    if (paginationOf(operation) !== undefined) {
      const { limit } = input;
      const items = typeof limit === 'number' ? limit : undefined;
      await presenter.showPages(ownList(context), operation.view, items);
      return 0;
    }
    const call = (): Promise<Outcome> =>
      operation.effect === 'read' ? ownReply(context) : session.call(operation, input, options);
    const { explain } = hooks;
    const attempt = explain === undefined ? call : () => explained(call, (error) => explain(error, context));
    const waiting = hooks.waiting?.(context);
    const reply =
      waiting === undefined
        ? await attempt()
        : await (await import('./waiting.ts')).waitUntilDone(session, attempt, waiting);
    const outcome = hooks.settle === undefined ? reply : await hooks.settle(reply, context);
    if (operation.wait !== undefined && input['wait'] === true) {
      // The catalogue drops the context's type.
      const follow = (await operation.wait.follow()).default as WaitAfter;
      return follow(context, outcome, hooks.doneText);
    }
    await (hooks.show === undefined
      ? showOutcome(context, outcome, hooks.doneText)
      : hooks.show(outcome, context));
    if (hooks.after !== undefined) await hooks.after(outcome, context);
    // The typed words are compared, since a workflow may have read the object into the body.
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
