/** Explains why a wait did not reach its goal, and what to do about it. */
import { Exit, TrivetError } from '../../../../system/error.ts';
import { goals } from '../../wait-results.ts';
import type { WaitResult } from '../../wait-results.ts';
import { serverFlags } from '../../../../engine/given-globals.ts';
import type { Session } from '../../../../engine/session/session.ts';
import { shellWord } from '../../../../catalogue/text/shell-words.ts';
import type { Waited, WaitFor } from './follow.ts';

const reached: ReadonlySet<WaitResult> = new Set<WaitResult>([...goals, 'registered']);

/** The end of a printed command: the flags of this run, and the namespace and region that the job file gives. */
const flagsOf = (session: Session, place: WaitFor['place']): string => {
  const { globals } = session;
  const own = (['namespace', 'region'] as const).flatMap((what) => {
    const value = place[what];
    return value === undefined || globals[what] !== undefined ? [] : [` --${what} ${shellWord(value)}`];
  });
  return `${own.join('')}${serverFlags(globals)}`;
};

/** Returns the command that continues the wait. */
const goOn = (session: Session, { place, goal }: WaitFor, { job, version }: Waited): string =>
  [
    `trivet job wait ${shellWord(job)}`,
    ...(version === null ? [] : [`--job-version ${version}`]),
    ...(goal === undefined ? [] : [`--for ${goal}`]),
  ].join(' ') + flagsOf(session, place);

type Hint = (name: string, flags: string, waited: Waited) => string;

const seeVersions: Hint = (name, flags) => `See what runs now: trivet job versions ${name}${flags}`;

const seePlan: Hint = (name, flags) =>
  `See what the scheduler would do: trivet job show ${name} -o json${flags} | trivet job plan -${flags}`;

const hints: Readonly<Partial<Record<WaitResult, Hint>>> = {
  'awaiting-promotion': (name, flags, { deployment }) => {
    const which = deployment === null ? '' : ` --deployment ${deployment}`;
    return `Promote the canaries: trivet job promote ${name}${which}${flags}`;
  },
  'cannot-be-placed': (name, flags, { excluded }) => {
    const when =
      excluded === true
        ? 'The job is placed when a node meets what it requires.'
        : 'The job is placed when there is room.';
    return `${when} To see its evaluations: trivet job evaluations ${name}${flags}`;
  },
  unknown: seePlan,
  reverted: seeVersions,
  overtaken: seeVersions,
  failed: (name, flags, waited) =>
    waited.collected === true
      ? seePlan(name, flags, waited)
      : `See its allocations: trivet job allocations ${name}${flags}`,
};

const hintOf = (session: Session, wanted: WaitFor, waited: Waited): string | undefined => {
  const { result, job } = waited;
  if (result === 'timeout') {
    const goesOn = wanted.goal === 'dead' ? '' : 'The job continues without trivet. ';
    return `${goesOn}Wait longer: ${goOn(session, wanted, waited)}`;
  }
  return hints[result]?.(shellWord(job), flagsOf(session, wanted.place), waited);
};

const words: Readonly<Partial<Record<WaitResult, string>>> = {
  failed: 'failed',
  reverted: 'failed and was reverted',
  overtaken: 'was overtaken',
  stopped: 'is stopped',
  'cannot-be-placed': 'cannot be placed',
  'awaiting-promotion': 'waits for a promotion',
  gone: 'no longer exists',
  unknown: 'is in an unknown state',
};

const wordsOf = (result: WaitResult, goal: WaitFor['goal']): string => {
  if (result === 'unreachable') return `cannot become ${goal ?? 'ready'}`;
  return words[result] ?? result;
};

/** Returns why the wait did not reach its goal; undefined where it did. */
export const failureOf = (session: Session, wanted: WaitFor, waited: Waited): TrivetError | undefined => {
  const { job, version, result, reason, error } = waited;
  if (error !== undefined) return error.with({ details: { reason: error.details.reason ?? result } });
  if (reached.has(result)) return undefined;
  // What was changed is done, and what became of it is not known.
  if (result === 'interrupted')
    return new TrivetError('interrupted', Exit.unknown, `the wait for ${job} was interrupted`, {
      hint: `Continue waiting with: ${goOn(session, wanted, waited)}`,
    });
  const name = `${job}${version === null ? '' : ` version ${version}`}`;
  const what =
    result === 'timeout'
      ? `timed out waiting for ${name} to be ${wanted.goal ?? 'ready'}`
      : result === 'cannot-be-placed' && reason !== ''
        ? name
        : `${name} ${wordsOf(result, wanted.goal)}`;
  return new TrivetError(
    result === 'timeout' ? 'deadline' : 'wait-failed',
    result === 'timeout' ? Exit.deadline : Exit.failed,
    reason === '' ? what : `${what}: ${reason}`,
    { reason: result, hint: hintOf(session, wanted, waited) },
  );
};
