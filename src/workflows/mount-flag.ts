/** The mount in a command that is suggested: without it the command is about another engine's thing of that name. */
import type { InputValue } from '../model/parameter.ts';

/** ` --mount X` where it is not the usual one of the directory engine, else nothing. */
export const mountFlag = ({ mount }: { readonly mount?: InputValue | undefined }): string =>
  typeof mount !== 'string' || mount === 'ldap' ? '' : ` --mount ${mount}`;
