/** The end of a suggested command: without it, the command would reach an object of that name somewhere else. */
import { serverFlags } from './given-globals.ts';
import type { Session } from './session/session.ts';
import type { InputValue } from '../catalogue/parameter.ts';
import { shellWord } from '../catalogue/text/shell-words.ts';

interface Mounted {
  readonly mount?: InputValue | undefined;
}

/** ` --mount X` unless it is the `usual` mount of the engine. */
export const mountFlag = (usual: 'ldap' | 'pki' | undefined, { mount }: Mounted): string =>
  typeof mount !== 'string' || mount === usual ? '' : ` --mount ${shellWord(mount)}`;

/** The mount, and the flags that chose the server. */
export const placeFlags = (
  { globals }: Pick<Session, 'globals'>,
  usual: 'ldap' | 'pki' | undefined,
  place: Mounted,
): string => `${mountFlag(usual, place)}${serverFlags(globals)}`;
