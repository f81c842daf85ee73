/** Live names whose list depends on the words typed before them. */
import type { CompletionName } from './parameter.ts';

/** These belong to the first word that was typed after the command. */
export const kindsWithParent: readonly CompletionName[] = [
  'allocation',
  'action',
  'group',
  'job-version',
  'borrowed-account',
];

/** The part of these before the last slash is a folder. */
export const kindsWithFolders: readonly CompletionName[] = ['ldap-static-role', 'ldap-set'];
