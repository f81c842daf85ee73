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
  readonly sessionOf: (profile: string | undefined) => Session;
  readonly presenter: Presenter;
  readonly command: Command;
  readonly tail: readonly string[];
  /** Where a value was read: `the variable NAME`, `the file PATH`; undefined if it was given directly. */
  readonly readFrom: (value: InputValue | undefined) => string | undefined;
  readonly words: readonly string[];
  readonly interruption: Interruption;
}

export interface OwnContext<In extends InputRecord = InputRecord> extends Common {
  readonly operation: undefined;
  readonly input: In;
}

export interface OperationContext<O extends Operation = Operation, Local = unknown> extends Common {
  readonly operation: WithLocal<O, Local>;
  readonly input: CommandInput<O, Local>;
  readonly spoken: CommandInput<O, Local>;
  readonly options: WrittenOptions;
  readonly where?: ListWhere | undefined;
  readonly found?: Outcome | undefined;
}

export type WorkflowContext = OwnContext | OperationContext;

export type AnyWorkflow = (context: WorkflowContext) => Promise<number>;

export type Workflow<In extends InputRecord = InputRecord> = (context: OwnContext<In>) => Promise<number>;
