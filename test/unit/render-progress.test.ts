import { PassThrough } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';
import { describe, expect, test } from 'vitest';
import { barText, startProgress } from '../../src/output/progress.ts';

/** A terminal that records what it was sent. */
class Terminal extends PassThrough {
  readonly isTTY = true;
  readonly columns: number;
  seen = '';

  constructor(columns: number) {
    super();
    this.columns = columns;
    this.on('data', (chunk) => {
      this.seen += String(chunk);
    });
  }

  readonly cursorTo = (): boolean => true;
  readonly moveCursor = (): boolean => true;
  readonly clearLine = (): boolean => this.write('<clear>');

  async shows(text: string): Promise<string> {
    while (!stripVTControlCharacters(this.seen).includes(text)) {
      await new Promise((resolve) => this.once('data', resolve));
    }
    return stripVTControlCharacters(this.seen);
  }
}

describe('progress', () => {
  test('shows a spinner with its text, then a bar; stop erases it', async () => {
    const stream = new Terminal(80);
    const progress = startProgress({ stream, isTTY: true, text: 'Fetching \u001b[2J', after: 0 });
    await stream.shows('Fetching \\u{1b}[2J');
    progress.update(250, 1000);
    await stream.shows('[#####---------------]  25% 250/1000');
    progress.text('Writing');
    await stream.shows('Writing');
    progress.stop();
    progress.stop();
    await new Promise((resolve) => setImmediate(resolve));
    const before = stream.seen;
    expect(stripVTControlCharacters(before).endsWith('<clear>')).toBe(true);
    progress.text('late');
    progress.update(1, 2);
    await new Promise((resolve) => setImmediate(resolve));
    expect(stream.seen).toBe(before);
  });

  test('leaves room for the ^C that a terminal echoes: a line that wraps would stay', async () => {
    const stream = new Terminal(40);
    const progress = startProgress({ stream, isTTY: true, text: 'word '.repeat(20), after: 0 });
    const seen = await stream.shows('…');
    progress.stop();
    const line = seen.replaceAll('<clear>', '').split('…')[0] ?? '';
    expect(`${line}…^C`.trimStart().length).toBeLessThan(40);
  });

  test('shows a request in its progressive form, before and after a retry', async () => {
    const stream = new Terminal(80);
    const operation = { summary: 'List workspaces' };
    const progress = startProgress({ stream, isTTY: true, text: operation, after: 0 });
    await stream.shows('Listing workspaces');
    progress.text(operation, ' (retry in 2 s: status 503)');
    const seen = await stream.shows('Listing workspaces (retry in 2 s: status 503)');
    progress.stop();
    expect(seen).not.toContain('List workspaces');
  });

  test('never takes more than one line', async () => {
    const stream = new Terminal(20);
    const progress = startProgress({ stream, isTTY: true, text: 'A text that is much too long', after: 0 });
    const seen = await stream.shows('A text');
    progress.stop();
    expect(seen).not.toContain('much');
    expect(seen).toContain('…');
  });

  test('shows nothing if it is stopped early', async () => {
    const stream = new Terminal(80);
    startProgress({ stream, isTTY: true, text: 'x', after: 0 }).stop();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(stream.seen).toBe('');
  });

  test('shows nothing without a terminal', async () => {
    const stream = new Terminal(80);
    const progress = startProgress({ stream, isTTY: false, text: 'x', after: 0 });
    await new Promise((resolve) => setTimeout(resolve, 20));
    progress.update(1, 2);
    progress.text('y');
    progress.stop();
    expect(stream.seen).toBe('');
  });

  test('draws a bar', () => {
    expect(barText('a', 0, 3)).toBe('a [--------------------]   0% 0/3');
    expect(barText('a', 3, 3)).toBe('a [####################] 100% 3/3');
    expect(barText('a', 5, 3)).toBe('a [####################] 100% 5/3');
    expect(barText('a', 0, 0)).toBe('a [####################] 100% 0/0');
  });
});
