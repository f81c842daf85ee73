/**
 * Risks that a look finds (`uncertain`), at every door: on a protected profile a change with such a risk wants the name of the
 * profile typed, and one without it a yes. Each row is a line with
 * the risk, and one without it. A new risk with a look is a new row.
 */
import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Sandbox } from '../../src/sandbox/start.ts';
import { allOperations } from '../support/catalogue.ts';
import { runCli, words } from '../support/run-cli.ts';
import type { Door, Setting } from './doors.ts';
import { doors } from './doors.ts';
import { openExample, startDoors } from './examples.ts';
import { at } from './rules.ts';

interface Row {
  readonly operation: string;
  /** What makes the line risky. */
  readonly first?: readonly string[];
  readonly risky: string;
  readonly harmless: string;
  readonly doors?: readonly string[];
}

/** A change of many asks about its list in any case; an undo that lowers a count is in cases.test.ts. */
const single = ['argv', 'batch', 'mcp', 'library', 'api', 'api of an agent'];

const more = ['job scale web app 6'];

const rows: readonly Row[] = [
  {
    operation: 'job.scale',
    first: more,
    risky: 'job scale web app 3 --yes',
    harmless: 'job scale web app 3 --yes',
  },
  {
    operation: 'job.register',
    first: more,
    risky: 'job register web.nomad.hcl --yes',
    harmless: 'job register web.nomad.hcl --yes',
  },
  {
    operation: 'job.revert',
    first: more,
    risky: 'job revert web 3 --yes',
    harmless: 'job revert web 3 --yes',
  },
  {
    // The version that was stopped.
    operation: 'job.revert',
    first: ['job stop web --yes', 'job start web'],
    risky: 'job revert web 5 --yes',
    harmless: 'job revert web 3 --yes',
  },
  {
    operation: 'ldap.library.write',
    risky: 'ldap library write team-a --service-account-names svc-01 --yes',
    harmless: 'ldap library write team-a --service-account-names svc-01,svc-02 --ttl 9h --yes',
    doors: [...single, 'apply', 'plan'],
  },
  {
    operation: 'pki.role.write',
    risky: 'pki role write web --allowed-domains example.org --yes',
    harmless: 'pki role write new --allowed-domains example.org --yes',
  },
];

/** Doors at which nobody is asked: flags answer all but the risk. */
const isSilent = ({ name }: Door): boolean => ['batch', 'library', 'continue'].includes(name);

const onProd = at('prod');

const agreed = (door: Door): Setting =>
  isSilent(door)
    ? { ...onProd, flags: { ...onProd.flags, 'confirm-profile': 'prod' }, answered: false, person: false }
    : { ...onProd, answered: false, person: 'says yes' };

let sandbox: Sandbox;
let kept: string;

beforeAll(async () => {
  ({ sandbox, kept } = await startDoors());
});
afterAll(async () => {
  await sandbox.close();
  rmSync(kept, { recursive: true, force: true });
});

const doorNamed = (name: string): Door => {
  const found = doors.find((one) => one.name === name);
  if (found === undefined) throw new Error(`there is no door ${name}`);
  return found;
};

const tried = async (argv: string, door: Door, first: readonly string[] = []): Promise<string> => {
  const stage = await openExample(argv, sandbox, kept);
  try {
    for (const line of first) {
      const { code, stderr } = await runCli(words(line), stage.options);
      if (code !== 0) throw new Error(stderr);
      // A deployment ends.
      await sandbox.ask('POST /-/clock', '{"advance":"10m"}');
      await stage.keep('as they are');
    }
    if (door.before !== undefined && !(await door.before(stage))) throw new Error('there is no such door');
    await stage.back();
    const ended = await door.run(stage, agreed(door));
    if (ended === undefined) throw new Error('there is no such door');
    return stage.effects().length > 0 ? 'changed' : `unchanged: ${ended.text}`;
  } finally {
    await stage.close();
  }
};

const cases = rows.flatMap((row) =>
  (row.doors ?? single).map((door) => [row.operation, door, row, doorNamed(door)] as const),
);

describe('a risk that a look finds is asked about', () => {
  test.each(cases)('%s at the door %s', async (_, _name, { first, risky, harmless }, door) => {
    expect(await tried(harmless, door)).toBe('changed');
    expect(await tried(risky, door, first)).toMatch(/^unchanged: /);
  });
});

test('the rows are about operations with such a risk', () => {
  const uncertain = allOperations.filter(({ risks = [] }) => risks.some((one) => one.uncertain === true));
  expect(uncertain.map(({ id }) => id)).toEqual(
    expect.arrayContaining(rows.map(({ operation }) => operation)),
  );
});
