/** Finds the look-up command of a command line, which is parsed as for a run; nothing is sent. */
import type { Command } from '../model/catalogue/command.ts';
import { TrivetError } from '../model/error.ts';
import { createRun } from '../engine/create-run.ts';
import { repeatedFlags } from '../engine/given-globals.ts';
import type { SharedParts } from '../engine/item.ts';
import type { World } from '../world/world.ts';
import { lookUpOf } from '../services/asked.ts';
import { version } from '../version.ts';
import { choose } from '../engine/invocation/choose-operation.ts';
import { filledInput } from '../engine/invocation/filled.ts';
import { flagsOf } from './flags.ts';
import { readInput } from './input.ts';
import { parseWords } from './leaf.ts';
import type { Route } from './route.ts';

/** Undefined if there is none: for a command of trivet's own, and for words that could not have been sent. */
export const lookUpFor = async (
  command: Command,
  found: Route,
  world: World,
  shared: SharedParts,
): Promise<string | undefined> => {
  try {
    const given = await readInput(
      command,
      await parseWords(command, flagsOf(command), found.rest, found.tail ?? []),
      world,
      shared,
    );
    const chosen = choose(command, given.input, given.by);
    if (chosen === undefined) return undefined;
    const { operation } = chosen;
    const run = await createRun({ world, globals: given.globals, version, shared });
    try {
      const input = await filledInput(run.session, command, operation, chosen.input);
      return lookUpOf({ operation, input, serverFlags: repeatedFlags(given.globals) });
    } finally {
      await run.close();
    }
  } catch (error) {
    if (error instanceof TrivetError) return undefined;
    throw error;
  }
};
