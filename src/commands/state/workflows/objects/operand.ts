import { notInFiles } from './declared.ts';
import { usageError } from '../../../../system/error.ts';
import { isKindName, isStateKind, stateKinds, kindNamed } from '../../../../catalogue/kind-name.ts';
import type { ObjectKind } from '../../../../catalogue/kind.ts';
import type { Catalogue } from '../../../../catalogue/catalogue.ts';

interface LiveOperand {
  readonly profile: string | undefined;
  readonly kind: ObjectKind;
  readonly name: string;
}

export const declarableKinds = async (catalogue: Catalogue): Promise<readonly ObjectKind[]> => {
  const kinds = await Promise.all(stateKinds.map(catalogue.kind));
  return kinds.filter((kind) => kind !== undefined);
};

export const kindFor = async (catalogue: Catalogue, word: string): Promise<ObjectKind> => {
  const name = kindNamed(word) ?? word;
  const kind = isStateKind(name) ? await catalogue.kind(name) : undefined;
  if (kind !== undefined) return kind;
  throw usageError(notInFiles(word, true), `The kinds are ${stateKinds.join(', ')}.`);
};

const liveWords = (
  operand: string,
): { readonly profile: string | undefined; readonly kind: string; readonly name: string } | undefined => {
  const colon = operand.indexOf(':');
  if (colon === -1 || /^[./]/.test(operand)) return undefined;
  const at = operand.slice(0, colon).indexOf('@');
  const kind = operand.slice(at + 1, colon);
  // It is a Windows path, or a file name with a colon.
  if (!isKindName(kind) && !/^[a-z]+(?:-[a-z]+)*$/.test(kind)) return undefined;
  if (kind.length === 1) return undefined;
  return { profile: at === -1 ? undefined : operand.slice(0, at), kind, name: operand.slice(colon + 1) };
};

export const liveOperand = async (
  catalogue: Catalogue,
  operand: string,
): Promise<LiveOperand | undefined> => {
  const words = liveWords(operand);
  if (words === undefined) return undefined;
  const kind = await kindFor(catalogue, words.kind);
  if (words.name === '' && kind.singleton !== true) {
    throw usageError(`"${operand}" names no object`, `Give ${words.kind}:NAME.`);
  }
  if (words.profile === '') throw usageError(`"${operand}" names no profile before @`);
  return { profile: words.profile, kind, name: words.name };
};
