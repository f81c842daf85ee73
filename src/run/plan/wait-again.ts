import { choose } from '../invocation/choose-operation.ts';
import type { Inside, ItemResult } from '../invocation/inside.ts';
import type { Invocation } from '../invocation/invocation.ts';
import { withoutWords } from '../invocation/without-words.ts';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import { inputText } from '../../catalogue/parameter.ts';
import { textAt } from '../../documents/json/json.ts';

/** Whether the change before the wait is a change of its own. */
export const goesOn = ({ command, given: { input, by } }: Invocation): boolean => {
  const unless = choose(command, input, by)?.operation.wait?.alone?.unless;
  return unless !== undefined && input[unless] === true && input['wait'] === true;
};

const waitAlone = async (
  catalogue: Catalogue,
  { command, given }: Invocation,
): Promise<Invocation | undefined> => {
  const { input, globals } = given;
  const waits = choose(command, input, given.by)?.operation.wait;
  const place = command.positional?.[0]?.name;
  const named = place === undefined ? undefined : inputText(input, place);
  if (waits?.alone === undefined || place === undefined || named === undefined || input['wait'] !== true)
    return undefined;
  const { alone, goal } = waits;
  if (alone.unless !== undefined && input[alone.unless] === true) return undefined;
  const only = await catalogue.command(alone.command);
  const how = { for: input['for'] ?? goal, 'wait-timeout': input['wait-timeout'] };
  return only && withoutWords(only, globals, { ...how, [place]: [named] }, { by: given.by });
};

export const waitAgain = async (
  inside: Inside,
  invocation: Invocation,
): Promise<(ItemResult & { readonly made: true }) | undefined> => {
  const waiting = await waitAlone(inside.outer.program.catalogue, invocation);
  return waiting && { ...(await inside.run(waiting, false)), made: true };
};

/**
 * Whether a change was made whose wait failed or was cut off.
 * @param inPart also true if the change continues after the wait
 */
export const isMade = async (
  catalogue: Catalogue,
  { error }: ItemResult,
  invocation: Invocation,
  inPart = false,
): Promise<true | undefined> => {
  if (textAt(error, 'effect') !== 'done') return undefined;
  return (inPart && goesOn(invocation)) || (await waitAlone(catalogue, invocation)) !== undefined
    ? true
    : undefined;
};
