/** The client's door to `trivet mcp`: what tools/list says, and nothing else. */
import type { McpSession } from '../support/mcp.ts';
import type { Choice, Door, Input, Item, Shape } from './door.ts';

export type Tool = Awaited<ReturnType<McpSession['client']['listTools']>>['tools'][number];

const wordsOf = (name: string): string => name.replaceAll('_', ' ');

const isItem = (value: unknown): value is Item =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const itemAt = (value: unknown, key: string): unknown => (isItem(value) ? value[key] : undefined);

const textAt = (value: unknown, key: string): string => {
  const text = itemAt(value, key);
  return typeof text === 'string' ? text : '';
};

const textsIn = (value: unknown): readonly string[] =>
  (Array.isArray(value) ? value : [value]).filter((one) => typeof one === 'string');

/** Names after a word of a description: `Each item: name, id.` */
const namesAfter = (text: string, words: RegExp): readonly string[] =>
  words.exec(text)?.[1]?.split(', ') ?? [];

/** The inputs of a JSON Schema, as tools and the manifest describe them. */
export const inputsOf = (schema: unknown, resolve = (value: unknown): unknown => value): readonly Input[] => {
  const required = textsIn(itemAt(schema, 'required'));
  const properties = itemAt(schema, 'properties');
  return Object.entries(isItem(properties) ? properties : {}).map(([name, given]) => {
    const one = resolve(given);
    return {
      name,
      text: textAt(one, 'description'),
      required: required.includes(name),
      types: textsIn(itemAt(one, 'type')),
      words: textsIn(itemAt(one, 'enum') ?? itemAt(itemAt(one, 'items'), 'enum')),
    };
  });
};

const shapeOf = ({ description = '', inputSchema, annotations }: Tool): Shape => {
  const inputs = inputsOf(inputSchema);
  const each = namesAfter(description, /Each item: ([^.]*(?:\.\w[^.]*)*)\./);
  const others = inputs.find(({ name }) => name === 'fields')?.text ?? '';
  return {
    inputs,
    open: each.length === 0,
    fields: each.length === 0 ? undefined : [...each, ...namesAfter(others, /others: (.*)$/)],
    changes: annotations?.readOnlyHint !== true,
  };
};

/** @param tools the reply to tools/list */
export const toolDoor = (session: McpSession, tools: readonly Tool[]): Door => {
  let calls = 0;
  let bytes = 0;
  const choices = tools.map((tool): Choice => {
    const { name, description = '' } = tool;
    return { name: wordsOf(name), text: `${description} ${shapeOf(tool).fields?.join(', ') ?? ''}` };
  });
  const toolOf = ({ name }: Choice): Tool | undefined => tools.find((tool) => wordsOf(tool.name) === name);
  return {
    // All that there is, at once.
    rounds: async function* () {
      yield choices;
    },
    shapeOf: (choice) => {
      const tool = toolOf(choice);
      return tool === undefined
        ? Promise.reject(new Error(`${choice.name} is not a tool`))
        : Promise.resolve(shapeOf(tool));
    },
    call: async (choice, given) => {
      const { texts, data, failed } = await session.call(toolOf(choice)?.name ?? choice.name, given);
      calls += 1;
      bytes += Buffer.byteLength(texts.join(''));
      const items = itemAt(data, 'items');
      return { items: (Array.isArray(items) ? items : [data]).filter(isItem), failed };
    },
    spent: () => ({ calls, bytes }),
  };
};
