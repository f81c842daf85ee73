/** Tests the difference of two versions of a job, in the form of the server's own diffs. */
import { expect, test } from 'vitest';
import type { JsonObject } from '../../../../src/documents/json/json.ts';
import { painter } from '../../../../src/output/color.ts';
import { diffLines } from '../../../../src/commands/job/workflows/format/diff.ts';
import { jobDiff } from '../../../../src/commands/job/workflows/versions/job-diff.ts';

const job: JsonObject = {
  ID: 'web',
  Version: 1,
  SubmitTime: 1,
  Priority: 50,
  Datacenters: ['dc1'],
  Meta: { owner: 'ada' },
  TaskGroups: [
    {
      Name: 'app',
      Count: 1,
      Constraints: null,
      Tasks: [
        {
          Name: 'server',
          Env: { A: '1' },
          Config: { args: ['a', 'b'], command: '/bin/x' },
          Resources: { CPU: 20 },
        },
      ],
    },
  ],
};

const lines = async (after: JsonObject, full = false): Promise<readonly string[]> =>
  diffLines(jobDiff(job, after), { paint: await painter(0), full, reveal: false });

test('fields that the server writes, and two kinds of empty, do not differ', async () => {
  const [group = {}] = job['TaskGroups'] as readonly JsonObject[];
  const same = {
    ...job,
    Version: 2,
    SubmitTime: 9,
    Stable: true,
    Affinities: [],
    TaskGroups: [{ ...group, Constraints: [] }],
  };
  expect(jobDiff(job, same)).toMatchObject({ Type: 'None', TaskGroups: [] });
  expect(await lines(same)).toEqual([]);
});

test('the diff has fields, maps, lists, objects, tasks and groups', async () => {
  const after: JsonObject = {
    ...job,
    Priority: 70,
    Datacenters: ['dc1', 'dc2'],
    Meta: {},
    TaskGroups: [
      {
        Name: 'app',
        Count: 3,
        Constraints: [{ LTarget: 'x', Operand: '=' }],
        Tasks: [
          {
            Name: 'server',
            Env: { A: '2' },
            Config: { args: ['a'], command: '/bin/x' },
            Resources: { CPU: 30 },
          },
          {
            Name: 'side',
            Leader: false,
            KillTimeout: 0,
            Config: { image: 'envoy' },
            Artifacts: [{ GetterSource: 'https://example.com/a' }],
          },
        ],
      },
      { Name: 'db', Count: 1 },
    ],
  };
  expect(await lines(after)).toEqual([
    '~ Job "web"',
    '  ~ Datacenters: "dc1" => "dc1, dc2"',
    '  - Meta[owner]: "ada"',
    '  ~ Priority: "50" => "70"',
    '  ~ Task group "app"',
    '    ~ Count: "1" => "3"',
    '    + Constraints',
    '      + LTarget: "x"',
    '      + Operand: "="',
    '    ~ Task "server"',
    '      ~ Config[args]: "a, b" => "a"',
    '      ~ Env[A]: "(hidden, use --reveal)" => "(hidden, use --reveal)"',
    '      ~ Resources',
    '        ~ CPU: "20" => "30"',
    '    + Task "side"',
    '      + Config[image]: "envoy"',
    '      + Name: "side"',
    '      + Artifacts',
    '        + GetterSource: "https://example.com/a"',
    '  + Task group "db"',
    '    + Count: "1"',
    '    + Name: "db"',
  ]);
  const full = await lines(after, true);
  expect(full).toContain('      + KillTimeout: "0"');
  expect(full).toContain('      + Leader: "false"');
});

test('the reverse diff mirrors it', () => {
  const after = { ...job, Priority: 70, TaskGroups: [] };
  expect(jobDiff(after, job)).toMatchObject({
    Fields: [{ Name: 'Priority', Old: '70', New: '50' }],
    TaskGroups: [{ Name: 'app', Type: 'Added' }],
  });
});
