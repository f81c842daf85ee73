import { Deadline } from '../../../../system/deadline.ts';
import { Backoff, until } from '../../../../system/until.ts';
import type { Next } from '../../../../system/until.ts';
import { timeOf } from '../../../../http/server-time.ts';
import { TrivetError } from '../../../../system/error.ts';
import type { Json, JsonObject } from '../../../../documents/json/json.ts';
import { own, textAt } from '../../../../documents/json/json.ts';
import { writeJson } from '../../../../documents/json/lossless.ts';
import { versions } from '../../operations/history.ts';
import { allocations, deployments, evaluations } from '../../operations/placement.ts';
import { show } from '../../operations/show.ts';
import type { WaitResult } from '../../wait-results.ts';
import type { Goal } from '../../wait-results.ts';
import type { CallOptions, Session } from '../../../../run/session/session.ts';
import { onlyPage } from '../../../../run/lists/list-page.ts';
import { readList, readRows } from '../../../../run/lists/list.ts';
import { blockingSince, indexOf, nextIndex, waitSeconds } from '../../../../run/lists/blocking-query.ts';
import { Following, pollPause, queryTimeout, shortPause } from '../watch/blocking.ts';
import type { JobAt } from '../../job-at.ts';
import { checksOf } from './checks.ts';
import { verdictOn } from './judge.ts';
import type { Followed, Verdict, Watched } from './judge.ts';
import { deploymentOfVersion } from './group-verdict.ts';
import { nodesOf } from './nodes.ts';
import { observedOf, seenDeployment, seenJob } from './observed.ts';
import type { Served } from './observed.ts';

export interface WaitFor {
  readonly place: JobAt;
  /** If absent, the goal of the job's type. */
  readonly goal?: Goal | undefined;
  /** If absent, the current version, or that of the change. */
  readonly version?: number | undefined;
  /** Set if the wait follows a change. */
  readonly change?: { readonly evaluation: string; readonly index: number } | undefined;
  readonly limit: number;
}

export interface Waited {
  readonly job: string;
  readonly namespace: string | null;
  readonly version: number | null;
  readonly deployment: string | null;
  readonly result: WaitResult;
  readonly reason: string;
  readonly excluded?: boolean;
  readonly collected?: boolean;
  readonly error?: TrivetError;
}

const lists = { evaluations, deployments, allocations };

const stamp = (list: readonly Json[]): string =>
  list
    .map((one) => `${textAt(one, 'ID') ?? ''} ${writeJson(own(one, 'ModifyIndex') ?? null)}`)
    .sort()
    .join('\n');

/** Milliseconds: a busy server's index also moves for other jobs. */
const longestPause = 1000;
/** Milliseconds, for lists that change apart from allocations. */
const longestUnseen = 5000;
/** Milliseconds; with less, the state is read once. */
const shortestLimit = 2000;

class Reads {
  readonly #session: Session;
  readonly #place: JobAt;
  readonly #indexes = new Map<Watched, bigint | undefined>();
  /** The time by the server's clock, as in the records. */
  now: number;

  constructor(session: Session, place: JobAt) {
    this.#session = session;
    this.#place = place;
    this.now = session.io.now();
  }

