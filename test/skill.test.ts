/** Checks that the skill file has the format that agents read (agentskills.io), and names only existing commands. */
import { program } from '../src/main.ts';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { load } from 'js-yaml';
import { route, wholeProgram } from '../src/cli/route.ts';
import { groups } from '../src/commands/groups.ts';
import { version } from '../src/version.ts';
import { words } from './support/run-cli.ts';

const all = await wholeProgram(program.catalogue);

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const path = join(root, 'skills/trivet/SKILL.md');
const [, head = '', body = ''] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(readFileSync(path, 'utf8')) ?? [];
const front = load(head) as Readonly<Record<string, unknown>>;

test('installers accept the head', () => {
  expect(front).toMatchObject({ name: 'trivet', license: 'MIT', metadata: { version } });
  expect(front['description']).toMatch(/^.{100,1024}$/);
  expect(front['description']).toMatch(/Use when/);
  expect(front['compatibility']).toMatch(/^.{1,500}$/);
});

test('the file is short enough to be read at once, and names the groups', () => {
  expect(readFileSync(path).length).toBeLessThanOrEqual(6144);
  for (const { name } of groups) expect(body).toContain(`\`${name}\``);
});

test('every command in the file exists', () => {
  const inCode = [
    ...[...body.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, text = '']) => text),
    ...[...body.matchAll(/`(trivet [^`]+)`/g)].map(([, text = '']) => text),
  ].join('\n');
  const lines = [...inCode.matchAll(/\btrivet ((?:[a-z-]+ ?)+[^\n|;)]*)/g)].map(([, line = '']) => line);
  expect(lines.length).toBeGreaterThan(15);
  for (const line of lines) {
    const [first = '', ...rest] = words(line.replaceAll(/["'\\].*$/g, ''));
    const { path: found, leaf } = route([first, ...rest], all);
    const asksHelp = rest.includes('--help');
    expect(`${line}: ${leaf !== undefined || (asksHelp && found.length > 0) || first.startsWith('-')}`).toBe(
      `${line}: true`,
    );
  }
});
