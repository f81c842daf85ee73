/** How many different requests each example sends: no more than before its change was reviewed where it is sent. */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Sandbox } from '../../src/sandbox/start.ts';
import { partOf } from '../support/part.ts';
import { doors } from './doors.ts';
import { examples, openExample, startDoors } from './examples.ts';

const file = new URL('requests.json', import.meta.url);
const isWritten = process.env['TRIVET_TABLE'] === 'write';
const known: Record<string, number> =
  !isWritten && existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, number>) : {};
const counted: Record<string, number> = {};

/** A list can be built later, or not at all: only the mount knows at once whether a certificate was revoked. */
const asksMount = 'the mount is asked about each certificate, and about the CA that signed it';

/** How much more the examples of a command send than before, with the reason. */
const more: Readonly<Record<string, { readonly by: number; readonly because: string }>> = {
  'pki renew': { by: 4, because: asksMount },
  'pki guard': { by: 4, because: asksMount },
  'pki verify': { by: 2, because: 'the mount knows the CAs that a folder leaves out' },
  'pki root delete': { by: 4, because: 'every issuer and key that it destroys is shown' },
  'job revert': { by: 1, because: 'a version that was stopped stops the job, which is asked about' },
  'lease unwrap': { by: 1, because: 'where the token was made tells whether somebody opened another before' },
  status: { by: 1, because: asksMount },
};

const moreOf = (argv: string): number =>
  Object.entries(more).find(([path]) => `${argv} `.startsWith(`${path} `))?.[1].by ?? 0;

let sandbox: Sandbox;
let kept: string;

beforeAll(async () => {
  ({ sandbox, kept } = await startDoors());
});
afterAll(async () => {
  await sandbox.close();
  rmSync(kept, { recursive: true, force: true });
  if (isWritten) writeFileSync(file, `${JSON.stringify(counted, null, 2)}\n`);
});

test.each(isWritten ? examples : partOf(examples, 6, 3))('%s', async (argv) => {
  const stage = await openExample(argv, sandbox, kept);
  try {
    await doors[0]?.run(stage, {});
    // A wait asks again as often as it takes.
    const sent = stage
      .requests()
      .map(({ method, path, query }) => `${method} ${path}?${query.replace(/index=\d+/, '')}`);
    counted[argv] = new Set(sent).size;
  } finally {
    await stage.close();
  }
  const most = known[argv] ?? Number.POSITIVE_INFINITY;
  expect(counted[argv]).toBeLessThanOrEqual(most + moreOf(argv));
});
