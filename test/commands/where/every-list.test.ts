/** Every list heeds its conditions, in each of its formats. */
import { expect, test } from 'vitest';
import { takesConditions } from '../../../src/catalogue/command.ts';
import { parseJson } from '../../../src/documents/json/lossless.ts';
import { textAt } from '../../../src/documents/json/json.ts';
import { allCommands } from '../../support/catalogue.ts';
import { useSandbox } from '../../support/sandbox.ts';

const { trivet } = useSandbox();

const lists = allCommands
  .filter((command) => takesConditions(command))
  .flatMap(({ operations }) =>
    operations.flatMap(({ operation: { view, examples } }) =>
      examples
        .filter(({ argv }) => !/--watch|--query|--fields?| -o /.test(argv))
        .map(({ argv }) => [argv, 'name' in view ? view.name : ''] as const),
    ),
  );

/** Refuses to print names of several namespaces, and a condition on an ID that trivet makes of the reply. */
const refused = ['job list --namespace "*" -o name', 'lease list'];

test.each(lists)('%s', async (line, field) => {
  const { code, stdout } = await trivet(`${line} -o jsonl`);
  expect(code).toBe(0);
  // Long enough to be no part of another text.
  const names = stdout
    .split('\n')
    .flatMap((row) => (row === '' ? [] : (/[\w-]{6,}/.exec(textAt(parseJson(row), field) ?? '')?.[0] ?? [])));
  for (const format of ['jsonl', 'json', 'csv', 'name', 'table']) {
    const nothing = `${line} -o ${format} --where ${field}=000000`;
    const selected = await trivet(nothing, { tty: format === 'table' });
    expect(selected.code !== 0).toBe(refused.some((start) => nothing.startsWith(start)));
    for (const name of names) expect(selected.stdout).not.toContain(name);
  }
});
