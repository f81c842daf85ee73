/**
 * The mount flag of a suggested command: without it, the command would use an object of that name in another
 * engine.
 */
import type { InputValue } from '../../../model/catalogue/parameter.ts';

/** ` --mount X` unless it is the default mount of the directory engine. */
export const mountFlag = ({ mount }: { readonly mount?: InputValue | undefined }): string =>
  typeof mount !== 'string' || mount === 'ldap' ? '' : ` --mount ${mount}`;
