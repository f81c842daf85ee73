/**
 * Kills every unsafe and keyed operation after its request was executed, lets somebody else act, and resumes: nothing is
 * made twice, and nothing of the other actor is touched.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { parseJson } from '../../src/documents/json/lossless.ts';
import { own, textAt } from '../../src/documents/json/json.ts';
import type { Operation } from '../../src/catalogue/operation.ts';
import { allOperations } from '../support/catalogue.ts';
import { words } from '../support/run-cli.ts';
import type { Prepared } from './stage.ts';
import { prepare } from './stage.ts';

/** What somebody else does to the object of the operation before the run continues; `{}` is the object. */
const others: Readonly<Record<string, readonly string[]>> = {
  'workspace.lock': ['workspace force-unlock {} --yes', 'workspace lock {} --reason theirs'],
  'workspace.unlock': ['workspace lock {} --reason theirs'],
  'workspace.force-unlock': ['workspace lock {} --reason theirs'],
  'workspace.update-by-name': ['workspace update demo/renamed --name network-dev --description theirs'],
  'workspace.safe-delete-by-name': ['workspace create network-dev --organization demo'],
  'workspace.force-delete-by-name': ['workspace create network-dev --organization demo'],
  'workspace.create': ['workspace delete demo/torture --yes'],
  'pki.role.write': ['pki role write tortured --allow-any-name --key-type ec --ttl 1h'],
  'pki.role.delete': ['pki role write web --allow-any-name'],
  'cloud.role.delete': [
    'aws role write ci --credential-type iam_user --policy-arns arn:aws:iam::aws:policy/ReadOnlyAccess',
  ],
  'cloud.static-role.delete': ['aws static-role write backup --username backup --rotation-period 24h --yes'],
  'ldap.library.delete': ['ldap library write team/db --service-account-names svc-three --ttl 1h --yes'],
  'job.scale': ['job stop api --yes'],
  'job.revert': ['job stop api --yes'],
  'job.dispatch': ['job dispatch report --meta month=2026-11'],
};

const later = /^(?:allocation\.|deployment\.|evaluation\.|lease\.(?:created|expired))/;

const effects = ({ sandbox }: Prepared): readonly string[] =>
  sandbox.effects.list().flatMap(({ what }) => (later.test(what) ? [] : [what]));

/** Runs the operation as a batch whose end is not in its journal; returns the words that continue it. */
const killed = async (prepared: Prepared): Promise<readonly string[]> => {
  const file = join(prepared.folder, 'inputs', 'lines');
  const journal = join(prepared.folder, 'inputs', 'journal');
  writeFileSync(file, `${JSON.stringify(prepared.argv)}\n`);
  const line = ['batch', 'run', file, '--journal', journal, '-o', 'jsonl'];
  const first = await prepared.straight(line);
  expect(first.code, first.stderr + first.stdout).toBe(0);
  const text = readFileSync(journal, 'utf8');
  // As after a kill before the reply.
  writeFileSync(journal, text.slice(0, text.search(/^.*"exit"/m)));
  expect(readFileSync(journal, 'utf8')).not.toBe(text);
  return [...line, '--resume'];
};

const operations = allOperations.filter(
  ({ effect, id }) => (effect === 'unsafe' || effect === 'keyed') && id !== 'job.action',
);
const some = operations.filter(({ id }, index) => inject('few') !== true || index % 8 === 0 || id in others);

/** Continues a run that was killed, after somebody else has done these lines to its object. */
const continued = async (operation: Operation, lines: readonly string[]) => {
  const prepared = await prepare(operation);
  try {
    const resume = await killed(prepared);
    const object = prepared.argv.slice(1).find((word) => word.startsWith('ws-') || word.includes('/')) ?? '';
    for (const line of lines) {
      const { code, stderr } = await prepared.straight(words(line.replaceAll('{}', object)));
      expect(code, `${line}: ${stderr}`).toBe(0);
    }
    prepared.sandbox.effects.clear();
    const { code, stdout, stderr } = await prepared.straight(resume);
    expect([0, 10], stderr).toContain(code);
    const row = parseJson(stdout.trim());
    return {
      code,
      exit: own(row, 'exit'),
      end: { effects: effects(prepared), result: textAt(row, 'result') },
    };
  } finally {
    await prepared.close();
  }
};

test.each(some.map((operation) => [operation.id, operation] as const))(
  '%s is not made again after a kill, and what somebody else did stays',
  async (id, operation) => {
    const { code, exit, end } = await continued(operation, others[id] ?? []);
    expect(end).toEqual({ effects: [], result: code === 0 ? 'done' : 'unknown' });
    if (id in others && id !== 'job.dispatch' && !id.startsWith('pki.role.write')) expect(exit).toBe(9);
  },
);

test.each(some.filter(({ id }) => ['workspace.unlock', 'workspace.force-unlock'].includes(id)))(
  '$id is not made again over a lock that looks like the one before: both have no reason',
  async (operation) => {
    const { exit, end } = await continued(operation, ['workspace lock {}']);
    expect({ exit, ...end }).toEqual({ exit: 9, effects: [], result: 'unknown' });
  },
);
