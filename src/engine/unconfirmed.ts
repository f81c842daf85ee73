/** The error of a question that nobody can answer. */
import { usageError } from '../system/error.ts';
import type { World } from '../system/world.ts';
import type { Globals } from './given-globals.ts';

/** A stable word for programs: a confirmation was required and could not be asked for. */
export const unconfirmed = 'confirmation-required';

export const nobody = (
  question: string,
  { globals, world }: { readonly globals: Globals; readonly world: World },
  how: string,
): Error => {
  const elsewhere = world.ask !== undefined;
  const why = globals.noInput
    ? '--no-input was given'
    : elsewhere
      ? 'this client cannot ask a person'
      : 'there is no terminal';
  return usageError(
    `confirmation required, but ${why}: ${question}`,
    // Flags that confirm do not exist for tools of agents.
    elsewhere ? undefined : how,
  ).with({ details: { reason: unconfirmed } });
};
