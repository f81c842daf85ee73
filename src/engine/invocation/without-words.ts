/** An invocation that nobody wrote in words: its values are typed already. */
import type { Command } from '../../catalogue/command.ts';
import { none } from '../../system/values/list.ts';
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
  typed: { flags: new Map(), positionals: none },
  given: {
    globals,
    input,
    spoken: input,
    body: undefined,
    set: none,
    confirm: undefined,
    where: none,
    names: undefined,
    contents: none,
    by: globals.namesAre,
    ...more,
  },
});
