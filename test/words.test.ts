/**
 * Checks the language of trivet as far as a machine can: the string literals, which are its errors, hints, notes and
 * help, and the comments of the lower floors.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { parseAst } from 'rolldown/parseAst';
import { describe, expect, test } from 'vitest';
import { groups } from '../src/operations/groups.ts';

const src = resolve(import.meta.dirname, '../src');

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

// The sandbox uses the words of the servers.
const files = readdirSync(src, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
  .map((entry) => join(entry.parentPath, entry.name))
  .filter((file) => !relative(src, file).startsWith('sandbox/'));

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

/** The commands of a text that end in a full stop, which would be pasted with them. */
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
  /\b(?:anew|mended)\b|\b(?:is|are|was|were|be) (?:told|said)\b|\btells\b|\bknows no\b|\bnobody asked\b/i.test(
    text,
  );

const floors = ['model/', 'operations/', 'http/', 'services/'];

/** The lines of comments of the floors below the workflows. */
const comments = files.flatMap((file) => {
  const name = relative(src, file);
  if (!floors.some((floor) => name.startsWith(floor))) return [];
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.flatMap((line) => {
    const comment = /^\s*(?:\/\*\*|\*|\/\/) ?(?<text>.*)$/.exec(line)?.groups?.['text'];
    return comment === undefined ? [] : [`${name}: ${comment}`];
  });
});

describe('comments', () => {
  test('are found', () => {
    expect(comments.length).toBeGreaterThan(500);
  });

  test('use plain words', () => {
    expect(comments.filter((line) => isOdd(line) || /\balone\b/.test(line))).toEqual([]);
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
    // The help is read, and not pasted from.
    const shown = [...textsIn].filter(
      ([file]) => !/^(?:operations(?!\/foreign-words)|generate)\//.test(file),
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
    expect(found('all', (text) => /\balone\b/.test(text))).toEqual([]);
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
