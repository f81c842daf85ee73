import { describe, expect, it } from 'vitest';
import { compilePattern } from '../../src/sandbox/jobs/regexp/match.ts';
import { job, openJobs } from './jobs-fixture.ts';

const TEXTS = [
  '',
  'a',
  'aa',
  'ab',
  'abc',
  'ABC',
  'api',
  'api-2',
  'a.b',
  'x\ny',
  'import-07',
  '{3}',
  'ünï',
  '[]',
];

describe('a regular expression', () => {
  // JavaScript and the service agree about these.
  it.each([
    'a',
    '^a$',
    '^(api|cache)$',
    'a|b|',
    'a*',
    '^a+b?$',
    '^a{2}$',
    '^a{1,}$',
    '^a{0,1}b',
    '^[a-c]+$',
    '[^a-z]',
    '[\\d.]',
    '\\w-\\d+$',
    '^\\s*$',
    '\\bapi\\b',
    'p\\B',
    'a\\.b',
    '^.$',
    'x.y',
    '(?:ab)+?c',
    '(a(b(c)?)?)+$',
    '[a-]',
    '\\[\\]',
    '^\\p{L}+$',
    '(?:)',
    '()*',
    '(a*)*$',
    '^(a|aa)+$',
  ])('%s finds the same as in JavaScript', (source) => {
    const matches = compilePattern(source);
    const expected = new RegExp(source, 'u');
    for (const text of TEXTS) expect([text, matches?.(text)]).toStrictEqual([text, expected.test(text)]);
  });

  it.each([
    ['(?i)abc', ['abc', 'ABC']],
    ['(?i:A)pi', ['api', 'api-2']],
    ['((?i)A)PI', []],
    ['(?m)^y$', ['x\ny']],
    ['(?s)x.y', ['x\ny']],
    ['\\Aa\\z', ['a']],
    ['(?P<name>im)port', ['import-07']],
    ['^[[:alpha:]]+-[[:digit:]]+$', ['api-2', 'import-07']],
    ['[]]', ['[]']],
    ['^.3}$', ['{3}']],
    ['\\x{61}\\x62c', ['abc']],
    ['\\pN', ['api-2', 'import-07', '{3}']],
  ])('%s has the syntax of the service', (source, found) => {
    const matches = compilePattern(source);
    expect(TEXTS.filter((text) => matches?.(text))).toStrictEqual(found);
  });

  it.each([
    '(',
    ')',
    '[',
    'a**',
    'a{2}{3}',
    '*',
    'a{1001}',
    'a{2,1}',
    '(?=a)',
    '(?<!a)b',
    '(a)\\1',
    '\\q',
    '[z-a]',
    '[[:nosuch:]]',
    '\\p{Nosuch}',
    '((a{1000}){1000}){1000}',
    '('.repeat(5000),
  ])('is refused: %.40s', (source) => {
    expect(compilePattern(source)).toBe(undefined);
  });

  it('takes time in proportion to the text, whatever its form', () => {
    const text = `${'a'.repeat(20_000)}!`;
    for (const source of [
      '^(a+)+$',
      '^(a|a)*$',
      '^(a|aa)+$',
      '(.*)(.*)(.*)(.*)(.*)x',
      '^(([a-z])+.)+[A-Z]$',
    ]) {
      expect(compilePattern(source)?.(text)).toBe(false);
    }
  });

  it('cannot block the service, as a filter or a constraint', async () => {
    const jobs = openJobs();
    const id = `${'a'.repeat(40)}!`;
    const constraint = { Operand: 'regexp', LTarget: 'a'.repeat(40), RTarget: '^(a+)+!$' };
    await jobs.ask('POST', '/v1/jobs', { body: { Job: job(id, { Constraints: [constraint] }) } });
    const filter = encodeURIComponent('ID matches "^(a+)+$"');
    expect(await jobs.list(`/v1/jobs?filter=${filter}`)).toEqual([]);
    const wrong = encodeURIComponent('ID matches "(a"');
    expect(await jobs.ask('GET', `/v1/jobs?filter=${wrong}`)).toMatchObject({ status: 400 });
  });
});
