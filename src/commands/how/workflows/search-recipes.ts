/** Searches recipes; it also runs in a browser, on the documentation site. */
import type { Recipe } from '../../../catalogue/recipe.ts';

export type SearchedRecipe = Pick<
  Recipe,
  | 'title'
  | 'lines'
  | 'path'
  | 'names'
  | 'text'
  | 'more'
  | 'lacks'
  | 'destroys'
  | 'changes'
  | 'typed'
  | 'steps'
>;

/** Words of questions that are not in answers. */
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

/** The word with two letters exchanged, if that is a known word. */
const untangled = (word: string, vocabulary: ReadonlySet<string>): readonly string[] => {
  if (word.length < 4 || vocabulary.has(termOf(word) ?? '')) return [];
  return Array.from(
    word,
    (_, at) => word.slice(0, at) + (word[at + 1] ?? '') + (word[at] ?? '') + word.slice(at + 2),
  )
    .slice(0, -1)
    .filter((one) => vocabulary.has(termOf(one) ?? ''));
};

/** The least part of a question's words: with fewer, an answer is one to another question. */
const leastPart = 0.5;

/** Questions that a change does not answer. */
const asksWhy = /^(?:why|who|when|is|are)\b/i;
const asksWhat =
  /^(?:why|who|when|where|which|is|are|see|show|list|print|compare|what (?:is|are|was|did|does|changed|would))\b/i;

/** Questions about many objects, for which a line for many comes before one for a single object. */
const asksMany = /\b(?:all|every|many|several|bulk|everything)\b/i;
const isOfMany = (line: string): boolean => line.endsWith(" --where 'FIELD=VALUE' --dry-run");

const leastOfBest = 0.15;

/** Words that say nothing at the beginning of a question. */
const tools = new Set('trivet terraform tofu tfctl vault bao nomad kubectl gh'.split(' '));

/** Users' words and trivet's, each of which is looked for. */
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
    change: 'update',
    unauthorized: 'token whoami',
    forbidden: 'permission whoami',
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

/** The length of the recipe's line that begins the question: `nomad job run` of `nomad job run web.nomad`. */
const lengthTyped = (question: string, typed: readonly string[] = []): number => {
  const asked = question.toLowerCase();
  const [tool = ''] = asked.split(' ', 1);
  const plain = tools.has(tool) ? asked.slice(tool.length + 1) : undefined;
  const begins = (text: string, line: string): boolean =>
    text === line || text.startsWith(line.endsWith('/') ? line : `${line} `);
  return Math.max(
    0,
    ...typed
      .filter((line) => begins(asked, line) || (plain !== undefined && begins(plain, line)))
      // One word begins many questions, but after a tool it is a command.
      .filter((line) => plain !== undefined || line === asked || line.includes(' '))
      .map((line) => line.length),
  );
};

/** Verbs that begin questions about anything. */
const lightVerbs = new Set('run use set get show list find shell'.split(' '));

/** Adds pairs of words, as verbs have them: `check-out`. */
const withPairs = (words: readonly string[]): readonly string[] => [
  ...words,
  ...words.slice(1).map((word, at) => `${words[at] ?? ''}-${word}`),
];

/** Whether words name a whole command: `job scale` in `scale all jobs`. */
const namesCommand = (words: readonly string[], path: readonly string[]): boolean => {
  const stems = new Set(words.map(stem));
  const verb = path.at(-1) ?? '';
  // The word `locked` is a state and not a verb.
  const hasVerb = words.some(
    (word) => word === verb || synonyms.get(word)?.split(' ').includes(verb) === true,
  );
  return path.length > 1 && hasVerb && path.slice(0, -1).every((word) => stems.has(stem(word)));
};

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
  const verbs = new Map<string, number>();
  for (const { path } of recipes) {
    const verb = path?.split(' ').at(-1);
    if (verb !== undefined) verbs.set(verb, (verbs.get(verb) ?? 0) + 1);
  }
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
    const isAboutState = asksWhat.test(question);
    const guesses = (term: string): boolean => term.length > 3;
    // Recipes with all words come before frequent ones.
    const all = (['AND', 'OR'] as const).flatMap((combineWith) =>
      index.search(
        { combineWith, queries: words },
        {
          boost: { title: 4, path: 2, names: 3, text: 1, more: 0.5 },
          // Known words are not typing mistakes.
          fuzzy: (term) => (guesses(term) && !vocabulary.has(term) ? 0.25 : false),
          prefix: guesses,
          boostDocument: (id) => {
            const recipe = recipes[Number(id)];
            // Then the answer is that trivet lacks it.
            if (recipe?.lacks !== undefined) return 3;
            return recipe?.changes === true && isAboutState ? 0.4 : 1;
          },
          weights: { fuzzy: 0.4, prefix: 0.6 },
        },
      ),
    );
    const spoken = question.toLowerCase().split(/[^\p{L}\p{N}-]+/u);
    const named = withPairs(spoken);
    const first = withPairs(spoken.slice(0, 2));
    /** Recipes named by the words go before recipes that only contain them. */
    const rank = (recipe: W | undefined): number => {
      const length = lengthTyped(question, recipe?.typed);
      if (length > 0) return 1 + length;
      const path = recipe?.path?.split(' ') ?? [];
      const verb = path.at(-1) ?? '';
      const isNamed =
        namesCommand(named, path) || (first.includes(verb) && !lightVerbs.has(verb) && verbs.get(verb) === 1);
      return isNamed &&
        !(isAboutState && recipe?.changes === true) &&
        recipes[Number(all[0]?.id)]?.lacks === undefined
        ? 1
        : 0;
    };
    const found = all
      .map((one) => ({ ...one, rank: rank(recipes[Number(one.id)]) }))
      .toSorted((one, other) => other.rank - one.rank);
    const inOrder = (recipe: W): W =>
      asksMany.test(question) && recipe.steps !== true
        ? {
            ...recipe,
            lines: recipe.lines.toSorted((one, other) => Number(isOfMany(other)) - Number(isOfMany(one))),
          }
        : recipe;
    const seen = new Set<string>();
    const best: W[] = [];
    const least = (all[0]?.score ?? 0) * leastOfBest;
    let isWhole = false;
    for (const { id, match, queryTerms, score, rank: ranked } of found) {
      if (score < least && ranked === 0) continue;
      const recipe = recipes[Number(id)];
      if (
        ranked === 0 &&
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
      isWhole ||= share === 1 || ranked > 1;
      if (recipe?.destroys === true && asksWhy.test(question)) continue;
      // Half an answer is dropped beside a whole one, and always if it destroys something.
      const isHalf = share < leastPart || (share < 0.6 && (isWhole || recipe?.destroys === true));
      if (isHalf && ranked === 0) continue;
      const key = recipe?.lines.join('\n') || recipe?.title || '';
      if (recipe === undefined || seen.has(key)) continue;
      seen.add(key);
      best.push(inOrder(recipe));
      if (best.length === most) break;
    }
    return best;
  };
};
