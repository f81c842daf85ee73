/** What a workflow receives and returns: it composes operations, never paths, and returns the exit code. */
import type { Command } from '../model/catalogue/command.ts';
import type { Confirm, Operation } from '../model/catalogue/operation.ts';
import type { InputRecord } from '../model/catalogue/parameter.ts';
import type { Interruption } from '../engine/interruption.ts';
import type { Presenter } from '../engine/output/presenter.ts';
import type { CallOptions, Session } from '../engine/session/session.ts';

/** One of several objects that are taken for a command after `--`. */
export interface HeldObject {
  readonly id: string;
  /** As people know it. */
  readonly name: string;
}

export interface WorkflowContext<In extends InputRecord = InputRecord> {
  readonly session: Session;
  /** The session with another profile, for a command about several servers. */
  readonly sessionOf: (profile: string | undefined) => Session;
  readonly presenter: Presenter;
  readonly command: Command;
  /** The operation that the input chose; undefined for trivet's own commands. */
  readonly operation: Operation | undefined;
  /** With names resolved, not yet filled from the context. */
  readonly input: In;
  /** As typed, and filled from the context. */
  readonly spoken: In;
  /** `--body` and `--set`. */
  readonly options: CallOptions;
  /** The words after `--`, for commands that run a child. */
  readonly tail: readonly string[];
  /** What a selection found: the command after `--` gets all of it, and `input` holds a placeholder. */
  readonly objects?: readonly HeldObject[] | undefined;
  /** Asks a question that depends on what the server holds; throws when it is declined. */
  readonly confirm: (confirm: Confirm, input: InputRecord) => Promise<void>;
  /** The whole command line as typed, without `trivet`; empty if nobody typed one. */
  readonly words: readonly string[];
  /** The signals of the run, which runs inside it share. */
  readonly interruption: Interruption;
}

export type Workflow<In extends InputRecord = InputRecord> = (
  context: WorkflowContext<In>,
) => Promise<number>;

/**
 * The context of a workflow of a documented operation. `In` is the input that it reads: `GivenOf<typeof
 * operation>`.
 */
export interface OperationContext<In extends InputRecord = InputRecord> extends WorkflowContext<In> {
  readonly operation: Operation;
}
