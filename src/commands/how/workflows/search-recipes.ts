/** Finds recipes by the words of a question: in the program, and in a browser on the documentation site. */
import type { Recipe } from '../../../catalogue/recipe.ts';

/** The searched texts of a recipe, and the command lines that distinguish it from others. */
export type SearchedRecipe = Pick<
  Recipe,
  'title' | 'lines' | 'path' | 'names' | 'text' | 'more' | 'lacks' | 'destroys'
>;

/** Words that questions have and answers need not. */
const filler = new Set(
  (
    'a an the i my me we to of in on at by is it are be do does did how can what which who where when why with for from ' +
    'and or that this want need should would please all any some there have has get if only then else its it am getting ' +
    'dont nobody somebody uses trivet wich see still did done was were after again keep keeps one two three four five six'
  ).split(' '),
);

/** `certificates` and `certificate` are one word; so are `revoking` and `revoke`. */
const stem = (word: string): string =>
  word.length < 5 ? word.replace(/^(\w\w[^s\W])s$/, '$1') : word.replace(/(?:ies|ing|ed|es|s|e|y)$/, '');

const termOf = (word: string): string | null => {
  const lower = word.toLowerCase();
  return filler.has(lower) ? null : stem(lower);
};

/** The word with two neighbours exchanged, the most frequent typing mistake, as far as that is a word of the index. */
const untangled = (word: string, vocabulary: ReadonlySet<string>): readonly string[] => {
  if (word.length < 4 || vocabulary.has(termOf(word) ?? '')) return [];
  return Array.from(
    word,
    (_, at) => word.slice(0, at) + (word[at + 1] ?? '') + (word[at] ?? '') + word.slice(at + 2),
  )
    .slice(0, -1)
    .filter((one) => vocabulary.has(termOf(one) ?? ''));
};

/** The least part of a question's words that an answer has: with less it would answer something else. */
const leastPart = 0.5;

/** A question about what is, which a change does not answer. */
const asksWhy = /^(?:why|who|when|is|are)\b/i;

/** The least part of the best answer's score that a further one has. */
const leastOfBest = 0.15;

/** Tools whose name at the beginning of a question says nothing about what is to be done. */
const tools = new Set('trivet terraform tofu tfctl vault bao nomad kubectl gh'.split(' '));

/** Words of users for words of trivet, each of which is looked for. */
const synonyms: ReadonlyMap<string, string> = new Map(
  Object.entries({
    kill: 'stop killed stopped',
    killed: 'stop stopped',
    interrupted: 'stopped continue',
    crash: 'failed',
    resume: 'continue',
    holds: 'holder',
    owns: 'holder',
    rotate: 'renew',
    replace: 'renew',
    renew: 'renewed',
    return: 'give back',
    find: 'show list read',
    search: 'list show',
    lookup: 'show',
    wrong: 'problems',
    valid: 'verify',
    remove: 'delete',
    secret: 'credentials kv',
    secrets: 'credentials kv',
    password: 'credentials',
    tls: 'certificate',
    ssl: 'certificate',
    cert: 'certificate',
    certs: 'certificate',
    rollback: 'revert',
    crashed: 'failed',
    crashing: 'failed',
    crashes: 'failed',
    down: 'failed',
    broken: 'problems',
    hurts: 'problems',
    break: 'force unlock',
    brake: 'force unlock',
    deploy: 'register',
    release: 'unlock',
    csv: 'format',
    json: 'format',
    yaml: 'format',
    expire: 'expires',
    expiring: 'expires',
    login: 'auth',
    store: 'login',
    save: 'login',
    bulk: 'many',
    several: 'many',
    every: 'many',
    all: 'many',
    try: 'sandbox',
    demo: 'sandbox',
    github: 'pipeline',
    gitlab: 'pipeline',
    pod: 'allocation',
    pods: 'allocation',
    alloc: 'allocation',
    container: 'allocation',
    replicas: 'scale',
    confirmation: 'yes',
    ask: 'questions',
    history: 'versions',
  }),
);

/** Returns a function that finds the recipes that fit a question best, the best first, at most one for the same lines. */
export const searcherOf = async <W extends SearchedRecipe>(recipes: readonly W[]) => {
  const { default: MiniSearch } = await import('minisearch');
  const vocabulary = new Set<string>();
  const index = new MiniSearch<W & { readonly id: number }>({
    fields: ['title', 'path', 'names', 'text', 'more'],
    processTerm: (word) => {
      const term = termOf(word);
      if (term !== null) vocabulary.add(term);
      return term;
    },
    searchOptions: { processTerm: termOf },
  });
  index.addAll(recipes.map((recipe, id) => ({ ...recipe, title: recipe.lacks ?? recipe.title, id })));
  return (question: string, most: number): readonly W[] => {
    const asked = question.replaceAll(/\b(?:log|sign) ?(in|out)\b/gi, 'log$1').split(/[^\p{L}\p{N}]+/u);
    const words = asked
      .filter((word, at) => at > 0 || asked.length === 1 || !tools.has(word.toLowerCase()))
      .map((word) => ({
        queries: [
          word,
          ...(synonyms.get(word.toLowerCase())?.split(' ') ?? []),
          ...untangled(word.toLowerCase(), vocabulary),
        ].filter((one) => termOf(one)),
      }))
      .filter(({ queries }) => queries.length > 0);
    const guesses = (term: string): boolean => term.length > 3;
    // An answer with all words of the question is better than one with some of them often.
    const found = (['AND', 'OR'] as const).flatMap((combineWith) =>
      index.search(
        { combineWith, queries: words },
        {
          boost: { title: 4, path: 2, names: 3, text: 1, more: 0.5 },
          // A word of the index is not a typing mistake.
          fuzzy: (term) => (guesses(term) && !vocabulary.has(term) ? 0.25 : false),
          prefix: guesses,
          // That trivet lacks it is the answer to a question about it.
          boostDocument: (id) => (recipes[Number(id)]?.lacks === undefined ? 1 : 3),
          weights: { fuzzy: 0.4, prefix: 0.6 },
        },
      ),
    );
    const seen = new Set<string>();
    const best: W[] = [];
    const least = (found[0]?.score ?? 0) * leastOfBest;
    let isWhole = false;
    for (const { id, match, queryTerms, score } of found) {
      if (score < least) continue;
      const recipe = recipes[Number(id)];
      if (
        recipe?.lacks !== undefined &&
        !Object.values(match)
          .flat()
          .some((field) => field === 'title')
      )
        continue;
      const matched = new Set(queryTerms);
      const share =
        words.filter(({ queries }) => queries.some((one) => matched.has(termOf(one) ?? ''))).length /
        words.length;
      isWhole ||= share === 1;
      if (recipe?.destroys === true && asksWhy.test(question)) continue;
      // Half an answer is left out beside a whole one; a command that destroys something never is half an answer.
      if (share < leastPart || (share < 0.6 && (isWhole || recipe?.destroys === true))) continue;
      const key = recipe?.lines.join('\n') || recipe?.title || '';
      if (recipe === undefined || seen.has(key)) continue;
      seen.add(key);
      best.push(recipe);
      if (best.length === most) break;
    }
    return best;
  };
};
