/** The client's door to the command line: what SKILL.md and the program's own descriptions say. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CliResult } from '../support/run-cli.ts';
import type { Choice, Door, Item, Shape } from './door.ts';
import { inputsOf } from './tool-door.ts';
import { rarityIn, termsOf } from './words.ts';

export const skill = readFileSync(join(import.meta.dirname, '../../skills/trivet/SKILL.md'), 'utf8');

export type Run = (argv: readonly string[]) => Promise<CliResult>;

/** Names and their texts in a part of a help page. */
const entriesIn = (help: string, heading: RegExp): readonly Choice[] =>
  help
    .split(/\n(?=[A-Z]{3})/)
    .filter((part) => heading.test(part))
    .flatMap((part) => [...part.matchAll(/^ {2}(\S.*?) {2,}(\S.*)$/gm)])
    .map(([, name = '', text = '']) => ({ name, text: `${text}.` }));

const isItem = (value: unknown): value is Item =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const at = (value: unknown, ...path: readonly string[]): unknown =>
  path.reduce((inner: unknown, key) => (isItem(inner) ? inner[key] : undefined), value);

const written = (value: unknown): string => (Array.isArray(value) ? value.join(',') : String(value));

/** What has been read stays read for the whole session: outputs by command line. */
export type Memory = Map<string, string>;

export const commandDoor = (run: Run, memory: Memory): Door => {
  let calls = 0;
  let bytes = 0;
  const counted = async (argv: readonly string[]): Promise<CliResult> => {
    const result = await run(argv);
    calls += 1;
    bytes += Buffer.byteLength(result.stdout) + Buffer.byteLength(result.stderr);
    return result;
  };
  const read = async (argv: readonly string[]): Promise<string> => {
    const key = argv.join(' ');
    const known = memory.get(key) ?? (await counted(argv)).stdout;
    memory.set(key, known);
    return known;
  };
  const manifest = async ({ name }: Choice): Promise<unknown> =>
    JSON.parse(await read(['manifest', '--command', name]));

  return {
    // SKILL.md: `trivet --help` has the groups, `trivet job --help` the commands of a group.
    rounds: async function* (ask) {
      const groups = entriesIn(await read(['--help']), /^(?:SERVICES|TRIVET)/);
      const rarity = rarityIn(groups.map(({ name, text }) => termsOf(`${name} ${text}`)));
      const scored = groups.map((group, index) => {
        const terms = termsOf(group.text);
        const named = termsOf(group.name);
        const weight = (term: string): number => (named.includes(term) ? 3 : terms.includes(term) ? 1 : 0);
        return { group, index, score: ask.reduce((sum, term) => sum + weight(term) * rarity(term), 0) };
      });
      for (const { group } of scored
        .filter(({ score }) => score > 0)
        .toSorted((a, b) => b.score - a.score || a.index - b.index)) {
        const help = await read([group.name, '--help']);
        const commands = entriesIn(help, /^COMMANDS/).map(({ name, text }) => ({
          name: `${group.name} ${name}`,
          text,
        }));
        // A group can be a command itself.
        yield help.includes(`trivet ${group.name} <command>`) ? commands : [group, ...commands];
      }
    },
    shapeOf: async (choice): Promise<Shape> => {
      const document = await manifest(choice);
      const command = at(document, 'commands', '0') ?? (at(document, 'commands') as readonly unknown[])[0];
      const resolve = (value: unknown): unknown => {
        const name = at(value, '$ref');
        return typeof name === 'string' ? at(document, '$defs', name.slice('#/$defs/'.length)) : value;
      };
      const item = resolve(at(command, 'item'));
      const properties = at(item, 'properties');
      const nested = Object.values(isItem(properties) ? properties : {}).some((one) =>
        ['object', 'array'].some((type) => JSON.stringify(at(resolve(one), 'type') ?? '').includes(type)),
      );
      const effects = at(command, 'effects');
      const onlyReads =
        Array.isArray(effects) && effects.length > 0 && effects.every((one) => one === 'read');
      return {
        inputs: [
          ...inputsOf(resolve(at(command, 'input')), resolve),
          // SKILL.md: --fields chooses what an item has.
          { name: 'fields', text: '', required: false, types: ['array'], words: [] },
        ],
        fields: isItem(properties) ? Object.keys(properties) : undefined,
        changes: !onlyReads && at(command, 'reads') !== true,
        open: nested,
      };
    },
    call: async ({ name }, given) => {
      const places = at(
        (at(await manifest({ name, text: '' }), 'commands') as readonly unknown[])[0],
        'positionals',
      );
      const positional = Array.isArray(places) ? places.map((one) => at(one, 'name')) : [];
      const flags = Object.entries(given).flatMap(([key, value]) => {
        if (positional.includes(key)) return [];
        if (value === true) return [`--${key}`];
        return key === 'where'
          ? (value as readonly string[]).map((one) => `--where=${one}`)
          : [`--${key}=${written(value)}`];
      });
      const words = positional.flatMap((key) => {
        const value = given[String(key)];
        return value === undefined ? [] : Array.isArray(value) ? value.map(String) : [written(value)];
      });
      const argv = [
        ...name.split(' '),
        ...flags,
        '-o',
        'jsonl',
        ...(words.length === 0 ? [] : ['--', ...words]),
      ];
      let result = await counted(argv);
      // SKILL.md: --yes is the answer of a person, who is asked here and agrees.
      if (result.code === 2 && result.stderr.includes('confirmation'))
        result = await counted([
          ...argv.slice(0, argv.indexOf('-o')),
          '--yes',
          ...argv.slice(argv.indexOf('-o')),
        ]);
      const items = result.stdout
        .split('\n')
        .filter((line) => line.startsWith('{'))
        .map((line): unknown => JSON.parse(line));
      return { items: items.filter(isItem), failed: result.code !== 0 };
    },
    spent: () => ({ calls, bytes }),
  };
};
