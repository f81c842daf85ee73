/** Every rule, at every door, for every example of the catalogue; what changed in the sandbox is the judge. */
import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Sandbox } from '../../src/sandbox/start.ts';
import { partOf, whole } from '../support/part.ts';
import type { Door, Setting } from './doors.ts';
import { doors } from './doors.ts';
import type { Stage } from './examples.ts';
import { examples, openExample, startDoors } from './examples.ts';
import { alone, known } from './known.ts';
import type { Seen } from './rules.ts';
import { nothingChanged, plain, receiptsOf, rules } from './rules.ts';

interface Case {
  readonly rule: string;
  readonly door: string;
  readonly example: string;
}

/** The cases that ran. */
const ran = new Set<string>();
const wrong: (Case & { readonly found: string })[] = [];
/** How many examples change something without a rule, by door. */
const changed = new Map<string, number>();

let sandbox: Sandbox;
let kept: string;

beforeAll(async () => {
  ({ sandbox, kept } = await startDoors());
});
afterAll(async () => {
  await sandbox.close();
  rmSync(kept, { recursive: true, force: true });
});

const lostReplies = ['PUT', 'POST', 'PATCH', 'DELETE'].map((method) => `lost:1@${method} /`);

/** Runs an example at a door; the stage is as before. */
const runAt = async (stage: Stage, door: Door, setting: Setting): Promise<Seen | undefined> => {
  const faults = setting.lost === true ? lostReplies : [];
  await stage.sandbox.ask('PUT /-/faults', JSON.stringify({ faults }));
  const ended = await door.run(stage, setting);
  const seen = ended && {
    ...ended,
    effects: stage.effects(),
    requests: stage.requests(),
    receipts: receiptsOf(stage),
  };
  await stage.back();
  return seen;
};

/** The rules at one door; false where the example changes nothing there. */
const atDoor = async (stage: Stage, door: Door): Promise<boolean> => {
  const runs = new Map<Setting, Seen | undefined>();
  const seenWith = async (setting: Setting): Promise<Seen | undefined> => {
    if (!runs.has(setting)) runs.set(setting, await runAt(stage, door, setting));
    return runs.get(setting);
  };
  // What changes nothing without a rule shows nothing with one.
  const first = await seenWith(plain);
  if (first === undefined || first.effects.length === 0) return false;
  changed.set(door.name, (changed.get(door.name) ?? 0) + 1);
  for (const rule of rules) {
    const { name, setting, control = plain, judge = nothingChanged } = rule;
    if (Object.keys(setting.flags ?? {}).some((flag) => door.lacks?.includes(flag))) continue;
    if (rule.about?.(stage, door) === false) continue;
    if (((await seenWith(control))?.effects.length ?? 0) === 0) continue;
    const seen = await seenWith(setting);
    if (seen === undefined) continue;
    const one = { rule: name, door: door.name, example: stage.argv };
    ran.add(keyOf(one));
    const found = await judge(seen, stage, door, first);
    if (found !== undefined) wrong.push({ ...one, found });
  }
  return true;
};

/** The rules at all doors for one example. */
const tried = async (argv: string): Promise<void> => {
  const stage = await openExample(argv, sandbox, kept);
  try {
    for (const door of doors) {
      const ready = door.before === undefined || (await door.before(stage));
      await stage.back();
      const changes = ready && (await atDoor(stage, door));
      await stage.release();
      // What changes nothing when it is typed changes nothing elsewhere.
      if (door === doors[0] && !changes) return;
    }
  } finally {
    await stage.close();
  }
};

const keyOf = ({ rule, door, example }: Case): string => `${rule} × ${door} × ${example}`;
const expected = new Set(known.map(keyOf));
const part = partOf(examples, 6, 1);

test.each(part)('%s', async (argv) => {
  const before = wrong.length;
  await tried(argv);
  expect(wrong.slice(before).filter((one) => !expected.has(keyOf(one)))).toEqual([]);
});

describe('after all of them', () => {
  test.each(doors)('without a rule many examples change something at the door $name', ({ name, changes }) => {
    expect(changed.get(name)).toBeGreaterThanOrEqual(
      Math.floor((changes * part.length) / examples.length / 1.3),
    );
  });

  test('what is known to be wrong is wrong', () => {
    const found = new Set(wrong.map(keyOf));
    const right = known.filter((one) => ran.has(keyOf(one)) && !found.has(keyOf(one)));
    expect(right).toEqual([]);
  });

  test.runIf(whole)('what is known to be wrong is a case here, or one by itself', () => {
    const others = known.filter((one) => !ran.has(keyOf(one)) && one.rule !== alone);
    expect(others).toEqual([]);
  });
});
