/** Tests that every command that shows what differs in a job hides its variables and templates, in every format. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { useSandbox } from '../../support/sandbox.ts';

const bench = useSandbox();
const folder = mkdtempSync(join(tmpdir(), 'trivet-hidden-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const jobOf = (secret: string): string =>
  JSON.stringify({
    ID: 'shown',
    Type: 'service',
    Datacenters: ['dc1'],
    TaskGroups: [
      {
        Name: 'app',
        Count: 1,
        Tasks: [
          {
            Name: 'server',
            Driver: 'docker',
            Env: { PASSWORD: `env-${secret}` },
            Templates: [{ DestPath: 'local/conf', EmbeddedTmpl: `template-${secret}` }],
          },
        ],
      },
    ],
  });
const fileOf = (name: string, text: string): string => {
  const path = join(folder, name);
  writeFileSync(path, text, { mode: 0o600 });
  return path;
};

const [first, second, third] = ['first-s3cr3t', 'second-s3cr3t', 'third-s3cr3t'] as const;
const next = fileOf('next.json', jobOf(third));
const declared = fileOf('declared.yaml', '');
beforeAll(async () => {
  for (const secret of [first, second]) {
    const done = await bench.trivet(`job register ${fileOf(`${secret}.json`, jobOf(secret))} --yes`);
    if (done.code !== 0) throw new Error(done.stderr);
  }
  const { stdout } = await bench.trivet('export job:shown');
  writeFileSync(declared, stdout.replaceAll(second, third));
});

/** With the number of values that it shows with --reveal, in a document. */
const commands = [
  [`diff ${declared}`, 4],
  ['job diff shown', 4],
  [`job plan ${next}`, 4],
] as const;
const documents = ['json', 'yaml', 'jsonl'];
const formats = [...documents, 'table', 'csv', 'md'];

/** The secrets in an output. */
const secretsIn = (text: string): readonly string[] => text.match(/(?:env|template)-\w+-s3cr3t/g) ?? [];

describe('what differs in a job', () => {
  for (const [line, count] of commands)
    test.each(formats)(`is hidden by trivet ${line.replaceAll(folder, '')} -o %s`, async (format) => {
      const { stdout, stderr } = await bench.trivet(`${line} -o ${format}`);
      expect(secretsIn(stdout + stderr)).toEqual([]);
      expect(stdout).not.toBe('');
      if (!documents.includes(format)) return;
      expect(secretsIn((await bench.trivet(`${line} -o ${format} --reveal`)).stdout)).toHaveLength(count);
    });

  test.each(documents)(
    'is hidden by job versions --diffs -o %s, beside the versions themselves',
    async (format) => {
      const line = `job versions shown --diffs -o ${format}`;
      expect(secretsIn((await bench.trivet(line)).stdout)).toHaveLength(4);
      // A line for each version has no differences.
      const revealed = format === 'jsonl' ? 4 : 8;
      expect(secretsIn((await bench.trivet(`${line} --reveal`)).stdout)).toHaveLength(revealed);
    },
  );

  test('is registered by a printed command without the values of secrets', async () => {
    const group = 'group "app" {\n task "server" {\n driver = "docker"\n }\n }';
    const file = fileOf(
      'vars.nomad.hcl',
      `variable "db_password" {}\nvariable "size" {}\njob "vars" {\n${group}\n}\n`,
    );
    const line = `job plan ${file} --var db_password=env-typed-s3cr3t --var size=9 --set '/Job/Meta/token="env-set-s3cr3t"'`;
    const { stdout } = await bench.trivet(line);
    expect(stdout).toContain('--var db_password=… --var size=… --set /Job/Meta/token=…');
    expect(secretsIn(stdout)).toEqual([]);
    expect((await bench.trivet(`${line} --reveal`)).stdout).toContain('--var db_password=env-typed-s3cr3t');
  });

  test('is shown of a job itself, which a program registers again', async () => {
    const { stdout } = await bench.trivet('job show shown -o json');
    expect(secretsIn(stdout)).toEqual([`env-${second}`, `template-${second}`]);
    expect(secretsIn((await bench.trivet('job show shown -o table')).stdout)).toEqual([]);
  });
});
