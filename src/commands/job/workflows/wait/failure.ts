import { Exit, TrivetError } from '../../../../system/error.ts';
import { goals } from '../../wait-results.ts';
import type { WaitResult } from '../../wait-results.ts';
import { suggest } from '../../../../run/suggest.ts';
import type { Session } from '../../../../run/session/session.ts';
import { shellWord } from '../../../../catalogue/text/shell-words.ts';
import type { Waited, WaitFor } from './follow.ts';

const reached: ReadonlySet<WaitResult> = new Set<WaitResult>([...goals, 'registered']);

const goOn = (session: Session, { place, goal }: WaitFor, { job, version }: Waited): string => {
  const words = [
    `job wait ${shellWord(job)}`,
    ...(version === null ? [] : [`--job-version ${version}`]),
    ...(goal === undefined ? [] : [`--for ${goal}`]),
  ];
  return suggest(session, words.join(' '), place);
};

/** @param there adds the scope of the job */
type Hint = (name: string, there: (words: string) => string, waited: Waited) => string;

const seeVersions: Hint = (name, there) => `See what runs now: ${there(`job versions ${name}`)}`;

const seePlan: Hint = (name, there) =>
  `See what the scheduler would do: ${there(`job show ${name} -o json`)} | ${there('job plan -')}`;

const hints: Readonly<Partial<Record<WaitResult, Hint>>> = {
  'awaiting-promotion': (name, there, { deployment }) => {
    const which = deployment === null ? '' : ` --deployment ${deployment}`;
    return `Promote the canaries: ${there(`job promote ${name}${which}`)}`;
  },
  'cannot-be-placed': (name, there, { excluded }) => {
    const when =
      excluded === true
        ? 'The job is placed when a node meets what it requires.'
        : 'The job is placed when there is room.';
    return `${when} To see its evaluations: ${there(`job evaluations ${name}`)}`;
  },
  unknown: seePlan,
  reverted: seeVersions,
  overtaken: seeVersions,
  failed: (name, there, waited) =>
    waited.collected === true
      ? seePlan(name, there, waited)
      : `See its allocations: ${there(`job allocations ${name}`)}`,
};

const hintOf = (session: Session, wanted: WaitFor, waited: Waited): string | undefined => {
  const { result, job } = waited;
  if (result === 'timeout') {
    const goesOn = wanted.goal === 'dead' ? '' : 'The job continues without trivet. ';
    return `${goesOn}Wait longer: ${goOn(session, wanted, waited)}`;
  }
  return hints[result]?.(shellWord(job), (text) => suggest(session, text, wanted.place), waited);
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

export const failureOf = (session: Session, wanted: WaitFor, waited: Waited): TrivetError | undefined => {
  const { job, version, result, reason, error } = waited;
  if (error !== undefined) return error.with({ details: { reason: error.details.reason ?? result } });
  if (reached.has(result)) return undefined;
  // The change was made, and its result is unknown.
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
