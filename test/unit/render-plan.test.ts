import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Json } from '../../src/documents/json/json.ts';
import { at } from '../../src/documents/json/json.ts';
import { parseJson } from '../../src/documents/json/lossless.ts';
import { noColor, painter } from '../../src/output/color.ts';
import { cannotPlace, hasChanges, planText } from '../../src/commands/job/workflows/format/plan.ts';

const recorded = (name: string): Json => {
  const text = readFileSync(new URL(`../recordings/jobs/job.plan.${name}json`, import.meta.url), 'utf8');
  return at(parseJson(text), 'response', 'body', 'json') ?? null;
};
const register = (index: string): string => `trivet job register web.nomad --check-index ${index}`;
const options = {
  paint: noColor,
  now: Date.parse('2026-11-21T12:00:00Z'),
  register,
  full: false,
  reveal: false,
};

describe('planText', () => {
  test('shows only the changes of an edited job', () => {
    expect(planText(recorded('in-place-and-count.'), options)).toBe(`~ Job "web"
  + Meta[owner]: "ops@example.com"
  ~ Meta[release]: "3" => "2"
  - Meta[team]: "blue"
  ~ Task group "app" (1 create, 2 ignore)
    ~ Count: "2" => "3" (forces create)
    ~ Service
      ~ Tags
        + Tags: "v2"
        - Tags: "v1"

Allocations
  app: 1 to create, 2 unchanged

Warnings
  * group "app" defines services, but neither the group nor any of its tasks have shutdown_delay set

To register exactly this: trivet job register web.nomad --check-index 220
`);
  });

  test('names the groups and tasks of a new job, and shows its fields in full', () => {
    const plan = recorded('');
    const brief = planText(plan, options);
    expect(brief).toContain(
      '+ Job "future"\n  + Task group "work" (1 create)\n    + Task "run" (forces create)\n',
    );
    expect(brief).not.toContain('AllAtOnce');
    const full = planText(plan, { ...options, full: true });
    expect(full).toContain('\n  + AllAtOnce: "false"\n');
    expect(full).toContain('\n  + Meta[team]: "data"\n');
    for (const line of brief.split('\n')) expect(full.split('\n')).toContain(line);
  });

  test('explains a failed placement', () => {
    const plan = recorded('unplaceable.');
    expect(cannotPlace(plan)).toBe(true);
    expect(planText(plan, options)).toContain(`
Cannot be placed now
  Task group "app": 1 allocation
    1 node evaluated in the node pool "default"
    1 node without enough room
    memory is exhausted on 1 node
    task "server" asks for 9000000 MB of memory

To register exactly this: trivet job register web.nomad --check-index 0
`);
    const metric = {
      NodesEvaluated: 0,
      NodePool: 'gpu',
      NodesAvailable: { dc1: 0, dc2: 4 },
      ConstraintFiltered: { '${attr.kernel.name} = linux': 2 },
      ClassFiltered: { big: 1 },
      QuotaExhausted: ['memory'],
      CoalescedFailures: 2,
    };
    const text = planText({ FailedTGAllocs: { app: metric } }, options);
    expect(text).toContain('"app": 3 allocations');
    expect(text).toContain('no node was eligible in the node pool "gpu"');
    expect(text).toContain('no node is available in the datacenter "dc1"');
    expect(text).not.toContain('dc2');
    expect(text).toContain('2 nodes filtered out by the constraint "${attr.kernel.name} = linux"');
    expect(text).toContain('1 node of class "big" filtered out');
    expect(text).toContain('the quota limit is reached: "memory"');
  });

  test('shows no change, a missing diff, and the next launch', () => {
    expect(planText(recorded('unchanged.'), options)).toMatch(/^No change of the job\.\n\nAllocations\n/);
    expect(planText(recorded('new-without-diff.'), options)).toMatch(/^Allocations\n {2}work: 1 to create\n/);
    expect(planText(recorded('periodic.'), options)).toContain(
      'Next periodic launch: 2026-11-22T03:00:00Z (in 15 hours)\n',
    );
    expect(cannotPlace(recorded('periodic.'))).toBe(false);
  });

  test('finds out whether there is a change', () => {
    expect(hasChanges(recorded('unchanged.'))).toBe(false);
    expect(hasChanges(recorded('changed-with-diff.'))).toBe(true);
    expect(hasChanges(recorded('new-without-diff.'))).toBe(true);
    expect(hasChanges({ Diff: null, Annotations: { DesiredTGUpdates: { a: { Ignore: 3, Stop: 0 } } } })).toBe(
      false,
    );
  });

  const edited = (fields: readonly Json[]): Json => ({ Diff: { Type: 'Edited', ID: 'x', Fields: fields } });

  test('shows only the changed lines of a text', () => {
    const [from, to] = ['a\nb\nc\nd\n', 'a\nB\nB2\nd\n'];
    const field = { Name: 'EmbeddedTmpl', Type: 'Edited', Old: from, New: to };
    expect(planText(edited([field]), { ...options, reveal: true })).toContain(
      '  ~ EmbeddedTmpl:\n    - b\n    - c\n    + B\n    + B2\n',
    );
    expect(planText(edited([{ ...field, Type: 'Added', Old: '' }]), { ...options, reveal: true })).toContain(
      '+ EmbeddedTmpl:\n    + a\n',
    );
  });

  test('omits unchanged fields and objects, with everything in them', () => {
    const none = { Name: 'Same', Type: 'None', Old: '1', New: '1' };
    const deep = { Name: 'Outer', Type: 'None', Fields: [none], Objects: [{ Name: 'Inner', Type: 'None' }] };
    const changed = {
      Name: 'Recipe',
      Type: 'None',
      Fields: [{ Name: 'New', Type: 'Added', New: 'y', Old: '' }],
    };
    const text = planText(
      { Diff: { Type: 'Edited', ID: 'x', Fields: [none], Objects: [deep, changed] } },
      options,
    );
    expect(text).toBe('~ Job "x"\n    Recipe\n    + New: "y"\n');
  });

  test("hides a private key, escapes hostile text, and uses trivet's own colours", async () => {
    const key = '-----BEGIN PRIVATE KEY-----\nabc\n-----END PRIVATE KEY-----';
    const field = { Name: 'E[\u001b[2J]', Type: 'Edited', Old: '', New: key, Annotations: ['\u009b31m'] };
    const plan: Json = { ...(edited([field]) as object), Warnings: '\u001b[0m', JobModifyIndex: '\u202e' };
    const text = planText(plan, options);
    expect(text).toContain('(hidden, use --reveal)');
    expect(text).not.toContain('abc');
    expect(text).not.toMatch(/[^\n -~]/);
    expect(planText(plan, { ...options, reveal: true })).toContain('+ abc');
    const painted = planText(recorded('canary.'), { ...options, paint: await painter(1) });
    expect(painted).toContain('\u001b[33m~\u001b[39m');
    expect(painted).toContain('\u001b[31m(forces create/destroy update)\u001b[39m');
  });

  test('shows each warning of the server as one line', () => {
    const said = '2 warnings:\n\n* one\n  To repair it: trivet workspace force-delete w1 --yes\n* two';
    expect(planText({ Warnings: said }, options)).toBe(
      'Warnings\n  * one To repair it: trivet workspace force-delete w1 --yes\n  * two\n',
    );
  });

  test('handles ten thousand lines', () => {
    const fields = Array.from({ length: 10_000 }, (_, index) => ({
      Name: `Env[K${index}]`,
      Type: 'Edited',
      Old: 'a',
      New: 'b',
    }));
    const lines = planText(edited(fields), { ...options, reveal: true }).split('\n');
    expect(lines).toHaveLength(10_002);
    expect(lines[10_000]).toBe('  ~ Env[K9999]: "a" => "b"');
    const text = Array.from({ length: 10_000 }, (_, index) => `line ${index}`);
    const template = { Name: 'T', Type: 'Edited', Old: text.join('\n'), New: [...text, 'last'].join('\n') };
    expect(planText(edited([template]), options)).toBe('~ Job "x"\n  ~ T:\n    + last\n');
  });
});
