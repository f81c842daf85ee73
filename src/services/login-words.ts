import type { ServiceName } from '../catalogue/product.ts';
import type { LoginAgain } from '../config/file/profile.ts';
import { shellWord } from '../catalogue/text/shell-words.ts';
import { suggestWith } from './suggest.ts';

export const loginWords = (
  service: ServiceName,
  profile: string | undefined,
  again: LoginAgain = {},
): readonly string[] => [
  'login',
  service,
  ...(profile === undefined ? [] : ['--profile', profile]),
  ...Object.entries(again).flatMap(([flag, value]) =>
    value === undefined ? [] : [`--${flag}`, String(value)],
  ),
];

/** @param profile that the run uses, which need not be the current one */
export const loginLine = (service: ServiceName, profile: string | undefined, again?: LoginAgain): string =>
  suggestWith([], loginWords(service, profile, again).map(shellWord).join(' '));
