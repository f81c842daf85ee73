import { describe, expect, test } from 'vitest';
import type { ColorWish } from '../../src/output/color.ts';
import { colorLevel, noColor, painter } from '../../src/output/color.ts';

const level = (env: ColorWish['env'], isTTY = true, flag: ColorWish['flag'] = 'auto'): number =>
  colorLevel({ flag, env, isTTY });

describe('colorLevel', () => {
  test('follows the flag before anything else', () => {
    expect(level({ FORCE_COLOR: '3', CLICOLOR_FORCE: '1' }, true, 'never')).toBe(0);
    expect(level({ NO_COLOR: '1', TERM: 'dumb', CI: 'true' }, false, 'always')).toBe(1);
    expect(level({ NO_COLOR: '1', COLORTERM: 'truecolor' }, false, 'always')).toBe(3);
  });

  test('is 0 with NO_COLOR even if colour is forced, unless it is empty', () => {
    expect(level({ NO_COLOR: '1', FORCE_COLOR: '3', CLICOLOR_FORCE: '1' })).toBe(0);
    expect(level({ NO_COLOR: '0' })).toBe(0);
    expect(level({ NO_COLOR: '', FORCE_COLOR: '3' })).toBe(3);
    expect(level({ NO_COLOR: '' })).toBe(1);
  });

  test('is forced by FORCE_COLOR and CLICOLOR_FORCE without a terminal', () => {
    expect(level({ FORCE_COLOR: '' }, false)).toBe(1);
    expect(level({ FORCE_COLOR: 'true' }, false)).toBe(1);
    expect(level({ FORCE_COLOR: '2' }, false)).toBe(2);
    expect(level({ FORCE_COLOR: '0', CLICOLOR_FORCE: '1' })).toBe(0);
    expect(level({ FORCE_COLOR: 'false' })).toBe(0);
    expect(level({ CLICOLOR_FORCE: '1' }, false)).toBe(1);
    expect(level({ CLICOLOR_FORCE: '0' }, false)).toBe(0);
  });

  test('otherwise depends on the terminal', () => {
    expect(level({}, false)).toBe(0);
    expect(level({ COLORTERM: 'truecolor' }, false)).toBe(0);
    expect(level({})).toBe(1);
    expect(level({ TERM: 'xterm-256color' })).toBe(2);
    expect(level({ TERM: 'xterm-256color', COLORTERM: 'truecolor' })).toBe(3);
    expect(level({ TERM: 'dumb', COLORTERM: 'truecolor' })).toBe(0);
    expect(level({ CLICOLOR: '0' })).toBe(0);
    expect(level({ CI: 'true', COLORTERM: 'truecolor' })).toBe(1);
    expect(level({ CI: 'true' }, false)).toBe(0);
  });
});

describe('painter', () => {
  test('uses the given level, whatever the environment', async () => {
    expect(await painter(0)).toBe(noColor);
    expect((await painter(0)).red('x')).toBe('x');
    expect((await painter(1)).red('x')).toBe('\u001b[31mx\u001b[39m');
    expect((await painter(3)).bold('x')).toBe('\u001b[1mx\u001b[22m');
  });
});
