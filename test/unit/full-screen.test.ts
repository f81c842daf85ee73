/** Tests the parts of the full screen that need no terminal: keys, the edited line, rows that stay under the cursor. */
import { describe, expect, test } from 'vitest';
import type { Column } from '../../src/catalogue/view.ts';
import { noColor } from '../../src/output/color.ts';
import { openCanvas } from '../../src/output/full/canvas.ts';
import { createKeyReader } from '../../src/output/full/keyboard.ts';
import { edited, pastedInto, formatLine } from '../../src/output/full/line-editor.ts';
import { detailLines, placeWithin, refreshed, screenRows } from '../../src/output/full/rows.ts';
import type { ScreenRow } from '../../src/output/full/rows.ts';
import { recordLines, tabLine } from '../../src/output/full/text.ts';
import { displayWidth } from '../../src/output/text/width.ts';
import { PassThrough } from 'node:stream';
import { distanceOf } from '../../src/output/full/picker.ts';

const escape = '\u001b';

const keysIn = (...chunks: readonly string[]) => {
  const read = createKeyReader();
  return chunks.flatMap((chunk) => read(chunk)).map((typed) => ('key' in typed ? typed.key : typed));
};

test('names keys, a single escape too, and ignores unknown sequences with their letters', () => {
  expect(keysIn(`${escape}[A${escape}OBj\r`)).toEqual(['up', 'down', 'j', 'enter']);
  expect(keysIn(escape)).toEqual(['escape']);
  expect(keysIn(`${escape}[5~${escape}[6~${escape}[Z`)).toEqual(['page-up', 'page-down', 'back-tab']);
  expect(keysIn(`${escape}[99;5ux${escape}[<0;3;4Mq`)).toEqual(['x', 'q']);
  expect(keysIn(`${escape}[M !!q`)).toEqual(['q']);
  expect(keysIn('\u0003\u007f\u001a')).toEqual(['ctrl-c', 'backspace', 'ctrl-z']);
  expect(keysIn('é👍')).toEqual(['é', '👍']);
});

test('a sequence in two chunks is one key', () => {
  expect(keysIn(`j${escape}[`, 'Ak')).toEqual(['j', 'up', 'k']);
  expect(keysIn(`${escape}[5`, '~q')).toEqual(['page-up', 'q']);
});

test('pasted text presses no key, in however many chunks it arrives', () => {
  expect(keysIn(`j${escape}[200~R\ry${escape}[201~k`)).toEqual(['j', { pasted: 'R\ry' }, 'k']);
  expect(keysIn(`${escape}[20`, '0~R\r', `y${escape}[2`, '01~k')).toEqual([{ pasted: 'R\ry' }, 'k']);
  const line = { label: '/', text: 'name=' };
  expect(pastedInto(line, '  web\r\nq\u0003 ').text).toBe('name=web q');
});

test('the end of a long line is shown, and fits however wide its characters are', () => {
  expect(formatLine({ label: '/', text: 'name=web' }, 20)).toBe('/name=web_');
  expect(formatLine({ label: '/', text: 'name=web' }, 6)).toBe('<=web_');
  expect(formatLine({ label: '/', text: '日本語👍日本語' }, 9)).toBe('<日本語_');
  expect(formatLine({ label: '/', text: '\u001b[2J' }, 20)).toBe('/\\u{1b}[2J_');
});

test('a line is edited by characters, and given up with escape', () => {
  const type = (text: string, keys: readonly string[]) =>
    keys.reduce<ReturnType<typeof edited>>(
      (state, key) => (state === undefined ? undefined : edited(state.editor, key)),
      { editor: { label: '/', text }, done: false },
    );
  expect(type('a👍', ['backspace', 'b', 'up'])?.editor.text).toBe('ab');
  expect(type('abc', ['ctrl-u', 'x', 'enter'])).toEqual({ editor: { label: '/', text: 'x' }, done: true });
  expect(type('abc', ['escape'])).toBeUndefined();
});

