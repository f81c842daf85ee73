/** What a workflow receives and returns: it composes operations, never paths, and returns the exit code. */
import type { Command, Group } from '../model/catalogue/command.ts';
import type { Confirm, Operation } from '../model/catalogue/operation.ts';
import type { InputRecord } from '../model/catalogue/parameter.ts';
import type { ItemRunner } from '../engine/item.ts';
import type { Presenter } from '../engine/output/presenter.ts';
import type { CallOptions, Session } from '../engine/session/session.ts';
import type { World } from '../world/world.ts';

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
  /** The whole command line as typed, without `trivet`. */
  readonly words: readonly string[];
  /** What a selection found: the command after `--` gets all of it, and `input` holds a placeholder. */
  readonly objects?: readonly HeldObject[] | undefined;
  /** Asks a question that depends on what the server holds; throws when it is declined. */
  readonly confirm: (confirm: Confirm, input: InputRecord) => Promise<void>;
  /** Runs other command lines inside this one: a batch. */
  readonly runner: () => Promise<ItemRunner>;
  /** trivet itself, in a world of its own: the words after `trivet`; resolves with the exit code. */
  readonly program: (argv: readonly string[], world: World) => Promise<number>;
  /** The catalogue, for commands about all commands: a workflow that imported it would be imported by it. */
  readonly groups: readonly Group[];
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
