import type { Command } from '../catalogue/command.ts';

export const commandsByPath =
  (commands: readonly Command[]) =>
  (path: string): Command => {
    const found = commands.find((command) => command.path === path);
    if (found === undefined) throw new Error(`no command ${path}`);
    return found;
  };