const row = (name: string): ScreenRow => ({ item: { name }, identity: name, urgent: false });
const rows = (...names: readonly string[]): readonly ScreenRow[] => names.map(row);

describe('rows that are read again', () => {
  test('the row under the cursor keeps its line on the screen, wherever it is in the list', () => {
    const before = rows('a', 'b', 'c', 'd', 'e', 'f');
    const place = { cursor: 3, top: 2 };
    const { place: after } = refreshed(before, rows('x', 'y', 'a', 'b', 'c', 'd', 'e', 'f'), place, 3);
    expect(after).toEqual({ cursor: 5, top: 4 });
    const up = refreshed(before, rows('d', 'a', 'b', 'c', 'e', 'f'), place, 3);
    expect([up.rows[up.place.cursor]?.identity, up.place.top]).toEqual(['d', 0]);
  });

  test('a row that is gone stays under the cursor, marked as gone', () => {
    const { rows: now, place } = refreshed(rows('a', 'b', 'c'), rows('a', 'c'), { cursor: 1, top: 0 }, 10);
    expect(now.map(({ identity, gone }) => [identity, gone === true])).toEqual([
      ['a', false],
      ['b', true],
      ['c', false],
    ]);
    expect(place.cursor).toBe(1);
  });

  test('an empty list has a place, too', () => {
    expect(refreshed([], [], { cursor: 0, top: 0 }, 5).place).toEqual({ cursor: 0, top: 0 });
    expect(placeWithin({ cursor: 9, top: 9 }, 3, 5)).toEqual({ cursor: 2, top: 0 });
  });
});

const columns: readonly Column[] = [
  { header: 'name', path: 'name', rank: 0 },
  { header: 'state', path: 'state', rank: 1, tones: { down: 'bad' } },
  { header: 'why', path: 'why', rank: 2, readable: 20 },
];
const look = { columns, aliases: {}, style: { human: true, reveal: false, now: 0 }, paint: noColor };

test('rows fit every width without colour: an arrow is the cursor, an exclamation mark what hurts', () => {
  const all = [
    {
      ...row('web'),
      urgent: true,
      item: { name: 'web', state: 'down', why: `because\u001b[2J ${'x'.repeat(90)}` },
    },
    row('日本語'),
  ];
  for (const width of [200, 80, 40, 20]) {
    const lines = screenRows(all, { cursor: 0, top: 0 }, look, { width, height: 5 });
    for (const line of lines) expect(displayWidth(line.trimEnd())).toBeLessThanOrEqual(width);
    expect(lines.join('')).not.toContain(escape);
    expect(lines[1]).toMatch(/^>! {2}web/);
    expect(lines[2]).toMatch(/^ {4}日本語/);
  }
});

test('the whole reason of the row under the cursor is wrapped below the rows', () => {
  const item = { name: 'web', why: 'one two three four five six seven eight nine ten' };
  const lines = detailLines({ ...row('web'), item }, look, { width: 20, height: 9 });
  expect(lines.join(' ')).toContain('one two three four five six seven eight nine ten');
  for (const line of lines) expect(line.length).toBeLessThanOrEqual(20);
});

test('a record has a line for each value, and the chosen tab is in brackets', () => {
  expect(recordLines({ name: 'web', state: 'down' }, look, 40)).toEqual(['name   web', 'state  down']);
  expect(tabLine(['now', 'parts'], 1, 40, noColor)).toBe(' 1 now [2 parts]');
  expect(displayWidth(tabLine(['one', 'two', 'three', 'four'], 3, 12, noColor))).toBeLessThanOrEqual(12);
});

