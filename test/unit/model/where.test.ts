/** Tests the language of `--where`: what is accepted, what is refused, and which objects satisfy a condition. */
import { describe, expect, test } from 'vitest';
import { operators, operatorsOf } from '../../../src/catalogue/selection/condition-operators.ts';
import { TrivetError } from '../../../src/system/error.ts';
import type { Field, Fields } from '../../../src/catalogue/field.ts';
import type { JsonObject } from '../../../src/documents/json/json.ts';
import type { Condition } from '../../../src/catalogue/selection/where.ts';
import { isLeftOut, matches, parseCondition } from '../../../src/catalogue/selection/where.ts';

const now = Date.parse('2026-06-01T12:00:00Z');

const fields = {
  name: { type: 'text', summary: 'Name' },
  locked: { type: 'boolean', summary: 'Locked' },
  'engine-version': { type: 'version', summary: 'Version' },
  'resource-count': { type: 'integer', summary: 'Resources' },
  share: { type: 'number', summary: 'Share' },
  'latest-change-at': { type: 'time', summary: 'Change' },
  SubmitTime: { type: 'time', unit: 'ns', summary: 'Submission' },
  revoked: { type: 'time', summary: 'Revocation' },
  ttl: { type: 'duration', unit: 's', summary: 'Life' },
  average: { type: 'duration', unit: 'ms', summary: 'Average' },
  tags: { type: 'list', summary: 'Tags' },
  Meta: { type: 'object', summary: 'Metadata' },
  M: { type: 'object', summary: 'More' },
  age: { type: 'duration', summary: 'Age' },
  seen: { type: 'time', unit: 'ms', summary: 'Last seen' },
  constructor: { type: 'text', summary: 'Builder' },
  'vcs-repo': { type: 'object', summary: 'Repository' },
  'vcs-repo.branch': { type: 'text', summary: 'Branch' },
  'vcs-repo.tag': { type: 'text', summary: 'Tag', omitted: true },
  project: { type: 'text', summary: 'Project', refers: 'project' },
  Wait: { type: 'duration', unit: 'ns', summary: 'Wait', omitted: true },
  password: { type: 'text', summary: 'Password', sensitive: true },
  reason: { type: 'text', summary: 'Reason', format: 'marked' },
} as const satisfies Fields;

/** A value that fits each type. */
const samples: Readonly<Record<Field['type'], string>> = {
  text: 'a',
  integer: '1',
  number: '1',
  boolean: 'true',
  time: '2026-06-01',
  duration: '1h',
  version: '1.6',
  list: 'a',
  object: '',
};

const read = (text: string): Condition => parseCondition(text, fields, { now });

const holds = (text: string, item: JsonObject): unknown => matches(read(text), item);

const refusal = (text: string): TrivetError => {
  try {
    parseCondition(text, fields, { now });
  } catch (error) {
    if (error instanceof TrivetError) return error;
    throw error;
  }
  throw new Error(`${text} was read`);
};

