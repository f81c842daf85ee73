/** The receipt of a run and of the runs inside it. The first change opens it; before that nothing is loaded. */
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
  /** The ID of another run's loan, which the changes of this run give back. */
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

  /** @throws TrivetError local or output, before the change is sent: nothing may be sent then */
  async started(sending: Sending, part: PartOfRun | undefined): Promise<OpenChange> {
    return (await this.#opened(sending, sending.operation.id)).started(sending, part, this.#loan);
  }

  async givingBack<T>(loan: string | undefined, work: () => Promise<T>): Promise<T> {
    this.#loan = loan;
    try {
      return await work();
    } finally {
      this.#loan = undefined;
    }
  }

  /** @throws TrivetError local or output, before the change is made */
  async startedHere(change: ChangeHere, origin: Origin, part: PartOfRun | undefined): Promise<OpenHere> {
    return (await this.#opened(origin, change.operation)).startedHere(change, origin, part);
  }

  async over(text: string): Promise<void> {
    (await this.#recorder)?.over(text, this.#warn);
  }

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
