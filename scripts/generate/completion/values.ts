/** What a shell can offer for the value of a flag or positional, as one short word of a generated script. */
import type { CompletionName, Parameter, SelectorName } from '../../../src/catalogue/parameter.ts';

/**
 * `=a b`: these words. `,a b`: a list of them, separated by commas. `!job`: live names of that kind. `/`: a file.
 * `@`: a file after `@`. Empty: nothing is known. `-`: a switch, which takes no value. `:a b~ c< c=d`: conditions
 * on these fields; all take `=` and `!=`, those that end in `~` globs too, in `<` order too; after `=` stands a
 * value that is known. `&k:a~ k:c=d`: such conditions, of the kinds that were typed before, or of all. `%a: b: b:x c:! /`: words in two stages, of which the first ends at the colon; `c:!` stands
 * for live names of that kind, also as `PROFILE@c:NAME`, and `/` for files.
 */
export type Spec = string;

/** Matches words that need no quotes in any of the supported shells. */
export const shellSafe = /^[A-Za-z0-9._/@:+=%-]+$/;

const live = (name: Exclude<CompletionName, 'file' | SelectorName>): Spec => `!${name}`;

/** What a shell can offer for selectors of objects and of their fields. */
export type SelectorSpecs = Readonly<Record<SelectorName, Spec>>;

const isSelector = (name: CompletionName, selectors: SelectorSpecs): name is SelectorName =>
  Object.hasOwn(selectors, name);

const content: ReadonlySet<Parameter['type']> = new Set(['text', 'secret', 'bytes', 'json']);

export const specOf = (parameter: Parameter, selectors: SelectorSpecs): Spec => {
  if (parameter.type === 'boolean') return '-';
  if (parameter.complete !== undefined && isSelector(parameter.complete, selectors))
    return selectors[parameter.complete];
  const words = (parameter.enum ?? parameter.suggests)?.filter((word) => shellSafe.test(word)) ?? [];
  if (words.length > 0) return `${parameter.type === 'strings' ? ',' : '='}${words.join(' ')}`;
  if (parameter.complete !== undefined && parameter.complete !== 'file') return live(parameter.complete);
  if (content.has(parameter.type)) return '@';
  return parameter.complete === 'file' || parameter.metavar === 'file' ? '/' : '';
};
