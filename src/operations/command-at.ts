/** Commands by their path, for what refers to them. */
import type { Command } from '../model/command.ts';

/** A look-up in the commands of a group; a path that none has is a defect of the catalogue. */
export const commandsByPath =
  (commands: readonly Command[]) =>
  (path: string): Command => {
    const found = commands.find((command) => command.path === path);
    if (found === undefined) throw new Error(`no command ${path}`);
    return found;
  };
