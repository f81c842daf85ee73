/** What a workflow gets and owes: it composes operations, never paths, and returns the exit code. */
import type { Command } from '../model/command.ts';
import type { Confirm, Operation } from '../model/operation.ts';
import type { InputRecord } from '../model/parameter.ts';
import type { ItemRunner } from '../runtime/item.ts';
import type { Presenter } from '../runtime/presenter.ts';
import type { CallOptions, Session } from '../runtime/session.ts';

export interface WorkflowContext {
  readonly session: Session;
  readonly presenter: Presenter;
  readonly command: Command;
  /** The one that the input chose; undefined for the tool's own commands. */
  readonly operation: Operation | undefined;
  /** Names resolved; not yet filled from the context. */
  readonly input: InputRecord;
  /** As typed. */
  readonly spoken: InputRecord;
  /** `--body` and `--set`. */
  readonly options: CallOptions;
  /** What stood after `--`, for commands that run a child. */
  readonly tail: readonly string[];
  /** Asks a question that depends on what the server holds; throws when it is declined. */
  readonly confirm: (confirm: Confirm, input: InputRecord) => Promise<void>;
  /** Runs other command lines inside this one: a batch. */
  readonly runner: ItemRunner;
}

export type Workflow = (context: WorkflowContext) => Promise<number>;

/** A workflow of a documented operation: what it gets is never without one. */
export type OperationContext = WorkflowContext & { readonly operation: Operation };

export const forOperation =
  (run: (context: OperationContext) => Promise<number>): Workflow =>
  (context) => {
    const { operation } = context;
    if (operation === undefined) throw new Error(`${context.command.path} has no operation`);
    return run({ ...context, operation });
  };
