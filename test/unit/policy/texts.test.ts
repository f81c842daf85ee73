/** Which names clients can read. */
import { describe, expect, test } from 'vitest';
import { isAscii, isReadableBase, isReadableUri } from '../../../src/features/certificates/policy/texts.ts';
import { bases, networks, readableUris, unreadableUris } from './odd-names.ts';

test.each(readableUris)('reads the URI %j', (uri) => {
  expect(isReadableUri(uri)).toBe(true);
});

test.each(unreadableUris)('does not read the URI %j', (uri) => {
  expect(isReadableUri(uri)).toBe(false);
});

test('reads only ASCII', () => {
  expect(['', 'a', '\u0000', '\u007f'].every(isAscii)).toBe(true);
  expect(['\u0080', 'a\u00e4'].some(isAscii)).toBe(false);
});

describe('a name constraint', () => {
  test.each(bases)('on %s with "%s" is unreadable: %s', (form, text, refused) => {
    const base = { form, text, bytes: Buffer.from(text) };
    expect(isReadableBase(base, false)).toBe(refused !== 'always');
    expect(isReadableBase(base, true)).toBe(refused === 'never');
  });

  test.each(networks)('on the network %j is readable: %s', (octets, isReadable) => {
    expect(isReadableBase({ form: 'ip', text: '', bytes: Buffer.from(octets) }, true)).toBe(isReadable);
  });

  test('on another form of name is not read by clients at all', () => {
    const base = { form: 'directory', text: '\u00e4', bytes: Buffer.alloc(0) } as const;
    expect(isReadableBase(base, true)).toBe(true);
  });
});
