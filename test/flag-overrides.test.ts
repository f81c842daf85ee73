/** Checks that a flag is the documented name in kebab case, and that a decision record lists all exceptions. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { flagsOf } from '../src/run/flags.ts';
import { documentedName, flagName, kebab } from '../src/catalogue/parameter.ts';
import { allCommands } from './support/catalogue.ts';

const record = readFileSync(new URL('../docs/adr/0003-flag-overrides.md', import.meta.url), 'utf8');

test('the record lists every flag that is not derived', () => {
  const overridden = allCommands.flatMap((command) =>
    flagsOf(command)
      .filter(({ scope, parameter }) => scope === 'command' && parameter.in !== 'local')
      .filter(({ key, parameter }) => flagName(key, parameter) !== kebab(documentedName(key, parameter)))
      .map(
        ({ key, parameter, name }) => `\`${documentedName(key, parameter)}\` of ${command.path}: --${name}`,
      ),
  );
  const missing = overridden.filter((one) => {
    const [, name = '', flag = ''] = /`(.+)` of .*(--.+)$/.exec(one) ?? [];
    return !record.split('\n').some((row) => row.includes(`\`${name}\``) && row.includes(`\`${flag}\``));
  });
  expect(missing).toEqual([]);
});
