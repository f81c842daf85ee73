/** What a shell can offer for the value of a flag or positional. */
import type { CompletionName, Parameter, SelectorName } from '../../../src/catalogue/parameter.ts';
import { shellSafe } from '../../../src/run/lists/condition-words.ts';

/** What may stand there; a switch has none. */
export interface Values {
  /** Words that are known; empty where none are. */
  readonly words: readonly string[];
  /** `list`: words with commas between them. */
  readonly form: 'word' | 'list';
  /** Files: `content` after `@` only. */
  readonly files: 'none' | 'all' | 'content';
  /** Where no word fits, `trivet complete` knows more. */
  readonly live: boolean;
}

export const nothing: Values = { words: [], form: 'word', files: 'none', live: false };

export const wordsOnly = (words: readonly string[], form: Values['form'] = 'word'): Values => ({
  ...nothing,
  words,
  form,
});

/** What a shell can offer for selectors of objects and of their fields. */
export type SelectorValues = Readonly<Record<SelectorName, Values>>;

const isSelector = (name: CompletionName, selectors: SelectorValues): name is SelectorName =>
  Object.hasOwn(selectors, name);

const content: ReadonlySet<Parameter['type']> = new Set(['text', 'secret', 'bytes', 'json']);

export const valuesOf = (parameter: Parameter, selectors: SelectorValues): Values | undefined => {
  const { type, complete } = parameter;
  if (type === 'boolean') return undefined;
  if (complete !== undefined && isSelector(complete, selectors)) return selectors[complete];
  const words = (parameter.enum ?? parameter.suggests)?.filter((word) => shellSafe.test(word)) ?? [];
  if (words.length > 0) return wordsOnly(words, type === 'strings' ? 'list' : 'word');
  if (complete !== undefined && complete !== 'file') return { ...nothing, live: true };
  if (content.has(type)) return { ...nothing, files: 'content' };
  return complete === 'file' || parameter.metavar === 'file' ? { ...nothing, files: 'all' } : nothing;
};
