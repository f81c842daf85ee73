/** One blocking query beside the log finds out how the job ends. */
import { until } from '../../../../system/until.ts';
import type { JsonObject } from '../../../../documents/json/json.ts';
import { own } from '../../../../documents/json/json.ts';
import { onlyPage } from '../../../../run/lists/list-page.ts';
import { readList, readRows } from '../../../../run/lists/list.ts';
import type { CallOptions, Session } from '../../../../run/session/session.ts';
import { allocations, deployments, evaluations } from '../../operations/placement.ts';
import { show } from '../../operations/show.ts';
import { Following, queryTimeout } from '../watch/blocking.ts';
import { jobVerdicts } from '../wait/group-verdict.ts';
import { observedOf } from '../wait/observed.ts';
import { worstGroup } from '../../verdicts.ts';
import type { GroupVerdict } from '../../verdicts.ts';
import type { SeenAllocation } from '../wait/observed.ts';
import { allocationsOf } from './choose.ts';

interface Place {
  readonly job_id: string;
}

/** `goes-on` means that another allocation may come. */
export type JobEnd =
  | { readonly is: 'goes-on'; readonly why: string }
  | { readonly is: 'ended'; readonly why: string }
  | { readonly is: 'failed'; readonly why: string };

export class JobWatch {
  readonly #session: Session;
  readonly #place: Place;
  readonly #signal: AbortSignal;
  readonly #following: Following;
  #served: readonly JsonObject[] | undefined;
  #changed = new AbortController();
  all: readonly SeenAllocation[] = [];

  constructor(session: Session, place: Place, signal: AbortSignal) {
    this.#session = session;
    this.#place = place;
    this.#signal = signal;
    this.#following = new Following(session, 'following');
  }

  /** Throws an error that does not pass by itself. */
  failed(error: unknown): { readonly again: number } {
    return this.#signal.aborted ? { again: 0 } : this.#following.failed(error);
  }

  works(): void {
    this.#following.works();
  }

  /** With `blocking` the server replies at a change, or after half a minute. */
  async read(blocking: boolean): Promise<void> {
    const { globals, signal } = this.#session;
    const every: CallOptions = {
      // At first the end of --timeout is a failure.
      ...(this.#served === undefined
        ? { timeout: globals.timeout ?? queryTimeout, signal }
        : { timeout: queryTimeout, signal: this.#signal }),
      kept: true,
      ...(blocking ? this.#following.blocking() : {}),
    };
    const placed = await onlyPage(readList(this.#session, allocations, this.#place, { every }));
    this.#following.saw(placed);
    this.#served = placed.items;
    this.all = allocationsOf(placed.items);
    this.#changed.abort();
    this.#changed = new AbortController();
  }

  /** @throws an error that does not pass by itself */
  async follow(signal: AbortSignal): Promise<void> {
    await until({
      read: () => this.read(true),
      judge: () => ({ again: this.#following.rest() }),
      failed: (error) => this.failed(error),
      signal,
    });
  }

  changed(): Promise<void> {
    const either = AbortSignal.any([this.#changed.signal, this.#signal]);
    return new Promise((resolve) => {
      if (either.aborted) resolve();
      else either.addEventListener('abort', () => resolve(), { once: true });
    });
  }

  successorOf({ id, next, name, group, created }: SeenAllocation): SeenAllocation | undefined {
    const later = this.all.filter((one) => one.id !== id && one.created > created);
    return (
      this.all.find((one) => one.id === next) ??
      later.find((one) => one.name === name) ??
      later.find((one) => one.group === group)
    );
  }

  /** Decides after an allocation that has no successor. @param group only of this one */
  async end(group: string | undefined): Promise<JobEnd> {
    const { document: job } = await this.#session.lookUp(show, this.#place, { mayBeAbsent: true });
    if (job === null) return { is: 'ended', why: 'was purged' };
    if (own(job, 'Stop') === true) return { is: 'ended', why: 'was stopped' };
    const [evaluated, deployed] = await Promise.all([
      readRows(this.#session, evaluations, this.#place),
      readRows(this.#session, deployments, this.#place),
    ]);
    const served = { job, evaluations: evaluated, deployments: deployed, allocations: this.#served ?? [] };
    const ofGroup = jobVerdicts(observedOf(served), this.#session.io.now()).filter(
      (one) => group === undefined || one.group === group,
    );
    return endBy(worstGroup(ofGroup));
  }
}

const endBy = ({ state, reason, again }: Pick<GroupVerdict, 'state' | 'reason' | 'again'> = none): JobEnd => {
  if (state === 'complete') return { is: 'ended', why: 'is complete' };
  if (state === 'empty') return { is: 'ended', why: 'has nothing to run' };
  if (state === 'unrecorded') return { is: 'ended', why: `has ended: ${reason}` };
  if ((state === 'failed' || state === 'degraded') && !again) return { is: 'failed', why: reason };
  return { is: 'goes-on', why: reason === '' ? `is ${state}` : `is ${state}: ${reason}` };
};

const none = { state: 'complete', reason: '', again: false } as const;