describe('a condition is accepted', () => {
  test.each([
    ['name=a', 'name', '=', 'a'],
    [' name  =  a b ', 'name', '=', 'a b'],
    ['name!=a', 'name', '!=', 'a'],
    ['resource-count<=3', 'resource-count', '<=', '3'],
    ['resource-count >= 3', 'resource-count', '>=', '3'],
    ['resource-count lt 3', 'resource-count', '<', '3'],
    ['resource-count le 3', 'resource-count', '<=', '3'],
    ['resource-count gt 3', 'resource-count', '>', '3'],
    ['resource-count ge 3', 'resource-count', '>=', '3'],
    ['name=a=b', 'name', '=', 'a=b'],
    ['name= lt 3', 'name', '=', 'lt 3'],
    ['name=', 'name', '=', ''],
    [`name=''`, 'name', '=', ''],
    ['name!=""', 'name', '!=', ''],
    ['name="a b"', 'name', '=', 'a b'],
    ['vcs-repo.branch=main', 'vcs-repo.branch', '=', 'main'],
    ['Meta.team=core', 'Meta.team', '=', 'core'],
    ['terraform-version=1.6', 'terraform-version', '=', '1.6'],
    ['name=a==b', 'name', '=', 'a==b'],
    ['name=a=~b', 'name', '=', 'a=~b'],
    ['name=a!~b', 'name', '=', 'a!~b'],
    ['name=a<>b', 'name', '=', 'a<>b'],
    ['name=a"b"', 'name', '=', 'a"b"'],
    ['name="a"b', 'name', '=', '"a"b'],
  ])('like %s', (text, path, operator, value) => {
    const found = read(text);
    expect([found.path, found.operator, found.value]).toEqual([
      path === 'terraform-version' ? 'engine-version' : path,
      operator,
      value,
    ]);
  });

  test("with the product's name for a field", () => {
    const wire = { locked: 'is-locked' };
    const condition = parseCondition('is-locked=true', fields, { now, wire });
    expect(matches(condition, { 'is-locked': true }, wire)).toBe(true);
    expect(matches(condition, { locked: true }, wire)).toBe(true);
  });

  test.each([
    [{ name: 'x-name', locked: 'x' }, 'locked'],
    [{ gone: 'x', locked: 'x' }, 'locked'],
    [{ locked: 'x', name: 'x' }, 'locked'],
  ])("with the product's name for one of several fields: %j", (wire, path) => {
    expect(parseCondition('x=true', fields, { now, wire }).path).toBe(path);
  });

  test('with a time relative to now', () => {
    const condition = parseCondition('latest-change-at<-1h', fields);
    expect(matches(condition, { 'latest-change-at': '2026-01-01T00:00:00Z' })).toBe(true);
  });
});

describe('a condition is refused', () => {
  test.each([
    ['locked', /no operator/, /in quotes/],
    ['', /a field is expected/, /in quotes/],
    ['name', /no operator/, /FIELD=''/],
    ['resource-count<', /no value/, /takes < and > for files/],
    ['resource-count lt', /no value/, /in quotes/],
    ['name~=a', /unknown operator ~=/, /is ~/],
    ['lokced=true', /no field "lokced"/, /Did you mean locked/],
    ['zzzzzzzz=1', /no field/, /Fields are name, locked/],
    ['vcs-repo.nope=1', /no field/, undefined],
    ['tags>a', /no order/, undefined],
    ['locked=constructor', /true or false/, undefined],
    ['locked<true', /true or false/, undefined],
    ['resource-count=many', /a number/, undefined],
    ['resource-count~1*', /a number/, undefined],
    ['latest-change-at<yesterday', /a time/, undefined],
    ['latest-change-at<2026-13-01', /a time/, undefined],
  ])('like %s', (text, message, hint) => {
    const error = refusal(text);
    expect(error.exit).toBe(2);
    expect(error.effect).toBe('not-sent');
    expect(error.message).toMatch(message);
    if (hint !== undefined) expect(error.details.hint).toMatch(hint);
  });
});

