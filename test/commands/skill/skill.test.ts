/** Tests `trivet skill`, which writes what an agent needs to know where the agent looks for it. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runCli } from '../../support/run-cli.ts';

const text = readFileSync(resolve(import.meta.dirname, '../../../skills/trivet/SKILL.md'), 'utf8');

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'trivet-skill-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const skill = (line: string, env: Readonly<Record<string, string>> = {}) =>
  runCli(['skill', ...line.split(' ')], { cwd: join(folder, 'work'), env, world: { home: folder } });

test.each([
  ['install claude', {}, '.claude/skills'],
  ['install codex', {}, '.codex/skills'],
  ['install copilot', {}, '.copilot/skills'],
  ['install cursor', {}, '.cursor/skills'],
  ['install gemini', {}, '.gemini/skills'],
  ['install copilot --project', {}, 'work/.github/skills'],
  ['install codex --project', {}, 'work/.agents/skills'],
])('%s writes the skill, again after an update, and uninstall removes it', async (line, env, place) => {
  const path = join(folder, place, 'trivet', 'SKILL.md');
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, '---\nname: trivet\n---\nof an older version\n');
  expect(await skill(`${line} --dry-run`, env)).toMatchObject({
    code: 0,
    stderr: expect.stringContaining(`would write ${path}`),
  });
  expect(await skill(line, env)).toMatchObject({ code: 0, stdout: '', stderr: `wrote ${path}\n` });
  expect(readFileSync(path, 'utf8')).toBe(text);
  const removal = line.replace('install', 'uninstall');
  expect(await skill(`${removal} --dry-run`)).toMatchObject({ code: 0, stderr: `would remove ${path}\n` });
  expect(await skill(removal)).toMatchObject({ code: 0, stderr: `removed ${path}\n` });
  expect(existsSync(path)).toBe(false);
  expect((await skill(removal)).stderr).toBe(`nothing to remove: there is no ${path}\n`);
});

test("follows the variable of an agent's own folder", async () => {
  const path = join(folder, 'elsewhere', 'skills', 'trivet', 'SKILL.md');
  const { code } = await skill('install claude', { CLAUDE_CONFIG_DIR: join(folder, 'elsewhere') });
  expect({ code, text: readFileSync(path, 'utf8') }).toEqual({ code: 0, text });
});

test('a file that trivet did not write stays', async () => {
  const path = join(folder, '.claude', 'skills', 'trivet', 'SKILL.md');
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, 'mine');
  for (const line of ['install claude', 'uninstall claude']) {
    const { code, stderr } = await skill(line);
    expect({ code, stderr }).toEqual({
      code: 3,
      stderr: expect.stringContaining('exists and is not the skill of trivet'),
    });
    expect(readFileSync(path, 'utf8')).toBe('mine');
  }
});

test('an unknown agent is refused with those that it knows', async () => {
  const { code, stderr } = await skill('install cluade');
  expect(code).toBe(2);
  expect(stderr).toContain('claude');
});
