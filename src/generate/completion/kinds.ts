/** Live names that belong to something: the first word that was typed after the command. */
import type { CompletionName } from '../../model/parameter.ts';

export const kindsWithParent: readonly CompletionName[] = ['allocation', 'action'];