describe('a refusal says in full', () => {
  const quoting =
    "A condition is FIELD OPERATOR VALUE, with one of = != ~ < <= > >=, in quotes: --where 'terraform-version<1.6'. " +
    "Without quotes a shell takes < and > for files. FIELD='' is true of a field without a value.";

  test.each([
    ['=a', 'a field is expected first', quoting],
    ['name', 'there is no operator', quoting],
    ['name a=b', 'there is no operator', quoting],
    ['name lte 3', 'there is no operator', quoting],
    ['name~', 'there is no value', quoting],
    ['name==a', 'unknown operator ==', 'Equality is one =.'],
    ['name=~a', 'unknown operator =~', 'The operator of a glob is ~.'],
    ['name!~a', 'unknown operator !~', 'There is no operator for "does not match".'],
    ['name<>a', 'unknown operator <>', 'Inequality is !=.'],
    ['ags=1', 'there is no field "ags"', 'Did you mean age or tags?'],
    ['password=x', 'password is a secret', 'Conditions are shown and kept, so they cannot hold secrets.'],
    ['name<a', 'name is text, which has no order', quoting],
    ['tags<a', 'tags is a list, which has no order', quoting],
    ['locked~t*', 'locked is true or false: use = or !=', quoting],
    ['locked=maybe', 'locked must be compared with true or false', quoting],
    ['share~1*', 'share is a number: ~ is for text', quoting],
    ['share=x1.5', 'share must be compared with a number', quoting],
    ['share=1.5x', 'share must be compared with a number', quoting],
    ['Meta.size>many', 'Meta.size must be compared with a number', quoting],
    ['ttl~1*', 'ttl is a duration: ~ is for text', quoting],
    ['ttl<soon', 'ttl must be compared with a duration: 30s, 5m, 1h30m, 7d, or seconds', quoting],
    ['seen~2026*', 'seen is a time: ~ is for text', quoting],
    ...['-soon', '-90d\nx', '(x)2026-05-01', '2026-05-01T10:00:00', '2026-05-01 10:00:00Z (UTC)'].map(
      (time) => [
        `seen<${time}`,
        'seen must be compared with a time: 2026-12-31T18:00:00Z, 2026-12-31, -90d or +30d',
        quoting,
      ],
    ),
    ['seen=-90d', 'seen can be before or after a relative time, not equal to it: use < or >', quoting],
    [
      'terraform-version<latest',
      'terraform-version must be compared with a version, such as 1.6 or 1.9.8',
      quoting,
    ],
    ['Meta=x', 'Meta is an object: name a field below it, such as Meta.team', quoting],
  ])('what is wrong with %s', (text, message, hint) => {
    const error = refusal(text);
    expect([error.exit, error.effect]).toEqual([2, 'not-sent']);
    expect([error.message, error.details.hint]).toEqual([`--where "${text}": ${message}`, hint]);
  });

  test.each([
    [40, 'f39.'],
    [41, 'f39, ….'],
  ])('which of %d fields there are', (count, end) => {
    const many = Object.fromEntries(
      Array.from({ length: count }, (_, index) => [`f${index}`, { type: 'text', summary: 'F' } as const]),
    );
    const shown = Array.from({ length: 39 }, (_, index) => `f${index}, `).join('');
    expect(() => parseCondition('zzzzzzzz=1', many)).toThrow(
      expect.objectContaining({ details: { hint: `Fields are ${shown}${end}`, effect: 'not-sent' } }),
    );
  });
});

describe('conditions on text, booleans and numbers', () => {
  test.each([
    ['name=net', { name: 'net' }, true],
    ['name=Net', { name: 'net' }, false],
    ['name!=net', { name: 'net' }, false],
    ['name!=net', { name: '' }, true],
    ['name~net-*', { name: 'net-prod' }, true],
    ['name~net-*', { name: 'a-net-prod' }, false],
    ['name~*prod', { name: 'net-prod' }, true],
    ['name~n?t', { name: 'net' }, true],
    ['name~a.c', { name: 'abc' }, false],
    [String.raw`name~a\*`, { name: 'a*' }, true],
    [String.raw`name~a\*`, { name: 'ab' }, false],
    ['name~*a*', { name: 'line\nand' }, true],
    ['name=a*', { name: 'ab' }, false],
    ['name~*net', { name: 'net' }, true],
    ['name~*b', { name: 'ab' }, true],
    ['name~*b', { name: 'ac' }, false],
    ['name~?', { name: '' }, false],
    ['name~net?', { name: 'net' }, false],
    ['name~net-prod', { name: 'net' }, false],
    ['name~net**', { name: 'net' }, true],
    ['name=a', { name: ['a'] }, 'unknown'],
    ['name=1', { name: 1 }, true],
    ['locked=true', { locked: true }, true],
    ['locked=true', { locked: '' }, false],
    [`locked=''`, { locked: '' }, true],
    [`name=''`, { name: '' }, true],
    [`resource-count=''`, { 'resource-count': 3 }, false],
    ['resource-count<=3', { 'resource-count': 4 }, false],
    ['resource-count<4', { 'resource-count': 3 }, true],
    ['resource-count>=3', { 'resource-count': 2 }, false],
    ['resource-count>1', { 'resource-count': [2] }, 'unknown'],
    ['share=0.5', { share: '0.5' }, true],
    ['constructor=a', {}, 'unknown'],
    ['locked=false', { locked: false }, true],
    ['locked=yes', { locked: true }, true],
    ['locked=no', { locked: false }, true],
    ['locked=no', { locked: true }, false],
    ['reason=moved', { reason: 'moved (trivet 0123abcd)' }, true],
    ['reason=moved', { reason: 'moved' }, true],
    ['name=moved', { name: 'moved (trivet 0123abcd)' }, false],
    ['reason=moved', { reason: ['moved (trivet 0123abcd)'] }, 'unknown'],
    ['locked!=true', { locked: false }, true],
    ['locked=true', { locked: 'perhaps' }, 'unknown'],
    ['resource-count=3', { 'resource-count': 3 }, true],
    ['resource-count!=3', { 'resource-count': 3 }, false],
    ['resource-count>9', { 'resource-count': 10 }, true],
    ['resource-count>=10', { 'resource-count': 10 }, true],
    ['resource-count<10', { 'resource-count': 10 }, false],
    ['resource-count=0', { 'resource-count': 0 }, true],
    ['resource-count=9007199254740993', { 'resource-count': 9007199254740993n }, true],
    ['resource-count=9007199254740992', { 'resource-count': 9007199254740993n }, false],
    ['resource-count>1', { 'resource-count': '2' }, true],
    ['resource-count>1', { 'resource-count': 'few' }, 'unknown'],
    ['share<0.5', { share: 0.25 }, true],
  ] as const)('are compared: %s, case %#', (text, item, expected) => {
    expect(holds(text, item)).toBe(expected);
  });
});

