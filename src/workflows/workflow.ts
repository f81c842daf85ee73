/** What a workflow receives and returns: it composes operations, never paths, and returns the exit code. */
import type { Command, Group } from '../model/catalogue/command.ts';
import type { CommandInput, Confirm, Operation, WithLocal } from '../model/catalogue/operation.ts';
import type { InputRecord } from '../model/catalogue/parameter.ts';
import type { ItemRunner } from '../engine/item.ts';
import type { Presenter } from '../engine/output/presenter.ts';
import type { Session, WrittenOptions } from '../engine/session/session.ts';
import type { World } from '../world/world.ts';

/** What every workflow works with. */
interface Common {
  readonly session: Session;
  /** The session with another profile, for a command about several servers. */
  readonly sessionOf: (profile: string | undefined) => Session;
  readonly presenter: Presenter;
  readonly command: Command;
  /** The words after `--`, for commands that run a child. */
  readonly tail: readonly string[];
  /** The whole command line as typed, without `trivet`. */
  readonly words: readonly string[];
  /** Asks a question that depends on what the server holds; throws when it is declined. */
  readonly confirm: (confirm: Confirm, input: InputRecord) => Promise<void>;
  /** Runs other command lines inside this one: a batch. */
  readonly runner: () => Promise<ItemRunner>;
  /** trivet itself, in a world of its own: the words after `trivet`; resolves with the exit code. */
  readonly program: (argv: readonly string[], world: World) => Promise<number>;
  /** The catalogue, for commands about all commands: a workflow that imported it would be imported by it. */
  readonly groups: readonly Group[];
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
}

/** What a workflow gets; the two forms differ by `operation`. */
export type WorkflowContext = OwnContext | OperationContext;

/** The workflow of a command of trivet's own. */
export type Workflow<In extends InputRecord = InputRecord> = (context: OwnContext<In>) => Promise<number>;
