import { spellingOf } from './kind-name.ts';
import type { ObjectKind } from './kind.ts';
import type { Target } from './target.ts';
import { placeKeyOf } from './target.ts';
import { octetsOf } from './text/octets.ts';

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

const withKnownMount = (target: Target): Target => {
  const { unknown, ...scope } = target.scope;
  return unknown === undefined || scope.mount === undefined ? target : { ...target, scope };
};

export const refOf = (
  { kind, singleton }: Pick<ObjectKind, 'singleton'> & { readonly kind: string },
  target: Target,
  name: string,
): Ref => ({
  kind,
  target: withKnownMount(target),
  name: singleton === true ? '' : canonicalName(kind, name),
});

export const keyOf = ({ kind, target, name }: Ref): string =>
  JSON.stringify([kind, placeKeyOf(target), name]);

export const sameRef = (one: Ref, other: Ref): boolean => keyOf(one) === keyOf(other);

/** The borrower as the server reports it; the token is a hash that only the server can compute. */
export interface Borrower {
  readonly entity?: string | undefined;
  readonly token?: string | undefined;
}

/** The mark at the end of a lock's reason, which one run or loan writes. */
interface Mark {
  readonly by: 'mark';
  readonly mark: string;
}

/** A hash of the holder and reason that the receipt recorded. */
interface Recorded {
  readonly by: 'receipt';
  readonly state: string;
}

/** Known after the check-out. `server`: the server takes a check-in only from the borrower. */
type Borrowed = ({ readonly by: 'borrower' } & Borrower) | { readonly by: 'server' };

/** A lease needs only its ID, which only one request got. */
type Proof = Mark | Recorded | Borrowed | { readonly by: 'lease' };

/** A claim is what can be released; a name is not enough. */
export interface Claim<By extends Proof['by'] = Proof['by']> {
  readonly ref: Ref;
  readonly proof: Extract<Proof, { readonly by: By }>;
}