describe('conditions on versions', () => {
  test.each([
    ['terraform-version<1.6', '1.5.7', true],
    ['terraform-version<1.6', '1.10.0', false],
    ['terraform-version<1.6', '1.6.0', false],
    ['terraform-version<=1.6', '1.6.0', true],
    ['terraform-version=1.6', '1.6.0', true],
    ['terraform-version=1.6', 'v1.6', true],
    ['terraform-version!=1.6', '1.6.0', false],
    ['terraform-version<1.6.0', '1.6.0-rc1', true],
    ['terraform-version>1.6.0-alpha', '1.6.0-beta', true],
    ['terraform-version>1.6.0-rc.2', '1.6.0-rc.10', true],
    ['terraform-version=latest', 'latest', true],
    ['terraform-version!=latest', '1.6.0', true],
    ['terraform-version=~> 1.5.0', '~> 1.5.0', true],
    ['terraform-version~1.6.*', '1.6.3', true],
    ['terraform-version<1.6', '~> 1.5.0', false],
    ['terraform-version>=1.6', 'latest', false],
    ['terraform-version<1.6', '1.6.1', false],
    ['terraform-version=1.6', '1.6.1', false],
    ['terraform-version=1.6.1', '1.6', false],
    ['terraform-version<1.1', '1', true],
    ['terraform-version>1', '1.1', true],
    ['terraform-version<1', '0.1', true],
    ['terraform-version=1.6', ' 1.6', true],
    ['terraform-version=1.6', '1.6 or so', false],
    ['terraform-version<1.6', '1.5 or so', false],
    ['terraform-version~1.6', '1.6.0', true],
    ['terraform-version~1.6', '11.6.0', true],
    ['terraform-version!=1.6', 'latest', true],
    ['terraform-version=1.6.0-rc.1', '1.6.0-rc.1', true],
    ['terraform-version<1.6.0-rc.1', '1.6.0-rc', true],
    ['terraform-version>1.6.0-rc', '1.6.0-rc.1', true],
    ['terraform-version<1.6.0-rc', '1.6.0-rc.1', false],
    ['terraform-version>1.6.0-rc.1', '1.6.0-rc', false],
    ['terraform-version<1.6.0-rc9', '1.6.0-rc10', true],
    ['terraform-version>1.6.0-rc10', '1.6.0-rc9', true],
    ['terraform-version<1.6.0-9rc', '1.6.0-10rc', true],
    ['terraform-version>1.6.0-10rc', '1.6.0-9rc', true],
    ['terraform-version<1.6.0-alpha', '1.6.0-1', true],
    ['terraform-version>1.6.0-1', '1.6.0-alpha', true],
    ['terraform-version<1.6.0-1', '1.6.0-alpha', false],
    ['terraform-version>1.6.0-1', '1.6.0--a', true],
  ])('are compared: %s of %s is %s', (text, version, expected) => {
    expect(holds(text, { 'engine-version': version })).toBe(expected);
  });

  test.each([
    ['terraform-version<1.6', '~> 1.5.0', true],
    ['terraform-version<1.6', 'latest', true],
    ['terraform-version=1.6', 'latest', false],
    ['terraform-version<1.6', '1.5.0', false],
    ['terraform-version<1.6', '1.5 or so', true],
  ])('are undecided: %s leaves out %s: %s', (text, version, expected) => {
    expect(isLeftOut(read(text), { 'engine-version': version })).toBe(expected);
  });
});

