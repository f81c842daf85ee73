import { traitsOf } from '../../output/formats/formats.ts';
import { choosesOfDocument } from '../given-globals.ts';
import type { Globals } from '../given-globals.ts';

/** Whether the command's own text is printed, also in a pipe: unless data, or a part of the document, is asked for. */
export const printsText = (globals: Globals): boolean =>
  (globals.output === undefined || traitsOf(globals.output).forPeople === true) &&
  !choosesOfDocument(globals);
