/** The commands that a program can call, and the views of their replies. */
import type { Command } from './command.ts';
import type { View } from './view.ts';

/** How a command's reply is shown; undefined for one that only prints text. */
export const replyViewOf = ({ operations, view }: Command): View | undefined =>
  operations[0]?.operation.view ?? view;

/**
 * True for commands whose reply a program can use: not those that print for a shell, run a child, serve, or are about
 * this machine.
 */
export const isCallable = (command: Command): boolean =>
  command.hidden !== true &&
  command.prints === undefined &&
  command.onThisMachine !== true &&
  (command.operations.length > 0 || command.raw === true || command.view !== undefined) &&
  !(command.operations.length === 0 && command.tail === true);
