/** Reads the names of the tests of a file from its source, without running it. */
import { parseAst } from 'rolldown/parseAst';

type Node = Readonly<Record<string, unknown>>;

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;

const nodesBelow = (node: Node): readonly Node[] => Object.values(node).flat().filter(isNode);

/** The first word of the call: `test` in `test.each(…)`, `describe` in `describe.skip`. */
const wordOf = (callee: unknown): string => {
  if (!isNode(callee)) return '';
  if (callee['type'] === 'Identifier') return String(callee['name']);
  return wordOf(callee['type'] === 'MemberExpression' ? callee['object'] : callee['callee']);
};

/** The text of a string; the source of a template with values. */
const titleOf = (argument: unknown, source: string): string | undefined => {
  if (!isNode(argument)) return undefined;
  if (argument['type'] === 'Literal') {
    return typeof argument['value'] === 'string' ? argument['value'] : undefined;
  }
  if (argument['type'] !== 'TemplateLiteral') return undefined;
  return source.slice(Number(argument['start']) + 1, Number(argument['end']) - 1);
};

const namesBelow = (node: Node, groups: readonly string[], source: string): readonly string[] => {
  const given = node['type'] === 'CallExpression' ? node['arguments'] : undefined;
  const title = Array.isArray(given) ? titleOf(given[0], source) : undefined;
  const word = title === undefined ? '' : wordOf(node['callee']);
  if (title !== undefined && (word === 'test' || word === 'it')) return [[...groups, title].join(' > ')];
  const inside = title !== undefined && word === 'describe' ? [...groups, title] : groups;
  return nodesBelow(node).flatMap((below) => namesBelow(below, inside, source));
};

/** `group > test`, each with all of its groups; the template of a `test.each` as written. */
export const testNames = (source: string): readonly string[] =>
  nodesBelow({ program: parseAst(source, { lang: 'ts' }) }).flatMap((node) => namesBelow(node, [], source));
