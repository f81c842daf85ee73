import type { Json } from '../../documents/json/json.ts';
import { isArray, isObject } from '../../documents/json/json.ts';
import type { Secret } from '../../catalogue/http.ts';
import { literal } from '../../catalogue/secret-forms.ts';

export type Piece = { readonly text: string } | { readonly secret: Secret };

/** Secrets shorter than this are recognized only as a whole value. */
const shortest = 4;
/** Secrets shorter than this are replaced only as whole words: the password `root` is not part of `root-ca`. */
const ordinary = 8;

export const cut = (text: string, secrets: readonly Secret[]): readonly Piece[] => {
  const whole = secrets.find(({ value }) => value !== '' && value === text);
  if (whole !== undefined) return [{ secret: whole }];
  const known = secrets
    .filter(({ value }) => value.length >= shortest)
    .toSorted((a, b) => b.value.length - a.value.length);
  let pieces: readonly Piece[] = text === '' ? [] : [{ text }];
  for (const secret of known) {
    pieces = pieces.flatMap((piece) => ('secret' in piece ? [piece] : cutOne(piece.text, secret)));
  }
  return pieces;
};

const cutOne = (text: string, secret: Secret): readonly Piece[] =>
  text
    .split(
      secret.value.length < ordinary
        ? new RegExp(String.raw`(?<!\w)${literal(secret.value)}(?!\w)`)
        : secret.value,
    )
    .flatMap((part, index): Piece[] => [
      ...(index === 0 ? [] : [{ secret }]),
      ...(part === '' ? [] : [{ text: part }]),
    ]);

export const named = (text: string, secrets: readonly Secret[]): string =>
  cut(text, secrets)
    .map((piece) => ('secret' in piece ? `$${piece.secret.name}` : piece.text))
    .join('');

export const namedUrl = (url: string, secrets: readonly Secret[]): string =>
  named(
    url,
    secrets.flatMap((secret) => [
      ...(secret.value.isWellFormed() ? [{ ...secret, value: encodeURIComponent(secret.value) }] : []),
      secret,
    ]),
  );

export const mapStrings = (value: Json, replace: (text: string) => string): Json => {
  if (typeof value === 'string') return replace(value);
  if (isArray(value)) return value.map((item) => mapStrings(item, replace));
  if (!isObject(value)) return value;
  const copy: Record<string, Json | undefined> = Object.create(null);
  for (const [key, inner] of Object.entries(value)) {
    copy[key] = inner === undefined ? undefined : mapStrings(inner, replace);
  }
  return copy;
};
