/**
 * Checks every reply under `-o json` that a test gets from the sandbox against the command's schema in the manifest.
 */
import { program } from '../../src/main.ts';
import { route, wholeProgram } from '../../src/cli/route.ts';
import { manyOf, replySchemaOf } from '../../scripts/generate/schemas.ts';
import { Exit } from '../../src/system/error.ts';
import type { JsonObject } from '../../src/documents/json/json.ts';
import { isObject } from '../../src/documents/json/json.ts';
import { allCommands } from './catalogue.ts';
import type { CliResult } from './run-cli.ts';
import { validatorOf } from './schema.ts';

const all = await wholeProgram(program.catalogue);

/** Flags that change the document, or prevent sending. */
const otherwise = /^--(?:query|field|fields|dry-run|curl|wrap-ttl|watch|out)(?:=|$)/;

/** Arguments in place of the one object of a change; a `-` after a flag is its value. */
const selection = /^--(?:where|all|resume)(?:=.*)?$/;
const selects = (words: readonly string[]): boolean =>
  words.some((word, at) => selection.test(word) || (word === '-' && words[at - 1]?.startsWith('-') !== true));

const asksJson = (argv: readonly string[]): boolean =>
  argv.some((word, at) => word === '-o' && argv[at + 1] === 'json');

/** trivet makes the rows itself: each member is declared, and the first four are always present. */
const closed = ({ item }: JsonObject): JsonObject => ({
  type: 'array',
  items: {
    ...(isObject(item) ? item : {}),
    required: ['name', 'result', 'reason', 'exit'],
    additionalProperties: false,
  },
});

const schemas = new Map<string, JsonObject | undefined>();

/** @throws Error with every place of the document that does not fit */
export const checkReply = (argv: readonly string[], { code, stdout }: CliResult): void => {
  const cut = argv.indexOf('--');
  const words = cut === -1 ? argv : argv.slice(0, cut);
  if (stdout.trim() === '' || !asksJson(words) || words.some((word) => otherwise.test(word))) return;
  const path = route(words, all).path.join(' ');
  const command = allCommands.find((one) => one.path === path);
  if (command === undefined || (command.tail === true && cut !== -1)) return;
  const many = selects(words) ? manyOf(command) : undefined;
  // Some of many objects may fail, which their rows report.
  if (code !== 0 && !(many !== undefined && code === Exit.partial)) return;
  const key = many === undefined ? path : `${path}, of many`;
  if (!schemas.has(key)) schemas.set(key, many === undefined ? replySchemaOf(command) : closed(many));
  const wrong = validatorOf(schemas.get(key))(JSON.parse(stdout));
  if (wrong.length > 0) throw new Error(`the reply of ${key} misses its schema: ${wrong.join('; ')}`);
};
