/** Names as `-o name` prints them, one for each line. */
import { control } from '../../documents/invisible.ts';
import { visible } from '../text/safe.ts';

const controls = control();

/** Every name has a form of its own: `\u{a}` is a line feed, and `\u{5c}u{a}` the name `\u{a}`. */
export const writtenName = (name: string): string =>
  name.replaceAll(/\\(?=u\{)/g, visible).replace(controls, visible);
