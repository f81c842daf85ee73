/** What one command runs with. */
import type { Interruption } from './interruption.ts';
import type { Presenter } from './presenter/presenter.ts';
import type { Session } from './session/session.ts';

export interface RunParts {
  readonly session: Session;
  /** The session of the run with another profile; the run's own if none is given. */
  sessionOf(profile: string | undefined): Session;
  readonly presenter: Presenter;
  readonly interruption: Interruption;
  /** 128+n after a signal; a batch gets the outcome of its item instead, and handles the signal itself. */
  interrupted(): number | undefined;
  /** Frees what the run has of its own: nothing for an item of a batch. */
  close(): void | Promise<void>;
}
