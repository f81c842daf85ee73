/** Tests which files a job file reads on this machine, and that nothing else in it is touched. */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { withLocalFiles } from '../../../../src/commands/job/workflows/file/local-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'trivet-job-files-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
mkdirSync(join(folder, 'jobs', 'parts'), { recursive: true });
for (const name of ['secret', 'jobs/x', 'jobs/parts/x']) writeFileSync(join(folder, name), name);
symlinkSync(join(folder, 'secret'), join(folder, 'jobs', 'link'));

const expanded = async (text: string, file = 'jobs/web.hcl'): Promise<string> =>
  withLocalFiles(text, file, folder, (path) =>
    Promise.resolve(Buffer.from(`<${path.slice(folder.length)}>`)),
  );

test.each([
  ['as a value', 'a = file("jobs/x")', 'a = "</jobs/x>"'],
  ['from the folder of the job file', 'a = file("x")', 'a = "</jobs/x>"'],
  ['with blanks', 'a = file( "parts/x" )', 'a = "</jobs/parts/x>"'],
  ['in the template of a text', 'a = "b ${file("x")} c"', 'a = "b ${"</jobs/x>"} c"'],
  ['in the template of a heredoc', 'a = <<E\n${file("x")}\nE\n', 'a = <<E\n${"</jobs/x>"}\nE\n'],
  ['as base64', 'a = filebase64("x")', `a = "${Buffer.from('</jobs/x>').toString('base64')}"`],
  ['after a heredoc', 'a = <<-E\n  "\n  E\nb = file("x")', 'a = <<-E\n  "\n  E\nb = "</jobs/x>"'],
])('reads a file %s', async (_, text, wanted) => {
  expect(await expanded(text)).toBe(wanted);
});

test.each([
  '# file("x")',
  '// file("x")\n/* file("x") */',
  'a = "file(\\"x\\")"',
  'a = "$${file("x")}"',
  'a = <<E\nfile("x")\nE\n',
  'a = myfile("x")',
  'a = file(var.name)',
  'a = file("${var.name}")',
  'a = fileexists("x")',
])('leaves %s as it is', async (text) => {
  expect(await expanded(text)).toBe(text);
});

test.each(['secret', '../secret', 'link', '/etc/passwd'])(
  'refuses %s, which is not below its folder',
  async (path) => {
    await expect(expanded(`a = file("${path}")`)).rejects.toThrow('is not below its folder');
  },
);

test('a job file of standard input reads below the working directory', async () => {
  expect(await expanded('a = file("jobs/x")', '-')).toBe('a = "</jobs/x>"');
  await expect(expanded('a = file("../x")', '-')).rejects.toThrow('is not below its folder');
});
