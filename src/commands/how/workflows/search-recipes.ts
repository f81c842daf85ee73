/** Also runs in a browser, on the documentation site. */
import type { Recipe } from '../../../catalogue/recipe.ts';

export type SearchedRecipe = Pick<
  Recipe,
  'title' | 'lines' | 'path' | 'names' | 'text' | 'more' | 'lacks' | 'destroys'
>;

/** In questions, not in answers. */
const filler = new Set(
  (
    'a an the i my me we to of in on at by is it are be do does did how can what which who where when why with for from ' +
    'and or that this want need should would please all any some there have has get if only then else its it am getting ' +
    'dont nobody somebody uses trivet wich see still did done was were after again keep keeps one two three four five six'
  ).split(' '),
);

const stem = (word: string): string =>
  word.length < 5 ? word.replace(/^(\w\w[^s\W])s$/, '$1') : word.replace(/(?:ies|ing|ed|es|s|e|y)$/, '');

const termOf = (word: string): string | null => {
  const lower = word.toLowerCase();
  return filler.has(lower) ? null : stem(lower);
};

/** Two exchanged letters, if that gives a known word. */
const untangled = (word: string, vocabulary: ReadonlySet<string>): readonly string[] => {
  if (word.length < 4 || vocabulary.has(termOf(word) ?? '')) return [];
  return Array.from(
    word,
    (_, at) => word.slice(0, at) + (word[at + 1] ?? '') + (word[at] ?? '') + word.slice(at + 2),
  )
    .slice(0, -1)
    .filter((one) => vocabulary.has(termOf(one) ?? ''));
};

/** With fewer of a question's words an answer would answer something else. */
const leastPart = 0.5;

/** A change does not answer these. */
const asksWhy = /^(?:why|who|when|is|are)\b/i;

const leastOfBest = 0.15;

/** At the beginning of a question they say nothing. */
const tools = new Set('trivet terraform tofu tfctl vault bao nomad kubectl gh'.split(' '));

/** Users' words -> trivet's, each looked for. */
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

/** Best first, one for equal lines. */
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
    // All words beat frequent ones.
    const found = (['AND', 'OR'] as const).flatMap((combineWith) =>
      index.search(
        { combineWith, queries: words },
        {
          boost: { title: 4, path: 2, names: 3, text: 1, more: 0.5 },
          // Known words are not typing mistakes.
          fuzzy: (term) => (guesses(term) && !vocabulary.has(term) ? 0.25 : false),
          prefix: guesses,
          // The answer is that trivet lacks it.
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
      // Half an answer is dropped beside a whole one, and always if it destroys something.
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