describe('conditions on times and durations', () => {
  test.each([
    ['latest-change-at<-90d', '2026-01-01T00:00:00Z', true],
    ['latest-change-at<-90d', '2026-05-01T00:00:00Z', false],
    ['latest-change-at>-1h', '2026-06-01T11:30:00Z', true],
    ['latest-change-at<+30d', '2026-06-20T00:00:00Z', true],
    ['latest-change-at>+30d', '2026-06-20T00:00:00Z', false],
    ['latest-change-at<2026-05-01', '2026-04-30T23:59:59Z', true],
    ['latest-change-at<=2026-05-01', '2026-05-01T23:59:59.9Z', true],
    ['latest-change-at>2026-05-01', '2026-05-01T10:00:00Z', false],
    ['latest-change-at=2026-05-01', '2026-05-01T10:00:00Z', true],
    ['latest-change-at=2026-05-01T10:00:00Z', '2026-05-01T10:00:00.123Z', true],
    ['latest-change-at!=2026-05-01T10:00:00Z', '2026-05-01T10:00:01Z', true],
    ['latest-change-at>=2026-05-01T12:00:00+02:00', '2026-05-01T10:00:00Z', true],
    ['latest-change-at<-90d', 'soon', 'unknown'],
    ['latest-change-at<-90d', '0001-01-01T00:00:00Z', false],
    [`latest-change-at=''`, '0001-01-01T00:00:00Z', true],
    [`latest-change-at!=''`, '2026-05-01T10:00:00Z', true],
    ['latest-change-at<=-90d', '2026-03-03T12:00:00Z', true],
    ['latest-change-at>=-90d', '2026-03-03T12:00:00Z', true],
    ['latest-change-at<=+30d', '2026-07-01T12:00:00Z', true],
    ['latest-change-at>=+30d', '2026-07-01T12:00:00Z', true],
    ['latest-change-at<=2026-05-01', '2026-05-02T00:00:00Z', false],
    ['latest-change-at=2026-05-01', '2026-05-01T00:00:00Z', true],
    ['latest-change-at=2026-05-01T10:00:00Z', '2026-05-01T10:00:01Z', false],
    ['latest-change-at=2026-05-01t10:00:00z', '2026-05-01T10:00:00Z', true],
    ['latest-change-at=2026-05-01 10:00:00Z', '2026-05-01T10:00:00Z', true],
    ['latest-change-at=2026-05-01T10:00:00.5Z', '2026-05-01T10:00:00.500Z', true],
    ['latest-change-at=2026-05-01T10:00:00.5Z', '2026-05-01T10:00:00.900Z', false],
    [`latest-change-at=''`, '0', true],
  ] as const)('are compared: %s of %s is %s', (text, time, expected) => {
    expect(holds(text, { 'latest-change-at': time })).toBe(expected);
  });

  test.each([
    ['SubmitTime<-1d', { SubmitTime: 1780000000000000000n }, true],
    ['SubmitTime>-1d', { SubmitTime: 1780315200000000000n }, true],
    ['revoked<-1d', { revoked: 0 }, false],
    [`revoked=''`, { revoked: 0 }, true],
    ['revoked<-1d', { revoked: 1_700_000_000 }, true],
    ['ttl<1h', { ttl: 1800 }, true],
    ['ttl=30m', { ttl: 1800 }, true],
    ['ttl=768h', { ttl: '768h0m0s' }, true],
    ['ttl>=1800', { ttl: '30m' }, true],
    ['ttl<1h', { ttl: 'forever' }, 'unknown'],
    ['average>2s', { average: 2500 }, true],
    ['Wait=1s', { Wait: 1_000_000_000 }, true],
    ['Wait=1s', { Wait: 1_000_000_000n }, true],
    ['average=2s', { average: 2000 }, true],
    ['age<2h', { age: 3600 }, true],
    ['age=1h', { age: [3600] }, 'unknown'],
    ['seen=2026-05-01T10:00:00.5Z', { seen: 1_777_629_600_500 }, true],
    ['seen<-1d', { seen: {} }, 'unknown'],
    ['revoked=2026-05-01T10:00:00.0Z', { revoked: 1_777_629_600 }, true],
    ['terraform-version<1.6', { 'engine-version': ['1.5'] }, 'unknown'],
  ] as const)('are compared: %s, case %#', (text, item, expected) => {
    expect(holds(text, item)).toBe(expected);
  });
});

