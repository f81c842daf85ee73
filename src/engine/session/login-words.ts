/** The command that begins a session again. */
import type { ServiceName } from '../../catalogue/product.ts';
import type { LoginAgain } from '../../config/file/profile.ts';
import { shellWord } from '../../catalogue/text/shell-words.ts';

/** The words after `trivet`. */
export const loginWords = (
  service: ServiceName,
  profile: string,
  again: LoginAgain = {},
): readonly string[] => [
  'login',
  service,
  '--profile',
  profile,
  ...Object.entries(again).flatMap(([flag, value]) =>
    value === undefined ? [] : [`--${flag}`, String(value)],
  ),
];

export const loginLine = (service: ServiceName, profile: string, again?: LoginAgain): string =>
  `trivet ${loginWords(service, profile, again).map(shellWord).join(' ')}`;
