/** Every rule, at every door, for every example of the catalogue; what changed in the sandbox is the judge. */
import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Sandbox } from '../../src/sandbox/start.ts';
import { startSandbox } from '../../src/sandbox/start.ts';
import { partOf, whole } from '../support/part.ts';
import type { Door, Setting } from './doors.ts';
import { doors } from './doors.ts';
import type { Stage } from './examples.ts';
import { examples, makeProfiles, openExample } from './examples.ts';
import { alone, known } from './known.ts';
import { rules } from './rules.ts';

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
  sandbox = await startSandbox();
  kept = await makeProfiles(sandbox);
  // The services begin with their first request.
  for (const [service, path] of [
    ['workspaces', '/organizations'],
    ['secrets', '/sys/mounts'],
    ['jobs', '/v1/jobs'],
  ] as const)
    await fetch(`${sandbox.urls[service]}${path}`);
  await sandbox.ask('POST /-/snapshot', '{"name":"start"}');
});
afterAll(async () => {
  await sandbox.close();
  rmSync(kept, { recursive: true, force: true });
});

/** What a run changed, in words; the stage is as before. */
const changesOf = async (stage: Stage, door: Door, setting: Setting): Promise<string | undefined> => {
  await door.run(stage, setting);
  const what = stage.effects().map((one) => one.what);
  await stage.back();
  return what.length === 0 ? undefined : what.join(', ');
};

/** The rules at one door; false where the example changes nothing there. */
const atDoor = async (stage: Stage, door: Door): Promise<boolean> => {
  // What changes nothing without a rule shows nothing with one.
  if ((await changesOf(stage, door, {})) === undefined) return false;
  changed.set(door.name, (changed.get(door.name) ?? 0) + 1);
  const controls = new Map<Setting, boolean>();
  for (const rule of rules) {
    const { setting, control } = rule;
    if (Object.keys(setting.flags ?? {}).some((flag) => door.lacks?.includes(flag))) continue;
    if (rule.about?.(stage, door) === false) continue;
    if (control !== undefined) {
      if (!controls.has(control))
        controls.set(control, (await changesOf(stage, door, control)) !== undefined);
      if (controls.get(control) === false) continue;
    }
    const one = { rule: rule.name, door: door.name, example: stage.argv };
    ran.add(keyOf(one));
    const found = await changesOf(stage, door, setting);
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
      // What changes nothing when it is typed changes nothing elsewhere.
      if (door === doors[0] && !changes) return;
    }
  } finally {
    await stage.close();
  }
};

const keyOf = ({ rule, door, example }: Case): string => `${rule} × ${door} × ${example}`;
const expected = new Set(known.map(keyOf));
const part = partOf(examples, 3);

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
