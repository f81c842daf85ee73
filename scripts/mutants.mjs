// Mutates the pure deciders that test/mutants.json lists, and runs the tests of each against every mutant.
//   npm run test:mutants [NAME ...]
// Exits 1 where more than 5 % of the mutants of a decider survive, or a survivor has no reason in that list, or a
// mutant that has one there does not survive.
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { survivorsOf } from './mutants/harness.mjs';

const root = dirname(import.meta.dirname).replaceAll('\\', '/');
const { deciders } = JSON.parse(readFileSync(`${root}/test/mutants.json`, 'utf8'));
const most = 0.05;
const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => deciders.every((one) => one.name !== name));
if (unknown.length > 0) throw new Error(`test/mutants.json has no ${unknown.join(', ')}`);

const faultsOf = ({ sources, tests, survivors: explained }, { mutants, survivors }) => {
  const names = new Set(survivors.map(({ name }) => name));
  const share = survivors.length / mutants.length;
  return [
    ...survivors
      .filter(({ name }) => !Object.hasOwn(explained, name))
      .map(
        ({ name, where, changed, reached }) =>
          `survives${reached ? '' : ', since no test reaches it'}: ${where}\n    ${name}\n    ${changed}`,
      ),
    ...Object.keys(explained)
      .filter((name) => !names.has(name))
      .map((name) => `is in test/mutants.json, but does not survive: ${name}`),
    ...(share > most
      ? [`${(share * 100).toFixed(1)} % survive: ${sources.join(', ')} by ${tests.join(', ')}`]
      : []),
  ];
};

// A mutant can leave a promise behind that nobody waits for.
process.on('unhandledRejection', () => {});
for (const decider of deciders) {
  if (wanted.length > 0 && !wanted.includes(decider.name)) continue;
  const result = await survivorsOf(root, decider.sources, decider.tests);
  const { mutants, survivors } = result;
  const faults = faultsOf(decider, result);
  process.stdout.write(`${decider.name}: ${survivors.length} of ${mutants.length} mutants survive\n`);
  for (const fault of faults) process.stdout.write(`  ${fault}\n`);
  if (faults.length > 0) process.exitCode = 1;
}
