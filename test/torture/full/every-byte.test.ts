/** Tests one operation of each effect with a break at every byte of its request and its reply. */
import { afterAll, expect, test } from 'vitest';
import { allOperations } from '../../support/catalogue.ts';
import type { Report } from '../driver.ts';
import { describeFinding, table, torture } from '../driver.ts';

const chosen = ['workspace.create', 'workspace.safe-delete', 'job.dispatch', 'pki.role.show', 'ldap.creds'];
const reports: Report[] = [];

test.each(chosen)('%s keeps its promises at every byte', async (id) => {
  const operation = allOperations.find((one) => one.id === id);
  if (operation === undefined) throw new Error(`no operation ${id}`);
  // Stalls take long, so other files cover the places between.
  const report = await torture(operation, {
    places: 'every',
    ways: ['fin', 'rst', 'garbage', 'duplicate'],
    width: 16,
  });
  reports.push(report);
  expect(report.findings.map(describeFinding)).toEqual([]);
});

afterAll(() => {
  process.stdout.write(`\n${table(reports)}\n`);
});
