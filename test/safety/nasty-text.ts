/** Text that has a meaning for a path, a shell, a terminal, a parser or a header. */
import * as fc from 'fast-check';
import { anyUnit } from '../support/any-unit.ts';

/** Yields the same cases in every run, so that a failure can be repeated. */
export const fixed = { seed: 20_261_121 } as const;

/** Combines several pieces. */
export const nasty = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '.',
        '..',
        '/',
        '%2e',
        '%2f',
        '%25',
        '%',
        '\\',
        '?',
        '#',
        ';',
        '&',
        '=',
        '\0',
        '\r\n',
        '\n',
        '\t',
        ' ',
        '"',
        "'",
        '$(x)',
        '`x`',
        '\u001b[31m',
        '\u001b]0;x\u0007',
        '\u009b',
        '\u202e',
        '\u200b',
        '\u2028',
        '\ud800',
        '\udc00',
        'é',
        'e\u0301',
        '😀',
        '__proto__',
        'constructor',
        '@',
        '@@',
        '-',
        '--',
        ',',
        ':',
        '{',
        '}',
        '[',
        ']',
        '\ufeff',
      ),
      fc.string({ unit: anyUnit, maxLength: 6 }),
      fc.string({ maxLength: 6 }),
    ),
    { maxLength: 8 },
  )
  .map((parts) => parts.join(''));
