import { writesFiles } from '../view.ts';
import type { Command } from '../command.ts';
import { parametersOf } from '../command.ts';
import type { KindName } from '../kind-name.ts';
import { isKindName } from '../kind-name.ts';
import { memoize } from '../../system/values/memoize.ts';

interface ObjectPlace {
  readonly place: string;
  readonly kind: KindName;
}

const makes: readonly string[] = ['create', 'write', 'register'];

export const kindAt = (command: Command, place: string): string | undefined =>
  parametersOf(command)[place]?.complete;

/** The object that `--where`, `--all` and `-` select; undefined if the command cannot take several. */
export const objectOf = memoize((command: Command): ObjectPlace | undefined => {
  const [first, ...others] = command.positional ?? [];
  if (first === undefined || first.variadic === true || first.optional === true) return undefined;
  const kind = kindAt(command, first.name);
  if (kind === undefined || !isKindName(kind) || command.operations.length === 0) return undefined;
  if (makes.includes(command.path.split(' ').at(-1) ?? '') || command.requests !== undefined)
    return undefined;
  const gives = command.operations.some(
    ({ operation: { effect, returnedOnce, view } }) =>
      effect === 'read' || returnedOnce !== undefined || view.kind === 'credentials' || writesFiles(view),
  );
  const second = others
    .map(({ name }) => kindAt(command, name))
    .some((one) => one === 'file' || (one !== undefined && isKindName(one) && one !== 'group'));
  return gives || second ? undefined : { place: first.name, kind };
});
