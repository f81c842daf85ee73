/**
 * Checks the language of trivet as far as a machine can: the string literals, which are its errors, hints, notes and
 * help; comments; and the titles of tests.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { parseAst } from 'rolldown/parseAst';
import { describe, expect, test } from 'vitest';
import { groups } from '../src/commands/groups.ts';
import { testNames } from './support/test-names.ts';

const root = resolve(import.meta.dirname, '..');
const src = join(root, 'src');

type Node = Readonly<Record<string, unknown>> & { readonly type: string };

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

const nodesOf = (value: unknown): readonly Node[] => (Array.isArray(value) ? value.filter(isNode) : []);

/** Stands for a value in a text. */
const hole = '{}';

const cooked = (quasi: Node): string => {
  const { value } = quasi;
  const text = typeof value === 'object' && value !== null && 'cooked' in value ? value.cooked : undefined;
  return typeof text === 'string' ? text : '';
};

/** The text of a literal, a template or their sum; undefined for anything else. */
const textOf = (node: unknown): string | undefined => {
  if (!isNode(node)) return undefined;
  if (node.type === 'Literal') return typeof node['value'] === 'string' ? node['value'] : undefined;
  if (node.type === 'TemplateLiteral') return nodesOf(node['quasis']).map(cooked).join(hole);
  if (node.type !== 'BinaryExpression' || node['operator'] !== '+') return undefined;
  const [left, right] = [textOf(node['left']), textOf(node['right'])];
  return left === undefined && right === undefined ? undefined : (left ?? hole) + (right ?? hole);
};

/** Every text that an expression can yield. */
const textsOf = (node: unknown): readonly string[] => {
  if (!isNode(node)) return [];
  switch (node.type) {
    case 'ConditionalExpression':
      return [...textsOf(node['consequent']), ...textsOf(node['alternate'])];
    case 'LogicalExpression':
      return [...textsOf(node['left']), ...textsOf(node['right'])];
    case 'ParenthesizedExpression':
      return textsOf(node['expression']);
    default: {
      const text = textOf(node);
      return text === undefined ? [] : [text];
    }
  }
};

const nameOf = (node: unknown): string | undefined =>
  isNode(node) && node.type === 'Identifier' && typeof node['name'] === 'string' ? node['name'] : undefined;

/** The hints of a node: `hint: …`, a constant of that name, the second argument of an error. */
const hintsAt = (node: Node): readonly string[] => {
  if (node.type === 'Property' && nameOf(node['key']) === 'hint') return textsOf(node['value']);
  if (node.type === 'VariableDeclarator' && /hint$/i.test(nameOf(node['id']) ?? '')) {
    return textsOf(node['init']);
  }
  if (node.type === 'CallExpression' && /^(?:usage|local)Error$/.test(nameOf(node['callee']) ?? '')) {
    return textsOf(nodesOf(node['arguments'])[1]);
  }
  return [];
};

interface Texts {
  readonly all: string[];
  readonly hints: string[];
}

const collect = (value: unknown, texts: Texts): void => {
  if (Array.isArray(value)) {
    for (const one of value) collect(one, texts);
    return;
  }
  if (!isNode(value)) return;
  texts.hints.push(...hintsAt(value));
  const text = textOf(value);
  if (text !== undefined) {
    texts.all.push(text);
    return;
  }
  for (const one of Object.values(value)) collect(one, texts);
};

const filesIn = (folder: string): readonly string[] =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.[cm]?[jt]s$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));

// The sandbox uses the words of the servers.
const files = filesIn('src').filter((file) => !relative(src, file).startsWith('sandbox/'));

const textsIn = new Map(
  files.map((file) => {
    const texts: Texts = { all: [], hints: [] };
    collect(parseAst(readFileSync(file, 'utf8'), { lang: 'ts' }), texts);
    return [relative(src, file), texts];
  }),
);

const found = (kind: keyof Texts, wrong: (text: string) => boolean): readonly string[] =>
  [...textsIn].flatMap(([file, texts]) => texts[kind].filter(wrong).map((text) => `${file}: ${text}`));

/**
 * Whether each line begins with a capital, a value, a flag or a command, and ends with a stop, a value or a command to
 * paste after a colon.
 */
const isSentence = (text: string): boolean =>
  text
    .split('\n')
    .every(
      (line) =>
        /^(?:[A-Z]|\{\}|--?[a-z]|trivet )/.test(line) &&
        (/(?:[.?]|\{\})$/.test(line) ||
          /: (?:trivet|nomad|chmod|openssl|--?[a-z]|\{\})(?:[^:]|:(?! ))*$/.test(line)),
    );

/** The longest first: `completion install` is not `completion` with an argument. */
const paths = (await Promise.all(groups.map((group) => group.load())))
  .flat()
  .map(({ path }) => path)
  .sort((a, b) => b.length - a.length);

