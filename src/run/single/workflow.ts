/** What a workflow receives and returns: it composes operations, never paths, and returns the exit code. */
import type { Command } from '../../catalogue/command.ts';
import type { CommandInput, Operation, WithLocal } from '../../catalogue/operation.ts';
import type { InputRecord, InputValue } from '../../catalogue/parameter.ts';
import type { Interruption } from '../interruption.ts';
import type { Presenter } from '../presenter/presenter.ts';
import type { Session, WrittenOptions } from '../session/session.ts';
import type { Outcome } from '../session/outcome.ts';

/** What every workflow works with. */
interface Common {
  readonly session: Session;
  /** The session with another profile, for a command about several servers. */
  readonly sessionOf: (profile: string | undefined) => Session;
  readonly presenter: Presenter;
  readonly command: Command;
  /** The words after `--`, for commands that run a child. */
  readonly tail: readonly string[];
  /** Where a value was read: `the variable NAME`, `the file PATH`; undefined for one that was given itself. */
  readonly readFrom: (value: InputValue | undefined) => string | undefined;
  /** The whole command line as typed, without `trivet`; empty if nobody typed one. */
  readonly words: readonly string[];
  /** The signals of the run, which runs inside it share. */
  readonly interruption: Interruption;
}

/** The context of a command of trivet's own. `In` is the input that its workflow reads. */
export interface OwnContext<In extends InputRecord = InputRecord> extends Common {
  readonly operation: undefined;
  readonly input: In;
}

/** The context of a documented operation. `Local`: the parameters of the command itself that its workflow reads. */
export interface OperationContext<O extends Operation = Operation, Local = unknown> extends Common {
  /** The one that the input chose. */
  readonly operation: WithLocal<O, Local>;
  /** With names resolved, not yet filled from the context. */
  readonly input: CommandInput<O, Local>;
  /** As typed, and filled from the context. */
  readonly spoken: CommandInput<O, Local>;
  /** `--body` and `--set`. */
  readonly options: WrittenOptions;
  /** What a removal looked at first, where the token is allowed to. */
  readonly found?: Outcome | undefined;
}

/** What a workflow gets; the two forms differ by `operation`. */
export type WorkflowContext = OwnContext | OperationContext;

/** Any workflow, as a run starts it. */
export type AnyWorkflow = (context: WorkflowContext) => Promise<number>;

/** The workflow of a command of trivet's own. */
export type Workflow<In extends InputRecord = InputRecord> = (context: OwnContext<In>) => Promise<number>;
