/** Tests the record of one object as people see it: wrapped, each thing once, with one kind of label. */
import { expect, test } from 'vitest';
import { recordText } from '../../src/output/formats/record.ts';
import { chosenColumns } from '../../src/output/formats/columns.ts';
import { noColor } from '../../src/output/color.ts';
import { recordView } from '../../src/catalogue/view.ts';

const view = recordView({
  fields: {
    name: { type: 'text', summary: 'Name' },
    'engine-version': { type: 'version', summary: 'Version' },
    reason: { type: 'text', summary: 'Reason' },
    type: { type: 'text', summary: 'Type', repeats: true },
    'locked-by': { type: 'text', summary: 'Holder of the lock', refers: 'user' },
    project: { type: 'text', summary: 'Project', refers: 'project' },
    holder: { type: 'text', summary: 'Holder, by name', namesObjectOf: 'locked-by' },
  },
  columns: ['name', ['engine-version', 'terraform version'], 'reason'],
  name: 'name',
});

const item = {
  name: 'web',
  'engine-version': '1.9.8',
  'terraform-version': '1.9.8',
  reason: 'a change that takes more words than fit on one line of a narrow terminal',
  'resource-count': 3,
};

const shown = (width: number | undefined, fields?: readonly string[], more = {}) =>
  recordText(
    { ...item, ...more },
    {
      view,
      columns: chosenColumns(view, fields),
      fields,
      style: { human: true, words: true, reveal: false, now: 0, unicode: true },
      terminal: true,
      width,
      colorLevel: 0,
      aliases: {},
      continued: false,
    },
    noColor,
  );

test('values wrap at the width of the terminal, below one another', () => {
  const lines = shown(60).split('\n');
  expect(lines.every((line) => line.length <= 60)).toBe(true);
  expect(lines[2]).toMatch(/^reason {13}a change that/);
  expect(lines[3]).toMatch(/^ {19}\S/);
  expect(shown(undefined)).toContain(item.reason);
});

test('a narrow terminal has values below their keys, where they do not fit beside them', () => {
  const lines = shown(40).split('\n');
  expect(lines.every((line) => line.length <= 40)).toBe(true);
  expect(lines.slice(0, 4)).toEqual([
    'name               web',
    'terraform version  1.9.8',
    'reason',
    '  a change that takes more words than',
  ]);
});

test('a field that the server reports under two words is shown once, and labels are words', () => {
  const text = shown(80);
  expect(text.match(/1\.9\.8/g)).toHaveLength(1);
  expect(text).toContain('\nterraform version  1.9.8\n');
  expect(text).toContain('\nresource count     3\n');
});

test('an ID and what names its object are one line', () => {
  const locked = { type: 'things', 'locked-by': 'user-1', 'locked-by.username': 'mia', holder: 'user mia' };
  const text = shown(80, undefined, { ...locked, project: 'prj-1', 'project.name': 'platform' });
  expect(text).toContain('\nlocked by          user mia (user-1)\n');
  expect(text).toContain('\nproject            platform (prj-1)\n');
  expect(text.match(/mia/g)).toHaveLength(1);
  expect(text).not.toContain('things');
  // Without the ID the name has a line of its own, and fields that were asked for are shown as they are.
  expect(shown(80, undefined, { holder: 'user mia' })).toContain('\nholder             user mia\n');
  expect(shown(80, ['type', 'holder', 'locked-by'], locked)).toBe(
    'type       things\nholder     user mia\nlocked by  user-1\n',
  );
});

test('a field is shown under the word that it was asked for with', () =>
  expect(shown(80, ['terraform-version'])).toBe('terraform version  1.9.8\n'));
