/** Runs every example of the help in the sandbox, as printed. */
import { afterAll, describe, expect, test } from 'vitest';
import { allCommands } from './support/catalogue.ts';
import { closeStages, openStage } from './support/example-stage.ts';

const examplesOf = allCommands.map(({ path, examples, operations }): [string, typeof examples] => [
  path,
  examples ?? operations.flatMap(({ operation }) => operation.examples),
]);

afterAll(closeStages);

describe.each(examplesOf.filter(([, examples]) => examples?.length !== 0))('%s', (_, examples = []) => {
  test.each(examples)('trivet $argv runs', async ({ argv, exit = 0 }) => {
    const stage = await openStage();
    try {
      const { code, stderr } = await stage.run(argv);
      expect({ code, stderr: code === exit ? '' : stderr }).toEqual({ code: exit, stderr: '' });
    } finally {
      await stage.close();
    }
  });
});
