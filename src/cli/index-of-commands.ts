/** The generated index in the form that routing needs. */
import { bareFlags, paths, valuedFlags } from '../groups/tree.ts';
import type { Index } from './route.ts';

export const index: Index = { paths, valued: new Set(valuedFlags), bare: new Set(bareFlags) };
