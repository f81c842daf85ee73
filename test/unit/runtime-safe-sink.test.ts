import { expect, test } from 'vitest';
import { rawSink, safeSink } from '../../src/commands/job/workflows/action/action.ts';

const written = async (make: typeof safeSink, chunks: readonly (string | Uint8Array)[]): Promise<string> => {
  let text = '';
  const sink = make((chunk) => {
    text += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString('utf8');
    return Promise.resolve();
  });
  for (const chunk of chunks) await sink.write(typeof chunk === 'string' ? Buffer.from(chunk) : chunk);
  await sink.end();
  return text;
};

const escape = '\u001b';

test.each([
  ['the clipboard', [`${escape}]52;c;aGk=\u0007`], String.raw`\u{1b}]52;c;aGk=\u{7}`],
  ['a title', [`${escape}]0;x${escape}\\`], String.raw`\u{1b}]0;x\u{1b}` + '\\'],
  ['clear screen, in two chunks', [escape, '[2J'], String.raw`\u{1b}[2J`],
  ['lines and tabs', ['a\tb\r\nc\n'], 'a\tb\nc\n'],
  ['a line end in two chunks', ['a\r', '\nb'], 'a\nb'],
  ['a carriage return', ['a\rb', '\r'], String.raw`a\u{d}b\u{d}`],
  ['a character in two chunks', [Buffer.from([0xc3]), Buffer.from([0xa4])], 'ä'],
  ['half a character', [Buffer.from([0xc3])], '\ufffd'],
])('%s is shown and has no effect', async (_, chunks, shown) => {
  expect(await written(safeSink, chunks)).toBe(shown);
});

test('raw output is not changed', async () => {
  expect(await written(rawSink, [`${escape}[2J\r\n`])).toBe(`${escape}[2J\r\n`);
});