describe('conditions on lists and objects', () => {
  test.each([
    ['tags=prod', { tags: ['dev', 'prod'] }, true],
    ['tags=prod', { tags: ['production'] }, false],
    ['tags~pro*', { tags: ['dev', 'prod'] }, true],
    ['tags!=prod', { tags: ['dev', 'prod'] }, false],
    ['tags!=prod', { tags: ['dev'] }, true],
    ['tags!=prod', { tags: [] }, true],
    ['tags=prod', { tags: [] }, false],
    ['tags=1', { tags: [1, 2] }, true],
    [`tags=''`, { tags: [] }, true],
    [`tags!=''`, { tags: ['a'] }, true],
    ['Meta.team=core', { Meta: { team: 'core' } }, true],
    ['Meta.team=core', { Meta: {} }, false],
    [`Meta.team=''`, { Meta: {} }, true],
    [`Meta.team=''`, { Meta: null }, true],
    ['Meta.team=core', {}, 'unknown'],
    ['Meta.size>3', { Meta: { size: '4' } }, true],
    ['Meta.size>3', { Meta: { size: 'large' } }, false],
    ['Meta.size>3', { Meta: { size: {} } }, 'unknown'],
    ['Meta.size>3', { Meta: { size: [4] } }, false],
    ['Meta.team=core', { Meta: { team: { name: 'core' } } }, 'unknown'],
    ['Meta.team!=core', { Meta: { team: ['core'] } }, false],
    ['Meta.team=core', { Met: {} }, 'unknown'],
    ['Meta.a.b=c', { Meta: {} }, false],
    ['Meta.a.b=c', { Meta: { a: 'text' } }, 'unknown'],
    ['Meta..b=c', { Meta: {} }, false],
    ['M.team=core', { M: {} }, false],
    ['vcs-repo.tag=v1', { 'vcs-repo': {} }, false],
    ['tags!=a', { tags: '' }, true],
    ['tags!=a', { tags: null }, false],
    [`Meta=''`, { Meta: {} }, true],
    ['vcs-repo.branch=main', { 'vcs-repo': { branch: 'main' } }, true],
    ['vcs-repo.branch=main', { 'vcs-repo': null }, false],
    [`vcs-repo.branch=''`, { 'vcs-repo': null }, true],
    ['vcs-repo.branch=main', { 'vcs-repo': {} }, 'unknown'],
    ['project.name=core', { project: 'prj-1' }, 'unknown'],
  ] as const)('are compared: %s, case %#', (text, item, expected) => {
    expect(holds(text, item)).toBe(expected);
  });
});

describe('conditions on fields that are not reported', () => {
  const conditions = [
    'name=a',
    'name!=a',
    'name~*',
    `name=''`,
    `name!=''`,
    'locked=false',
    'tags!=a',
    'ttl<1h',
  ];

  test.each(conditions)('are undecided: %s of an object without the field', (text) => {
    expect(holds(text, {})).toBe('unknown');
  });

  test.each(conditions)('are true of null only for the empty value: %s', (text) => {
    const item = { name: null, locked: null, tags: null, ttl: null };
    expect(holds(text, item)).toBe(text === `name=''`);
  });

  test('are true for the empty value if servers omit the field', () => {
    expect(holds(`Wait=''`, {})).toBe(true);
    expect(holds('Wait>0s', {})).toBe(false);
  });
});

test.each(Object.entries(fields).filter(([name]) => name !== 'password'))(
  'the operators offered for %s are those that conditions accept',
  (name, field) => {
    const taken = operators.filter((operator) => {
      try {
        parseCondition(`${name}${operator}${samples[field.type]}`, fields, { now });
        return true;
      } catch {
        return false;
      }
    });
    expect(operatorsOf(field)).toEqual(taken);
  },
);
