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

/** Who has an account, as the server reports it: its token as a hash that only the server can compute. */
export interface Borrower {
  readonly entity?: string | undefined;
  readonly token?: string | undefined;
}

/** The end of the reason of a lock, which one run or loan writes. */
interface Mark {
  readonly by: 'mark';
  readonly mark: string;
}

/** Holder and reason of a lock, as its receipt has them: the hash of that state. */
interface Recorded {
  readonly by: 'receipt';
  readonly state: string;
}

/** The borrower of an account after its check-out, or the server, which takes a check-in only from the borrower. */
type Borrowed = ({ readonly by: 'borrower' } & Borrower) | { readonly by: 'server' };

/** A proof of who holds an object. The ID of a lease proves it: only one request got it. */
type Proof = Mark | Recorded | Borrowed | { readonly by: 'lease' };

/** An object that was taken, and the proof of who holds it: only a claim is released, never a name. */
export interface Claim<By extends Proof['by'] = Proof['by']> {
  readonly ref: Ref;
  readonly proof: Extract<Proof, { readonly by: By }>;
}
