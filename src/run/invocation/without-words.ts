import type { Command } from '../../catalogue/command.ts';
import type { InputRecord } from '../../catalogue/parameter.ts';
import type { Globals } from '../given-globals.ts';
import type { Given, Invocation } from './invocation.ts';

export const withoutWords = (
  command: Command,
  globals: Globals,
  input: InputRecord,
  more: Partial<Given> = {},
): Invocation => ({
  command,
  tail: undefined,
  typed: { flags: new Map(), positionals: [] },
  given: {
    globals,
    input,
    spoken: input,
    body: undefined,
    set: [],
    confirm: undefined,
    where: [],
    names: undefined,
    contents: [],
    by: globals.namesAre,
    ...more,
  },
});
