/**
 * The scripted client: chooses what to call by the words of a question and of the descriptions, derives the next call from
 * the reply, and answers with values of replies. No task has a rule of its own, and no name of trivet stands here.
 */
import type { Choice, Door, Input, Item, Shape } from './door.ts';
import { isWithin, overlap, rarityIn, termsOf, valuesIn, withoutValues } from './words.ts';

export interface Question {
  /** What an operator writes; names and values are in backticks. */
  readonly ask: string;
  /** The facts that are wanted, in the operator's words; none for a change. */
  readonly want: readonly string[];
}

export type Answer = readonly Readonly<Record<string, unknown>>[];

/** Choices that are tried for one question, and objects that are looked up one by one. */
const mostTried = 4;
const mostObjects = 10;

const verbs = termsOf('list show');

const isList = ({ name }: Choice): boolean => name.endsWith(' list');
const isShow = ({ name }: Choice): boolean => name.endsWith(' show');

/** The best first. Choices for many objects suit a question without a name, and the others one with it. */
const ranked = (choices: readonly Choice[], { ask, want }: Question): readonly Choice[] => {
  const terms = termsOf(withoutValues(ask)).filter((term) => !verbs.includes(term));
  const facts = want.flatMap(termsOf);
  const named = valuesIn(ask).length > 0;
  const read = choices.map((choice) => {
    const [summary = '', ...rest] = choice.text.split('. ');
    return { choice, name: termsOf(choice.name), summary: termsOf(summary), rest: termsOf(rest.join(' ')) };
  });
  const rarity = rarityIn(read.map(({ name, summary, rest }) => [...name, ...summary, ...rest]));
  const scored = read.map(({ choice, name, summary, rest }, index) => {
    const weight = (term: string): number =>
      name.includes(term) ? 3 : summary.includes(term) ? 2 : rest.includes(term) ? 1 : 0;
    const fits = [...new Set(terms)].reduce((sum, term) => sum + rarity(term) * weight(term), 0);
    const has = [...new Set(facts)].reduce((sum, term) => sum + (weight(term) > 0 ? rarity(term) : 0), 0);
    const stray = name.filter((term) => !terms.includes(term) && !verbs.includes(term));
    const missed = stray.reduce((sum, term) => sum + rarity(term), 0);
    const each = /\beach\b/.test(ask);
    const suits = each || named ? isShow(choice) : isList(choice);
    const misfits = named ? isList(choice) : isShow(choice) && !each;
    // A question is about what is, not about what to do.
    const form = want.length === 0 ? 0 : Number(suits) * 2 - Number(misfits) * 2;
    return { choice, index, score: fits + has - missed + form };
  });
  return scored.toSorted((a, b) => b.score - a.score || a.index - b.index).map(({ choice }) => choice);
};

const isNumber = (value: string): boolean => /^\d+$/.test(value);
const isDuration = (value: string): boolean => /^\d+[smhd]$/.test(value);

type Given = Record<string, unknown>;

interface Filled {
  readonly given: Given;
  /** Names that no input takes: items are searched for them. */
  readonly left: readonly string[];
  readonly missing: readonly Input[];
}

const as = ({ types }: Input, value: string): unknown => (types.includes('array') ? [value] : value);

/** The input whose description shares most with the question. */
const closestTo = (terms: readonly string[], inputs: readonly Input[]): Input | undefined =>
  inputs
    .map((input) => ({ input, shared: overlap(termsOf(`${input.name} ${input.text}`), terms) }))
    .filter(({ shared }) => shared > 0)
    .toSorted((a, b) => b.shared - a.shared)[0]?.input;

/** Words of a question become arguments by the types, words and descriptions of the inputs. */
const fill = ({ inputs, fields }: Shape, { ask, want }: Question): Filled => {
  const terms = termsOf(withoutValues(ask));
  const given: Given = {};
  const free = (): readonly Input[] => inputs.filter(({ name }) => !(name in given));
  const left: string[] = [];
  for (const value of valuesIn(ask)) {
    const worded = free().find(({ words }) => words.includes(value));
    const typed = isNumber(value)
      ? closestTo(
          terms,
          free().filter(({ types }) => types.includes('integer')),
        )
      : isDuration(value)
        ? closestTo(
            terms,
            free().filter(({ types }) => types.includes('string') && types.includes('integer')),
          )
        : undefined;
    const place =
      worded ??
      typed ??
      free().find(({ required, words }) => required && words.length === 0) ??
      free().find(
        ({ name, types, words }) =>
          words.length === 0 && types[0] === 'string' && types.length === 1 && isWithin(termsOf(name), terms),
      );
    if (place === undefined) left.push(value);
    else given[place.name] = as(place, value);
  }
  // "Which are locked" is a condition, where there is a field of that name.
  const [, state = ''] = /\bare (\w+)/.exec(withoutValues(ask)) ?? [];
  const field = fields?.find((one) => one === state && !want.includes(one));
  if (field !== undefined && free().some(({ name }) => name === 'where')) given['where'] = [`${field}=true`];
  for (const { name, types } of free())
    if (types.includes('boolean') && isWithin(termsOf(name), terms) && !fields?.includes(name))
      given[name] = true;
  return { given, left, missing: free().filter(({ required }) => required) };
};

