/** How the scripted client reads English: stems, rare words, names in backticks. Nothing here knows trivet. */

const filler = new Set(
  (
    'a an the i my me we our to of in on at by is it its are be was were do does did how can could what which who whose where ' +
    'when why with for from and or that this there each every all any some have has having get give please one'
  ).split(' '),
);

const stem = (word: string): string =>
  word.length < 4 ? word : word.replace(/(?:ies|ing|ed|es|s|e|y)$/, '');

/** Words of a text in any spelling: `locked-reason`, `StatusDescription`. */
export const termsOf = (text: string): readonly string[] =>
  text
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '' && !filler.has(word))
    .map(stem);

/** What a person wrote in backticks: names, times and words to pass on as they are. */
export const valuesIn = (ask: string): readonly string[] =>
  [...ask.matchAll(/`([^`]+)`/g)].map(([, value = '']) => value);

export const withoutValues = (ask: string): string => ask.replaceAll(/`[^`]+`/g, ' ');

export const overlap = (one: readonly string[], other: readonly string[]): number =>
  one.filter((term) => other.includes(term)).length;

export const isWithin = (terms: readonly string[], all: readonly string[]): boolean =>
  terms.length > 0 && terms.every((term) => all.includes(term));

/** How much a term says: less, the more texts have it. */
export const rarityIn = (texts: readonly (readonly string[])[]): ((term: string) => number) => {
  const counts = new Map<string, number>();
  for (const terms of texts) for (const term of new Set(terms)) counts.set(term, (counts.get(term) ?? 0) + 1);
  return (term) => Math.log(1 + texts.length / (counts.get(term) ?? texts.length));
};
