/** Tests what the text and the status of a message are. */
import { expect, test } from 'vitest';
import { messageText, statusOf } from '../../src/commands/message/workflows/text.ts';

test('keep a message that is not text in base64', () => {
  expect(messageText('SGVsbG8=')).toBe('Hello');
  expect(messageText('Hello there')).toBe('Hello there');
  expect(messageText('/////w==')).toBe('/////w==');
});

test('derive the status from the period if the server does not report it', () => {
  const now = Date.parse('2026-06-01T00:00:00Z');
  const of = (start: string, end?: string) => statusOf({ start_time: start, end_time: end }, now);
  expect(of('2026-05-01T00:00:00Z')).toBe('active');
  expect(of('2026-05-01T00:00:00Z', '2026-06-01T00:00:00Z')).toBe('expired');
  expect(of('2026-06-01T00:00:01Z')).toBe('scheduled');
  expect(statusOf({}, now)).toBeUndefined();
});
