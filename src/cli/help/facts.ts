import { Exit } from '../../system/error.ts';
import type { Command } from '../../catalogue/command.ts';
import { parametersOf, passesOn } from '../../catalogue/command.ts';
import { objectOf } from '../../catalogue/selection/selection.ts';
import { notExecutable, notFound } from '../../system/child/find-program.ts';

/** Codes of shells for a command after `--` that does not start. */
const tailed = ({ tail }: Command): readonly number[] =>
  tail === true ? [Exit.own, notExecutable, notFound] : [];

/** Whether a failed request fails the command; lines of a batch have their own ends. */
const sends = ({ requests }: Command): boolean =>
  requests === undefined || requests === 'own' || requests === 'raw';

const profileExits: readonly number[] = [Exit.denied, Exit.notFound, Exit.unreachable];

const requestExits: readonly number[] = [
  Exit.refused,
  Exit.denied,
  Exit.notFound,
  Exit.conflict,
  Exit.unavailable,
  Exit.unreachable,
  Exit.deadline,
];

export const undoTexts = ({ operations }: Command): readonly string[] => {
  const texts = operations.flatMap(({ operation: { undo } }) => {
    if (undo === undefined) return [];
    return 'because' in undo
      ? [`Cannot be taken back: ${undo.because}.`]
      : ['trivet undo takes it back: trivet help guide changes.'];
  });
  return [...new Set(texts)];
};

/** The exit codes, without those of signals and of defects. */
export const exitNumbersOf = (command: Command): readonly number[] => {
  // Other exit codes come from the program of the action.
  if (passesOn(command, false)) return [Exit.ok, Exit.usage, Exit.own];
  const operations = command.operations.map(({ operation }) => operation);
  const changes =
    operations.some(({ effect }) => effect !== 'read') ||
    command.requests === 'raw' ||
    command.changes === 'server';
  const codes = [
    Exit.ok,
    Exit.usage,
    Exit.local,
    Exit.output,
    ...(sends(command) ? requestExits : []),
    ...(command.changes === 'profiles' || command.requests === 'resolved' ? profileExits : []),
    // Commands about many objects count unknown outcomes as failed.
    ...(changes && command.exits?.includes(Exit.partial) !== true ? [Exit.unknown] : []),
    ...(objectOf(command) === undefined ? [] : [Exit.partial]),
    ...('detailed-exitcode' in parametersOf(command) ? [Exit.changes] : []),
    ...(operations.some(({ wait }) => wait !== undefined) ? [Exit.failed] : []),
    ...(command.exits ?? []),
    ...tailed(command),
  ];
  return [...new Set<number>(codes)].sort((a, b) => a - b);
};
