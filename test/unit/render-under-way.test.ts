import { expect, test } from 'vitest';
import { underWay } from '../../src/output/progress.ts';
import { allCommands } from '../support/catalogue.ts';

test.each([
  ['List the workspaces of an organization', 'Listing the workspaces'],
  ['Show a static role of the cloud engine', 'Reading a static role of the cloud engine'],
  ['Show a job', 'Reading a job'],
  ['Stop a job and its allocations', 'Stopping a job and its allocations'],
  ['Log in with a signed identity', 'Logging in with a signed identity'],
  ['Create or update a role', 'Creating or updating a role'],
  ['Delete a static role; its user stays', 'Deleting a static role'],
  ['Set the CRL validity, or disable the CRL', 'Setting the CRL validity'],
])('"%s" becomes "%s"', (summary, text) => {
  expect(underWay(summary)).toBe(text);
});

test('every operation begins with a verb whose participle is known or regular', () => {
  const operations = allCommands.flatMap((command) => command.operations.map(({ operation }) => operation));
  // A short vowel before a single final consonant doubles it, so such a verb needs its own entry.
  const doubling = /^[^aeiou]*[aeiou][bdglmnprt]$/i;
  const wrong = operations
    .map(({ summary }) => summary.split(' ')[0] ?? '')
    .filter((verb) => doubling.test(verb) && underWay(verb) === `${verb}ing`);
  expect(wrong).toEqual([]);
});
