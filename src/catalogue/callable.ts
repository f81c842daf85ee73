import type { Command } from './command.ts';
import type { View } from './view.ts';

export const replyViewOf = ({ operations, view }: Command): View | undefined =>
  operations[0]?.operation.view ?? view;

/** Whether a program can use the reply: not if the command prints for a shell, runs a child, or serves. */
export const isCallable = (command: Command): boolean =>
  command.prints === undefined &&
  (command.audience === undefined || command.audience === 'named') &&
  (command.operations.length > 0 || command.requests === 'raw' || command.view !== undefined) &&
  !(command.operations.length === 0 && command.tail === true);
