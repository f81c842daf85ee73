/** The receipt of one run: runs inside it share it. It is opened by the first change, and loads nothing before. */
import type { TrivetError } from '../../system/error.ts';
import type { World } from '../../system/world.ts';
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
  readonly world: World;
  readonly by: StartedBy;
  #facts: RunFacts | undefined;
  #recorder: Promise<Recorder> | undefined;
  #warn: Sending['warn'] = () => undefined;
  /** The loan of another run, which its changes give back. */
  #loan: string | undefined;

  constructor(world: World, by: StartedBy) {
    this.world = world;
    this.by = by;
  }

  /** Names the run; what a run inside it adds is ignored. */
  name(facts: RunFacts): void {
    this.#facts ??= facts;
  }

  /** Adds to what is known of the run, before its first change. */
  add(facts: Partial<RunFacts>): void {
    this.#facts = { command: '', ...this.#facts, ...facts };
  }

  /**
   * Records a change before it is sent.
   * @throws TrivetError local or output: nothing may be sent then
   */
  async started(sending: Sending, part: PartOfRun | undefined): Promise<OpenChange> {
    return (await this.#opened(sending, sending.operation.id)).started(sending, part, this.#loan);
  }

  /** Does `work`, whose changes give back what another run lent. */
  async givingBack<T>(loan: string | undefined, work: () => Promise<T>): Promise<T> {
    this.#loan = loan;
    try {
      return await work();
    } finally {
      this.#loan = undefined;
    }
  }

  /** Records a change of files before it is made. @throws TrivetError local or output */
  async startedHere(change: ChangeHere, origin: Origin, part: PartOfRun | undefined): Promise<OpenHere> {
    return (await this.#opened(origin, change.operation)).startedHere(change, origin, part);
  }

  /** Records that the loan of this run is over, and what became of what it took. */
  async over(text: string): Promise<void> {
    (await this.#recorder)?.over(text, this.#warn);
  }

  /** Why nothing more is sent: a line of a receipt that the run needs could not be written. */
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
    return Recorder.open({ world: this.world, facts, by: this.by, origin });
  }

  async close(): Promise<void> {
    const recorder = await this.#recorder;
    recorder?.close(this.#warn);
  }
}
