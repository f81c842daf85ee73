import { isNullable, flagsOf } from '../../run/flags.ts';
import type { Flag } from '../../run/flags.ts';
import { offeredFlags } from '../refuse-flags.ts';
import type { Command } from '../../catalogue/command.ts';
import { parametersOf, replyFieldsOf } from '../../catalogue/command.ts';
import type { Fields } from '../../catalogue/field.ts';
import type { Example, Operation } from '../../catalogue/operation.ts';
import { sentBy } from '../../catalogue/operation.ts';
import { permissionOf } from '../../catalogue/permission.ts';

export interface CommandParts {
  readonly description: string | undefined;
  readonly places: readonly { readonly term: string; readonly text: string }[];
  readonly flags: readonly Flag[];
  readonly nullable: readonly string[];
  readonly examples: readonly Example[];
  readonly fields: Fields;
  readonly operations: readonly Operation[];
  readonly permission: string | undefined;
}

const rightsOf = ({ operations: [first], alsoNeeds }: Command): string | undefined => {
  const read = first && sentBy(first.operation) !== first.operation ? first.operation.objectRead : undefined;
  const rights = [first && permissionOf(first.operation), read && permissionOf(read), alsoNeeds].filter(
    (right) => right !== undefined,
  );
  return rights.length === 0 ? undefined : rights.join('; also ');
};

export const partsOf = (command: Command): CommandParts => {
  const operations = command.operations.map(({ operation }) => operation);
  const [first] = operations;
  const parameters = parametersOf(command);
  return {
    description: command.description ?? first?.description,
    places: (command.positional ?? []).map(({ name }) => ({
      term: `<${parameters[name]?.metavar ?? name}>`,
      text: parameters[name]?.summary ?? name,
    })),
    flags: offeredFlags(command),
    nullable: isNullable(command)
      ? flagsOf(command)
          .filter(({ parameter }) => parameter.nullable === true)
          .map(({ name }) => name)
      : [],
    examples: command.examples ?? operations.flatMap(({ examples }) => examples),
    fields: replyFieldsOf(command),
    operations,
    permission: rightsOf(command),
  };
};
