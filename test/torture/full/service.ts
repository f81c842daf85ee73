/** Tries all faults with the operations of one service, and prints a table of the findings. */
import { afterAll, expect, test } from 'vitest';
import type { ServiceName } from '../../../src/catalogue/product.ts';
import { allOperations } from '../../support/catalogue.ts';
import type { Report } from '../driver.ts';
import { describeFinding, table, torture } from '../driver.ts';

const ways = ['fin', 'rst', 'stall', 'garbage', 'duplicate'] as const;

/** Cuts on each side of each connection; TRIVET_TORTURE=every means each byte, and takes hours. */
const places = process.env['TRIVET_TORTURE'] === 'every' ? 'every' : 8;

export const tortureService = (service: ServiceName, part: (index: number) => boolean = () => true): void => {
  const reports: Report[] = [];
  const operations = allOperations.filter((operation) => operation.service === service);

  test.each(
    operations.filter((_, index) => part(index)).map((operation) => [operation.id, operation] as const),
  )('%s keeps its promises at every fault', async (_, operation) => {
    const report = await torture(operation, { places, ways, width: 16 });
    reports.push(report);
    expect(report.findings.map(describeFinding)).toEqual([]);
  });

  afterAll(() => {
    process.stdout.write(`\n${table(reports)}\n`);
  });
};
