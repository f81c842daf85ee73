/** The generated index as routing wants it. */
import { bareFlags, paths, valuedFlags } from '../operations/tree.ts';
import type { Index } from './route.ts';

export const index: Index = { paths, valued: new Set(valuedFlags), bare: new Set(bareFlags) };
