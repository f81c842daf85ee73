import type { State, Undo } from '../../../catalogue/operation.ts';

const version = (state: State): number | undefined => {
  const found = state?.['Version'];
  return typeof found === 'number' ? found : undefined;
};

/** The index shows whether the job was changed since. */
export const jobState = {
  fields: ['Version', 'Stop', 'JobModifyIndex'],
  counters: ['JobModifyIndex'],
} as const;

/** Refused if somebody registers another version. */
const versionOf = (before: State, now: State) => ({
  JobVersion: version(before) ?? 0,
  EnforcePriorVersion: version(now) ?? null,
});

export const versionBack: Undo = {
  ...jobState,
  reverse: ({ before, now }) => {
    if (before === null)
      return {
        command: 'job stop',
        input: {},
        note: 'It was not registered before: it is stopped, not removed.',
      };
    // A stopped version is stopped again.
    return { command: 'job revert', input: versionOf(before, now) };
  },
};

/** Back to the version before, while the server keeps it. */
export const startBack: Undo = {
  ...jobState,
  reverse: ({ before, now }) =>
    before === null || before['Stop'] === true
      ? undefined
      : { command: 'job start', input: versionOf(before, now) },
};
