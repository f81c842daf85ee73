/** Tests `trivet watch` over a day and more: reads follow each other without a pause, and memory must not grow. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { App } from '../../../src/features/watch/app.ts';
import { LiveSource } from '../../../src/features/watch/source.ts';
import { Collected } from '../../../src/run/collected.ts';
import { collectingRun } from '../../../src/run/create-run.ts';
import { readGlobals } from '../../../src/run/given-globals.ts';
import { Inside } from '../../../src/run/invocation/inside.ts';
import type { JsonObject } from '../../../src/documents/json/json.ts';
import { tableView } from '../../../src/catalogue/view.ts';
import { groups } from '../../../src/commands/groups.ts';
import { program } from '../../../src/main.ts';
import { noColor } from '../../../src/output/color.ts';
import { version } from '../../../src/version.ts';
import { quietIo } from '../../support/quiet-io.ts';
import { whole } from '../../support/part.ts';

const view = tableView({
  fields: {
    name: { type: 'text', summary: 'Name', rank: 0 },
    state: { type: 'text', summary: 'State', tones: 'status', rank: 1 },
    since: { type: 'time', summary: 'Since when', rank: 2 },
    detail: { type: 'text', summary: 'Why', rank: 3, readable: 40 },
    attention: { type: 'boolean', summary: 'Needs a person' },
  },
  name: 'name',
  urgent: 'attention',
  columns: ['name', 'state', 'since', 'detail'],
  empty: 'nothing',
});

/** New objects each time, as a reply has; one row changes, one comes and one goes. */
const rowsAt = (count: number, read: number): readonly JsonObject[] =>
  Array.from({ length: count }, (_, at) => {
    const failed = (at + read) % count === 0;
    return {
      name: at === 0 ? `turn-${read % 7}` : `object-${at}`,
      state: failed ? 'failed' : 'running',
      since: new Date(1_795_000_000_000 + at * 1000).toISOString(),
      detail: failed ? `read ${read}: exit code 3, restarted ${read} times` : '',
      attention: failed,
    };
  });

let close: (() => Promise<void>) | undefined;
afterEach(async () => {
  await close?.();
  close = undefined;
});

const collectGarbage = (): void => {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  if (typeof collect === 'function') for (let time = 0; time < 3; time += 1) collect();
};
const heap = (): number => {
  collectGarbage();
  return process.memoryUsage().heapUsed;
};

/** Watches so many rows until they were read so often; the bytes of the heap after a tenth of it, and at the end. */
const watched = async (
  count: number,
  reads: number,
): Promise<readonly [early: number, late: number, drawn: string]> => {
  const env = {};
  const io = quietIo(env, '/nonexistent-home');
  const command = (await groups.find(({ name }) => name === 'status')?.load())?.[0];
  if (command === undefined) throw new Error('no status');
  const globals = readGlobals(new Map([['output', 'json']]), { env, command });
  const parts = collectingRun(program, io, globals, new Collected(version));
  const end = new AbortController();
  const inside = new Inside({ session: parts.session, interruption: parts.interruption });
  let defect: unknown;
  let drawn = '';
  const app = new App({
    catalogue: program.catalogue,
    inside,
    globals,
    canvas: {
      size: () => ({ columns: 120, rows: 40 }),
      draw: (lines) => {
        drawn = lines.join('\n');
      },
      copy: () => undefined,
      lend: (work) => work(),
    },
    paint: noColor,
    unicode: false,
    now: () => 1_795_460_000_000,
    signal: end.signal,
    place: { text: 'host', guarded: false },
    leave: () => undefined,
    broken: (error) => {
      defect = error;
      end.abort();
    },
    runLine: () => Promise.resolve(0),
  });
  close = async () => {
    end.abort();
    await inside.close();
    await parts.close();
  };
  let read = 0;
  let early = 0;
  let over: () => void = () => undefined;
  const done = new Promise<void>((resolve) => {
    over = resolve;
  });
  const source = new LiveSource({
    title: 'endless',
    now: () => 1_795_460_000_000 + read * 1000,
    broken: (error) => {
      defect = error;
      over();
    },
    rest: async () => {
      // A person moves the cursor now and then, and some reads fail.
      if (read % 50 === 0) await app.key(read % 100 === 0 ? 'down' : 'up');
      await turn();
    },
    read: () => {
      read += 1;
      if (read === Math.ceil(reads / 10)) early = heap();
      if (read > reads) {
        over();
        return new Promise(() => undefined);
      }
      return Promise.resolve({ items: rowsAt(count, read), view, aliases: {}, index: undefined });
    },
    changed: () => {
      app.refreshed();
    },
  });
  app.home = [source];
  app.openHome();
  await done;
  if (defect !== undefined) throw defect;
  await app.key('g');
  return [early, heap(), drawn];
};

/** Bytes: what the test runner itself keeps between two looks. */
const noise = 3 * 1024 * 1024;

test.each([
  [60, whole ? 43_200 : 3000],
  [5000, whole ? 4320 : 120],
])('%i rows that are read %i times need no more memory at the end', async (count, reads) => {
  const [early, late, drawn] = await watched(count, reads);
  expect(drawn).toContain(`${count} rows`);
  expect(drawn).toContain(`read ${reads}: exit code 3`);
  expect(late - early).toBeLessThan(noise);
});
