/** How this run reads tokens that are neither text nor file. */
import type { TokenAccess } from '../profiles/candidate.ts';
import { tokenCommands } from './child.ts';
import { readInput } from './read-file.ts';
import type { World } from './world.ts';

export const tokenAccess = (world: World): TokenAccess => ({
  runCommand: tokenCommands(world),
  readStdin: () => readInput('-', world),
});
