/** Commands by path, for declarations that refer to them. */
import type { Command } from '../catalogue/command.ts';

/** Returns a look-up of a group's commands by path; an unknown path is a defect of the catalogue. */
export const commandsByPath =
  (commands: readonly Command[]) =>
  (path: string): Command => {
    const found = commands.find((command) => command.path === path);
    if (found === undefined) throw new Error(`no command ${path}`);
    return found;
  };