/** A terminal that keeps what is written to it. */
const terminalOf = () => {
  const [stdout, input] = [new PassThrough(), new PassThrough()];
  let text = '';
  stdout.on('data', (chunk: Buffer) => (text += chunk.toString()));
  const raw: boolean[] = [];
  Object.assign(stdout, { isTTY: true, columns: 20, rows: 3 });
  Object.assign(input, { isTTY: true, setRawMode: (on: boolean) => raw.push(on) });
  let end: (() => void) | undefined;
  const io = {
    stdout,
    terminal: () => ({ input, output: stdout, close: () => undefined }),
    atExit: (work: () => void) => {
      end = work;
      return () => (end = undefined);
    },
  };
  return { io, raw, text: () => text, forget: () => (text = ''), crash: () => end?.() };
};
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const left = `${escape}[?1049l`;

describe('the terminal', () => {
  const quiet = {
    key: () => undefined,
    pasted: () => undefined,
    resized: () => undefined,
    gone: () => undefined,
  };

  test('gets only lines that changed', async () => {
    const terminal = terminalOf();
    const canvas = openCanvas(terminal.io, quiet);
    canvas?.draw(['a', 'b', 'c']);
    await turn();
    terminal.forget();
    canvas?.draw(['a', 'B', 'c']);
    canvas?.draw(['a', 'B', 'c']);
    await turn();
    expect(terminal.text()).toBe(`${escape}[2;1H${escape}[0m${escape}[KB`);
  });

  test('is given back at the end, for the time of a command, and when the process ends in any other way', async () => {
    const terminal = terminalOf();
    const canvas = openCanvas(terminal.io, quiet);
    await turn();
    expect(terminal.text()).toContain(`${escape}[?1049h`);
    terminal.crash();
    await turn();
    expect(terminal.text()).toContain(left);
    terminal.forget();
    await canvas?.lend(async () => {
      await turn();
      expect([terminal.text().endsWith(left), terminal.raw.at(-1)]).toEqual([true, false]);
    });
    expect(terminal.raw.at(-1)).toBe(true);
    terminal.forget();
    canvas?.close();
    await turn();
    expect([terminal.text(), terminal.raw.at(-1)]).toEqual([expect.stringContaining(left), false]);
  });
});

test('Ctrl-Z stops the job with the terminal given back, and what was drawn is drawn again', async () => {
  const terminal = terminalOf();
  let stop: { readonly leave: () => void; readonly back: () => void } | undefined;
  let stopped = 0;
  let resized = 0;
  const keys: string[] = [];
  const io = {
    ...terminal.io,
    onStop: (listener: { readonly leave: () => void; readonly back: () => void }) => {
      stop = listener;
      return { stop: () => (stopped += 1), close: () => (stop = undefined) };
    },
  };
  const canvas = openCanvas(io, {
    key: (name) => keys.push(name),
    pasted: () => undefined,
    resized: () => (resized += 1),
    gone: () => undefined,
  });
  terminal.io.terminal().input.write('\u001aj');
  await turn();
  expect([stopped, keys]).toEqual([1, ['j']]);
  stop?.leave();
  await turn();
  expect([terminal.text().endsWith(left), terminal.raw.at(-1)]).toEqual([true, false]);
  stop?.back();
  await turn();
  expect([terminal.text().lastIndexOf('[?1049h') > terminal.text().lastIndexOf(left), resized]).toEqual([
    true,
    1,
  ]);
  expect(terminal.raw.at(-1)).toBe(true);
  // A command that has the terminal is stopped as any other program.
  await canvas?.lend(async () => {
    terminal.forget();
    stop?.leave();
    stop?.back();
    await turn();
    expect([terminal.text(), resized]).toEqual(['', 1]);
  });
  canvas?.close();
  expect(stop).toBeUndefined();
});

test('letters find a text in order: together before scattered, and earlier before later', () => {
  const [start, later, scattered] = ['web', 'my-web', 'w-e-b'].map((text) => distanceOf(text, 'web') ?? -1);
  expect([start, later]).toEqual([0, 3]);
  expect(scattered).toBeGreaterThan(later ?? 0);
  expect(distanceOf('bew', 'web')).toBeUndefined();
  expect(distanceOf('anything', '')).toBe(0);
});
