/** How changes of a job are taken back: a job is its version. */
import type { State, Undo } from '../../../catalogue/operation.ts';

const version = (state: State): number | undefined => {
  const found = state?.['Version'];
  return typeof found === 'number' ? found : undefined;
};

/** What a receipt keeps of a job; its index shows whether it was changed since. */
const jobState = {
  fields: ['Version', 'Stop', 'JobModifyIndex'],
  leaves: ['JobModifyIndex'],
} as const;

/** The version before, unless somebody registers another one meanwhile. */
const versionOf = (before: State, now: State) => ({
  JobVersion: version(before) ?? 0,
  EnforcePriorVersion: version(now) ?? null,
});

/** Of a registration, an update, a revert and a start. */
export const versionBack: Undo = {
  ...jobState,
  reverse: ({ before, now }) => {
    if (before === null)
      return {
        command: 'job stop',
        input: {},
        note: 'It was not registered before: it is stopped, not removed.',
      };
    // A version that was stopped is stopped again.
    return { command: 'job revert', input: versionOf(before, now) };
  },
};

/** Of a stop: it starts again with the version before, while the server has that. */
export const startBack: Undo = {
  ...jobState,
  reverse: ({ before, now }) =>
    before === null || before['Stop'] === true
      ? undefined
      : { command: 'job start', input: versionOf(before, now) },
};