  async #list(what: Watched, options: CallOptions): Promise<readonly JsonObject[]> {
    const page = await onlyPage(readList(this.#session, lists[what], this.#place, { every: options }));
    this.#indexes.set(what, nextIndex(this.#indexes.get(what), indexOf(page)));
    this.now = timeOf(page.response, this.#session.io.now());
    return page.items;
  }

  async #job(options: CallOptions): Promise<Json | undefined> {
    try {
      return (await this.#session.lookUp(show, this.#place, options)).document;
    } catch (error) {
      if (error instanceof TrivetError && error.code === 'not-found') return undefined;
      throw error;
    }
  }

  options(signal: AbortSignal): CallOptions {
    return { timeout: this.#session.globals.timeout ?? queryTimeout, signal, kept: true };
  }

  /** Reads the job first, so that anything newer in it also shows in the others. */
  async all(signal: AbortSignal): Promise<Served> {
    const options = this.options(signal);
    const first = {
      job: await this.#job(options),
      deployments: await this.#list('deployments', options),
      evaluations: await this.#list('evaluations', options),
    };
    const placed = await this.#list('allocations', options);
    const nodes = await nodesOf(this.#session, placed, this.#place.region, options);
    const { namespace, region } = this.#place;
    const checks = await checksOf(
      this.#session,
      { placed, job: first.job ?? null, namespace, region },
      options,
    );
    return { ...first, allocations: placed, nodes, checks };
  }

  async change(what: Watched, served: Served, signal: AbortSignal): Promise<void> {
    const before = stamp(served[what]);
    const longest = what === 'allocations' ? waitSeconds * 1000 : longestUnseen;
    const rest = new Backoff(shortPause / 2, longestPause);
    await until({
      ...(this.#indexes.get(what) === undefined ? { first: pollPause } : {}),
      read: async () => {
        const index = this.#indexes.get(what);
        if (index === undefined) return undefined;
        const waits = blockingSince(index, longest / 1000);
        return this.#list(what, { timeout: queryTimeout, signal, kept: true, ...waits });
      },
      judge: (list): Next<undefined> =>
        list === undefined || stamp(list) !== before ? { done: undefined } : { again: rest.next() },
      // The full read shows other changes.
      deadline: new Deadline(longest, () => this.#session.io.monotonic()),
      signal,
    });
  }

  /** The version that the registration with this index made or kept. */
  async versionAt(index: number, current: number, signal: AbortSignal): Promise<number> {
    const rows = await readRows(this.#session, versions, this.#place, this.options(signal));
    const made = rows
      .map(seenJob)
      .filter(({ registered }) => registered <= index)
      .reduce<number | undefined>((last, { version }) => Math.max(last ?? version, version), undefined);
    return made ?? current;
  }
}

const deploymentOf = (served: Served | undefined, version: number | undefined): string | null => {
  if (version === undefined) return null;
  const all = (served?.deployments ?? []).map(seenDeployment);
  return deploymentOfVersion(all, version)?.id ?? null;
};

const followedOf = async (
  wanted: WaitFor,
  reads: Reads,
  job: Json,
  signal: AbortSignal,
): Promise<Followed> => {
  const { version, created } = seenJob(job);
  const { change, goal } = wanted;
  if (wanted.version !== undefined && wanted.version > version) {
    throw new TrivetError(
      'not-found',
      5,
      `job ${wanted.place.job_id} has no version ${wanted.version}: the newest is ${version}`,
    );
  }
  return {
    version:
      wanted.version ??
      (change === undefined || change.index === 0
        ? version
        : await reads.versionAt(change.index, version, signal)),
    created,
    goal,
    pinned: wanted.version !== undefined || change !== undefined,
    past: wanted.version !== undefined && wanted.version < version,
    evaluation: change?.evaluation,
    since: change?.index,
  };
};

export const waitForJob = async (
  session: Session,
  wanted: WaitFor,
  tell: (progress: string) => void,
): Promise<Waited> => {
  const reads = new Reads(session, wanted.place);
  const following = new Following(session, 'waiting');
  const over = new AbortController();
  const deadline = new Deadline(wanted.limit, () => session.io.monotonic());
  const signal = AbortSignal.any([session.signal, over.signal]);
  const first = new Deadline(Math.max(wanted.limit, shortestLimit), () => session.io.monotonic());
  first.whenPassed(signal, () => over.abort());
  let served: Served | undefined;
  let followed: Followed | undefined;
  let verdict: Verdict | undefined;
  let failure: TrivetError | undefined;
  let said = '';

  const end = (result: WaitResult, reason: string, error?: TrivetError): Waited => ({
    job: wanted.place.job_id,
    namespace: textAt(served?.job, 'Namespace') ?? wanted.place.namespace ?? null,
    version: followed?.version ?? null,
    deployment: deploymentOf(served, followed?.version),
    result,
    reason,
    ...(served !== undefined && served.allocations.length === 0 ? { collected: true } : {}),
    ...(error === undefined ? {} : { error }),
  });

  const look = async (): Promise<Waited | undefined> => {
    const known = followed;
    served = await reads.all(signal);
    if (served.job === undefined && known === undefined) {
      await session.lookUp(show, wanted.place, reads.options(signal));
    }
    followed = known ?? (await followedOf(wanted, reads, served.job ?? null, signal));
    if (known === undefined && wanted.limit < shortestLimit) deadline.whenPassed(signal, () => over.abort());
    const before = verdict;
    verdict = verdictOn(followed, observedOf(served), reads.now);
    if (verdict.ended)
      return before?.ended === true && before.result === verdict.result
        ? end(verdict.result, verdict.reason)
        : undefined;
    if (verdict.progress !== said) tell(verdict.progress);
    said = verdict.progress;
    return undefined;
  };

  try {
    const waited = await until({
      read: look,
      judge: (found): Next<Waited> => {
        failure = undefined;
        following.works();
        if (found !== undefined) return { done: found };
        const [seen, now] = [served, verdict];
        // The next read must confirm an end.
        if (seen === undefined || now?.ended !== false) return { again: 0 };
        return { again: () => reads.change(now.watch, seen, signal) };
      },
      failed: (error) => {
        if (!(error instanceof TrivetError)) throw error;
        if (signal.aborted) return { again: 0 };
        if (!following.passes(error))
          return { done: end(error.code === 'not-found' ? 'gone' : 'unknown', error.message, error) };
        failure = error;
        return following.failed(error);
      },
      deadline,
      signal,
    });
    if (waited.is === 'done') return waited.value;
    if (session.signal.aborted) return end('interrupted', said);
    if (verdict?.ended === true) return end(verdict.result, verdict.reason);
    if (failure !== undefined) return end('unknown', failure.message, failure);
    if (verdict === undefined) return end('timeout', 'the server did not reply in time');
    const { result, reason, excluded } = verdict.atLimit ?? { result: 'timeout', reason: said };
    return { ...end(result, reason), ...(excluded === true ? { excluded } : {}) };
  } finally {
    over.abort();
  }
};