/** The commands of a text that end with a full stop, which would be pasted with them. */
const stuckStops = (text: string): readonly string[] =>
  [...text.matchAll(/\btrivet ([a-z](?:[^.\n`]|\.(?! |$))*)\.(?= |$)/gm)].flatMap(([, words = '']) => {
    const path = paths.find((one) => words === one || words.startsWith(`${one} `));
    const others = path === undefined ? '' : words.slice(path.length);
    return path === undefined || / [a-z]/.test(others) ? [] : [words];
  });

const isNoSuchThing = (text: string): boolean =>
  /(?<!\bthere )\b(?:is|are|was|were) (?:no|none)\b(?! longer| more)/i.test(text);

/** Words that a native reader stops at: servers report, they do not tell; things are done again, not anew. */
const isOdd = (text: string): boolean =>
  /\b(?:anew|mended)\b|\b(?:is|are|was|were|be) (?:told|said)\b|\btells\b|\bknows no\b|\bnobody asked\b|\bwithout a word\b|\bbetter off\b|\ba way on\b|\bsays? nothing of\b/i.test(
    text,
  );

const isAlone = (text: string): boolean => /\balone\b/.test(text);

/** What is meant, as a clause before its verb: "What was written is read again." Names of what a command shows end without a stop. */
const beginsWithClause = (text: string): boolean =>
  /(?:^|[.:] )What (?:[a-z]+ )+(?:is|are|was|were|has|stays?|goes|gets)\b[^?]*[.;]/.test(text);

const isWrong = (text: string): boolean => isOdd(text) || isAlone(text) || isNoSuchThing(text);

const commentOf = (line: string): string | undefined =>
  /^\s*(?:\/\*\*|\*|\/\/) ?(?<text>.*)$/.exec(line)?.groups?.['text'];

const own = join(import.meta.dirname, 'words.test.ts');
const others = [...filesIn('src'), ...filesIn('test'), ...filesIn('scripts')].filter((file) => file !== own);

/** Each line of a comment. */
const comments = others.flatMap((file) =>
  readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line) => {
      const comment = commentOf(line);
      return comment === undefined ? [] : [{ file: relative(root, file), text: comment }];
    }),
);

/** The title of each test, with those of its groups. */
const titles = filesIn('test')
  .filter((file) => file !== own && file.endsWith('.test.ts'))
  .flatMap((file) =>
    testNames(readFileSync(file, 'utf8')).map((text) => ({ file: relative(root, file), text })),
  );

const those = (
  all: readonly { readonly file: string; readonly text: string }[],
  wrong: (text: string) => boolean,
): readonly string[] => all.filter(({ text }) => wrong(text)).map(({ file, text }) => `${file}: ${text}`);

describe('comments', () => {
  test('are found', () => {
    for (const folder of ['src', 'test', 'scripts'])
      expect(comments.filter(({ file }) => file.startsWith(`${folder}/`)).length).toBeGreaterThan(100);
  });

  test('use plain words', () => {
    expect(those(comments, isWrong)).toEqual([]);
  });
});

describe('titles of tests', () => {
  test('are found', () => {
    expect(titles.length).toBeGreaterThan(1000);
  });

  test('use plain words', () => {
    expect(those(titles, isWrong)).toEqual([]);
  });

  test('say more than a value does', () => {
    expect(those(titles, (title) => /(?:^| > )(?:%[a-z]|\$[\w.]+|\W)+$/.test(title))).toEqual([]);
  });

  test('end without a full stop', () => {
    expect(those(titles, (title) => title.endsWith('.'))).toEqual([]);
  });
});

describe('texts', () => {
  test('are found, and the checks work', () => {
    expect(isSentence('Name the mount with --mount.')).toBe(true);
    expect(isSentence('Run: chmod 600 {}')).toBe(true);
    expect(isSentence('unset one of them')).toBe(false);
    expect(isSentence('Unset one of them')).toBe(false);
    expect(isNoSuchThing('x is no name')).toBe(true);
    expect(isNoSuchThing('there is no name; x is no longer one')).toBe(false);
    expect(found('hints', (text) => text.startsWith('Name the mount')).length).toBeGreaterThan(0);
    expect(found('all', (text) => text.includes('is not a profile name')).length).toBeGreaterThan(1);
  });

  test('hints are sentences', () => {
    expect(found('hints', (text) => text !== '' && !isSentence(text))).toEqual([]);
  });

  test('put no full stop after a command', () => {
    expect(stuckStops('See it first. List them: trivet job list --all.')).toEqual(['job list --all']);
    expect(stuckStops('Stop it with trivet job stop {}. trivet job list shows it.')).toEqual(['job stop {}']);
    expect(stuckStops('List them: trivet job list --url https://a.example')).toEqual([]);
    // Nobody pastes from the help.
    const shown = [...textsIn].filter(
      ([file]) => !/^(?:groups\/(?!foreign-words|[a-z]+\/workflows\/)|generate\/)/.test(file),
    );
    expect(
      shown.flatMap(([file, { all }]) => all.flatMap(stuckStops).map((one) => `${file}: ${one}`)),
    ).toEqual([]);
    const hints = [...textsIn].flatMap(([, texts]) => texts.hints);
    expect(hints.flatMap(stuckStops)).toEqual([]);
  });

  test('say "is not a", and not "is no"', () => {
    expect(found('all', isNoSuchThing)).toEqual([]);
  });

  test('say "only", and not "alone"', () => {
    expect(found('all', isAlone)).toEqual([]);
  });

  test('say "is not allowed to" or "might not", and not "may not"', () => {
    expect(found('all', (text) => /\bmay not\b/.test(text))).toEqual([]);
  });

  test('begin sentences with their subject, and not with a relative clause', () => {
    expect(beginsWithClause('What was written is read again.')).toBe(true);
    expect(beginsWithClause('It waits. What nothing proves to be yours stays.')).toBe(true);
    expect(beginsWithClause('What would change')).toBe(false);
    expect(found('all', beginsWithClause)).toEqual([]);
  });

  test('use plain words', () => {
    expect(isOdd('the server tells neither; it is told anew')).toBe(true);
    expect(isOdd('tell staging from production; as was said before')).toBe(true);
    expect(isOdd('the server reports neither')).toBe(false);
    expect(found('all', isOdd)).toEqual([]);
  });

  test('do not cite the documents by number', () => {
    expect(found('all', (text) => /\bdocument \d/i.test(text))).toEqual([]);
  });
});
