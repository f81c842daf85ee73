/** Tests the schemas of the manifest with replies of real servers. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadCatalogue } from '../../scripts/generate/catalogue.ts';
import { manifestOf } from '../../scripts/generate/manifest.ts';
import { paginationOf } from '../../src/catalogue/operation.ts';
import { at, isArray, textAt } from '../../src/documents/json/json.ts';
import type { Json } from '../../src/documents/json/json.ts';
import { parseJson } from '../../src/documents/json/lossless.ts';
import { resolved } from '../../src/commands/manifest/workflows/manifest-document.ts';
import { serviceOf } from '../../src/services/index.ts';
import { allCommands, allOperations } from '../support/catalogue.ts';
import { validatorOf } from '../support/schema.ts';

const manifest = manifestOf(await loadCatalogue());
const described = isArray(manifest['commands']) ? manifest['commands'] : [];
const folder = join(import.meta.dirname, '..', 'recordings');
/** Recorded under their operation, but sent to another endpoint. */
const elsewhere = ['job.deployment.promote.json', 'job.periodic.force.evaluation-names-child.json'];

const schemaOf = (operation: string, member: 'reply' | 'item'): Json => {
  const command = allCommands.find((one) => one.operations.some(({ operation: { id } }) => id === operation));
  const found = described.find((one) => textAt(one, 'path') === command?.path);
  return resolved(manifest, at(found, member) ?? true);
};

const recorded = ['workspaces', 'secrets', 'jobs'].flatMap((service) =>
  readdirSync(join(folder, service))
    .filter((name) => name.endsWith('.json') && !elsewhere.includes(name))
    .flatMap((name) => {
      const recording = parseJson(readFileSync(join(folder, service, name), 'utf8'));
      const status = at(recording, 'response', 'status');
      const document = at(recording, 'response', 'body', 'json');
      const operation = allOperations.find(({ id }) => id === textAt(recording, 'operation'));
      const ok = typeof status === 'number' && status < 300 && document !== undefined;
      return ok && operation !== undefined ? [{ name, operation, document }] : [];
    }),
);

test('every service has recordings', () => {
  for (const service of ['workspaces', 'secrets', 'jobs'])
    expect(recorded.filter(({ operation }) => operation.service === service).length).toBeGreaterThan(20);
});

test.each(recorded.map((one) => [one.name, one] as const))(
  '%s fits the schemas of its command',
  (_, { operation, document }) => {
    const service = serviceOf(operation.service);
    const whole =
      paginationOf(operation) === undefined ? document : service.mergePages([document], undefined);
    expect(validatorOf(schemaOf(operation.id, 'reply'))(whole)).toEqual([]);
    const view = service.viewOf?.(document, operation.view) ?? operation.view;
    if (view !== operation.view) return;
    const item = validatorOf(schemaOf(operation.id, 'item'));
    for (const one of service.readItems(whole, view)) expect(item(one)).toEqual([]);
  },
);
