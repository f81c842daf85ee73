/** What to say of words that are no command: did-you-mean with our words and the vendors'. */
import { usageError } from '../model/error.ts';
import { closest } from '../model/suggest.ts';
import { groups } from '../operations/groups.ts';
import type { Route } from './route.ts';

/** Commands and the vendors' words for them, of the groups that may be meant. */
const known = async (group: string | undefined): Promise<ReadonlyMap<string, string>> => {
  const words = new Map<string, string>();
  for (const one of groups) {
    if (group !== undefined && one.name !== group) continue;
    for (const command of await one.load()) {
      words.set(command.path, command.path);
      const parent = command.path.split(' ').slice(0, -1).join(' ');
      for (const alias of command.aliases ?? []) words.set(`${parent} ${alias}`, command.path);
    }
  }
  return words;
};

/** The error for a route that ends before a command does. */
export const unknownCommand = async (route: Route): Promise<Error> => {
  const [group] = route.path;
  const typed = [...route.path, ...(route.unknown === undefined ? [] : [route.unknown])].join(' ');
  if (route.unknown === undefined) {
    return usageError(`trivet ${typed} needs a subcommand`, `See trivet ${typed} --help.`);
  }
  const words = await known(group);
  const exact = words.get(typed);
  const [near] = closest(typed, words.keys(), 1);
  const meant = exact ?? (near === undefined ? undefined : words.get(near));
  const top =
    group === undefined
      ? closest(
          route.unknown,
          groups.map(({ name }) => name),
          1,
        )[0]
      : undefined;
  const hint =
    meant !== undefined
      ? `Did you mean: trivet ${meant}?`
      : top !== undefined
        ? `Did you mean: trivet ${top}?`
        : `See trivet ${[...route.path, ''].join(' ')}--help.`;
  return usageError(`"${typed}" is no command of trivet`, hint);
};
