/** One object on a server, whichever way its kind, its place and its name are spelled. */
import { spellingOf } from './kind-name.ts';
import type { ObjectKind } from './kind.ts';
import type { Target } from './target.ts';
import { placeKeyOf } from './target.ts';
import { octetsOf } from './text/octets.ts';

/** An object on a server: its kind, the target that it is in, and its canonical name or ID. */
export interface Ref {
  readonly kind: string;
  readonly target: Target;
  readonly name: string;
}

const canonicalName = (kind: string, name: string): string => {
  const spelling = spellingOf(kind);
  if (spelling === undefined) return name;
  return spelling === 'lower case' ? name.toLowerCase() : (octetsOf(name) ?? name);
};

/** The path of a mount from the root is known, wherever a namespace ends in it. */
const withKnownMount = (target: Target): Target => {
  const { unknown, ...scope } = target.scope;
  return unknown === undefined || scope.mount === undefined ? target : { ...target, scope };
};

/**
 * Returns the object of a kind by its name or ID, in any spelling that the server takes. The only object of a mount
 * needs no name.
 */
export const refOf = (
  { kind, singleton }: Pick<ObjectKind, 'singleton'> & { readonly kind: string },
  target: Target,
  name: string,
): Ref => ({
  kind,
  target: withKnownMount(target),
  name: singleton === true ? '' : canonicalName(kind, name),
});

/** The text of an object, for keys: one for every spelling of it. */
export const keyOf = ({ kind, target, name }: Ref): string =>
  JSON.stringify([kind, placeKeyOf(target), name]);

export const sameRef = (one: Ref, other: Ref): boolean => keyOf(one) === keyOf(other);
