/** A workflow composes operations, never paths, and returns the exit code. */
import type { Command } from '../../catalogue/command.ts';
import type { CommandInput, Operation, WithLocal } from '../../catalogue/operation.ts';
import type { InputRecord, InputValue } from '../../catalogue/parameter.ts';
import type { Interruption } from '../interruption.ts';
import type { ListWhere } from '../lists/selection.ts';
import type { Presenter } from '../presenter/presenter.ts';
import type { Session, WrittenOptions } from '../session/session.ts';
import type { Outcome } from '../session/outcome.ts';

interface Common {
  readonly session: Session;
  /** For commands about several servers. */
  readonly sessionOf: (profile: string | undefined) => Session;
  readonly presenter: Presenter;
  readonly command: Command;
  readonly tail: readonly string[];
  /** `the variable NAME`, `the file PATH`; undefined if given directly. */
  readonly readFrom: (value: InputValue | undefined) => string | undefined;
  /** Without `trivet`; empty if nobody typed it. */
  readonly words: readonly string[];
  readonly interruption: Interruption;
}

export interface OwnContext<In extends InputRecord = InputRecord> extends Common {
  readonly operation: undefined;
  readonly input: In;
}

export interface OperationContext<O extends Operation = Operation, Local = unknown> extends Common {
  /** Chosen by the input. */
  readonly operation: WithLocal<O, Local>;
  /** Names resolved, context not yet filled. */
  readonly input: CommandInput<O, Local>;
  /** As typed, and filled from the context. */
  readonly spoken: CommandInput<O, Local>;
  readonly options: WrittenOptions;
  /** On the rows of the list. */
  readonly where?: ListWhere | undefined;
  /** A removal's first look, if the token may. */
  readonly found?: Outcome | undefined;
}

export type WorkflowContext = OwnContext | OperationContext;

export type AnyWorkflow = (context: WorkflowContext) => Promise<number>;

export type Workflow<In extends InputRecord = InputRecord> = (context: OwnContext<In>) => Promise<number>;
