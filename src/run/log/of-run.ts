/** The receipt of a run, shared by runs inside it. The first change opens it; nothing is loaded before. */
import type { TrivetError } from '../../system/error.ts';
import type { Io } from '../../system/io.ts';
import type { Recorder } from './recorder.ts';
import type {
  ChangeHere,
  OpenChange,
  OpenHere,
  Origin,
  PartOfRun,
  RunFacts,
  Sending,
  StartedBy,
} from './sending.ts';

export class ReceiptOfRun {
  readonly io: Io;
  readonly by: StartedBy;
  #facts: RunFacts | undefined;
  #recorder: Promise<Recorder> | undefined;
  #warn: Sending['warn'] = () => undefined;
  /** Of another run; its changes give it back. */
  #loan: string | undefined;

  constructor(io: Io, by: StartedBy) {
    this.io = io;
    this.by = by;
  }

  name(facts: RunFacts): void {
    this.#facts ??= facts;
  }

  add(facts: Partial<RunFacts>): void {
    this.#facts = { command: '', ...this.#facts, ...facts };
  }

  /**
   * Before the change is sent.
   * @throws TrivetError local or output: nothing may be sent then
   */
  async started(sending: Sending, part: PartOfRun | undefined): Promise<OpenChange> {
    return (await this.#opened(sending, sending.operation.id)).started(sending, part, this.#loan);
  }

  /** The changes of `work` give back what another run lent. */
  async givingBack<T>(loan: string | undefined, work: () => Promise<T>): Promise<T> {
    this.#loan = loan;
    try {
      return await work();
    } finally {
      this.#loan = undefined;
    }
  }

  /** Before the change is made. @throws TrivetError local or output */
  async startedHere(change: ChangeHere, origin: Origin, part: PartOfRun | undefined): Promise<OpenHere> {
    return (await this.#opened(origin, change.operation)).startedHere(change, origin, part);
  }

  /** The loan of this run is over. */
  async over(text: string): Promise<void> {
    (await this.#recorder)?.over(text, this.#warn);
  }

  /** A required line of the receipt could not be written. */
  async refusal(): Promise<TrivetError | undefined> {
    return (await this.#recorder)?.refusal;
  }

  #opened(origin: Origin, what: string): Promise<Recorder> {
    this.#warn = origin.warn;
    this.#recorder ??= this.#open(origin, what);
    return this.#recorder;
  }

  async #open(origin: Origin, what: string): Promise<Recorder> {
    const facts = this.#facts ?? { command: what };
    const { Recorder } = await import('./recorder.ts');
    return Recorder.open({ io: this.io, facts, by: this.by, origin });
  }

  async close(): Promise<void> {
    const recorder = await this.#recorder;
    recorder?.close(this.#warn);
  }
}
