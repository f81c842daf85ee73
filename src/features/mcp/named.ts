import type { Typed } from '../../run/invocation/placed.ts';
import { positionalName } from '../../catalogue/command.ts';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import type { Command } from '../../catalogue/command.ts';
import { parametersOf } from '../../catalogue/command.ts';
import { flagName } from '../../catalogue/parameter.ts';
import type { JsonObject } from '../../documents/json/json.ts';
import { textAt } from '../../documents/json/json.ts';
import { itemsOf } from '../../run/items-of.ts';
import { typedValues } from '../../cli/typed-values.ts';
import type { Called } from './call.ts';

interface NamedObject {
  readonly name: string;
  readonly organization: string | undefined;
}

/** The text says why a name could not be read. */
export type NamedObjects = ReadonlyMap<string, NamedObject> | string;

/** @param read runs a reading command */
export const objectsNamed = async (
  catalogue: Catalogue,
  command: Command,
  given: JsonObject,
  read: (command: Command, typed: Typed) => Promise<Called>,
): Promise<NamedObjects> => {
  const named = new Map<string, NamedObject>();
  const places = new Set((command.positional ?? []).map(({ name }) => name));
  const by = textAt(given, 'names-are');
  for (const [key, parameter] of Object.entries(parametersOf(command))) {
    const { address, complete = '' } = parameter;
    const argument = places.has(key) ? positionalName(command, key) : flagName(key, parameter);
    const text = textAt(given, argument);
    if (address === undefined || text === undefined) continue;
    const parsed = address.parse(text, by === 'id' || by === 'name' ? by : undefined);
    const id = parsed[address.id];
    if (id === undefined) {
      const organization = parsed['organization_name'] ?? textAt(given, 'organization');
      named.set(argument, { name: parsed[address.name] ?? '', organization });
      continue;
    }
    const kind = await catalogue.kind(complete);
    if (kind === undefined) throw new Error(`nothing shows ${complete}`);
    const place = positionalName(kind.show, kind.name.input);
    const { document = null, error } = await read(
      kind.show,
      typedValues(kind.show, { ...kind.name.idFlag, [place]: id }),
    );
    const [item] = itemsOf(kind.show, document, false);
    const name = textAt(item, kind.name.field);
    if (error !== undefined || name === undefined)
      return `the name of ${id} could not be read: ${textAt(error, 'message') ?? 'the server did not report it'}`;
    named.set(argument, { name, organization: textAt(item, 'organization') });
  }
  return named;
};