/** The field for a fact: the one with its words and the fewest others. */
const fieldFor = (fact: string, fields: readonly string[]): string | undefined =>
  fields
    .filter((field) => isWithin(termsOf(fact), termsOf(field)))
    .toSorted((a, b) => termsOf(a).length - termsOf(b).length)[0];

/** The field that names an item: the first that is described. */
const nameIn = (fields: readonly string[]): string | undefined =>
  fields.find((field) => /^(?:name|id|key)$/i.test(field)) ?? fields[0];

const resolve = (fact: string, fields: readonly string[]): string | undefined =>
  fieldFor(fact, fields) ?? (fact === 'name' ? nameIn(fields) : undefined);

/** The values of a fact at the least depth at which a reply has it. */
const valuesOf = (fact: string, item: Item): readonly unknown[] => {
  let level: readonly unknown[] = [item];
  while (level.length > 0) {
    const objects = level.flatMap((one) => (Array.isArray(one) ? (one as readonly unknown[]) : [one]));
    const members = objects.flatMap((one) =>
      typeof one === 'object' && one !== null ? Object.entries(one) : [],
    );
    const key = resolve(fact, [...new Set(members.map(([name]) => name))]);
    const found = members.filter(([name]) => name === key).map(([, value]: [string, unknown]) => value);
    if (found.length > 0) return found;
    level = members.map(([, value]: [string, unknown]) => value);
  }
  return [];
};

/** An answer has a value for each fact in some item; undefined without one. */
const answerFrom = (items: readonly Item[], want: readonly string[]): Answer | undefined => {
  const answer = items.map((item) =>
    Object.fromEntries(
      want.map((fact) => {
        const found = valuesOf(fact, item);
        return [fact, found.length === 1 ? found[0] : found];
      }),
    ),
  );
  const lacks = (value: unknown): boolean =>
    value === null || value === undefined || (Array.isArray(value) && value.length === 0);
  const known = want.every((fact) => answer.some((one) => !lacks(one[fact])));
  return known ? answer : undefined;
};

const mentions = (item: Item, names: readonly string[]): boolean =>
  names.every((name) => JSON.stringify(item).includes(JSON.stringify(name)));

/** Asks for the wanted fields only, where a call can choose them. */
const choosing = ({ inputs, fields }: Shape, want: readonly string[]): Given => {
  if (fields === undefined || !inputs.some(({ name }) => name === 'fields')) return {};
  const chosen = want.flatMap((fact) => resolve(fact, fields) ?? []);
  return chosen.length === want.length && chosen.length > 0 ? { fields: [...new Set(chosen)] } : {};
};

const cannotAnswer = ({ fields, open }: Shape, want: readonly string[]): boolean =>
  !open && fields !== undefined && want.some((fact) => resolve(fact, fields) === undefined);

/** Looks up one by one what a list names, where a choice needs a name that the question lacks. */
const oneByOne = async (
  door: Door,
  choices: readonly Choice[],
  choice: Choice,
  shape: Shape,
  { given, missing }: Filled,
  want: readonly string[],
): Promise<Answer | undefined> => {
  const [needed, ...others] = missing;
  const list = choices.find(({ name }) => name === choice.name.replace(/ show$/, ' list'));
  if (needed === undefined || others.length > 0 || list === undefined || list === choice) return undefined;
  const { items } = await door.call(list, {});
  const answer: Readonly<Record<string, unknown>>[] = [];
  for (const item of items.slice(0, mostObjects)) {
    const [name] = valuesOf('name', item);
    const { items: found } = await door.call(choice, {
      ...given,
      ...choosing(shape, want),
      [needed.name]: name,
    });
    const facts = want.filter((fact) => fact !== 'name');
    const [one] = answerFrom(found, facts) ?? [];
    if (one !== undefined) answer.push(want.includes('name') ? { name, ...one } : one);
  }
  return answer.length > 0 ? answer : undefined;
};

const tried = async (
  door: Door,
  choices: readonly Choice[],
  choice: Choice,
  question: Question,
): Promise<Answer | undefined> => {
  const { want } = question;
  const shape = await door.shapeOf(choice);
  if (shape.changes !== (want.length === 0)) return undefined;
  const filled = fill(shape, question);
  if (filled.missing.length > 0) return oneByOne(door, choices, choice, shape, filled, want);
  if (cannotAnswer(shape, want)) return undefined;
  // Items that are searched for a name must have it.
  const fields = filled.left.length > 0 ? {} : choosing(shape, want);
  const { items, failed } = await door.call(choice, { ...filled.given, ...fields });
  if (want.length === 0) return failed ? undefined : items;
  return answerFrom(
    items.filter((item) => mentions(item, filled.left)),
    want,
  );
};

/** Answers a question, or makes the change that it asks for; undefined if it did not find out how. */
export const solve = async (door: Door, question: Question): Promise<Answer | undefined> => {
  for await (const choices of door.rounds(termsOf(withoutValues(question.ask)))) {
    for (const choice of ranked(choices, question).slice(0, mostTried)) {
      const answer = await tried(door, choices, choice, question);
      if (answer !== undefined) return answer;
    }
  }
  return undefined;
};
