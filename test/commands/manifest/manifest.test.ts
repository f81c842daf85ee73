import { describe, expect, test } from 'vitest';
import { runCli } from '../../support/run-cli.ts';

const json = async (...argv: readonly string[]): Promise<unknown> => {
  const { code, stdout, stderr } = await runCli(['manifest', ...argv]);
  expect(stderr).toBe('');
  expect(code).toBe(0);
  return JSON.parse(stdout);
};

describe('trivet manifest --command', () => {
  test('prints one command in a document of the same shape', async () => {
    const whole = await json();
    const one = await json('--command', 'workspace lock');
    expect(one).toMatchObject({
      manifestVersion: 2,
      schemaDialect: 'https://json-schema.org/draft/2020-12/schema',
      groups: [{ name: 'workspace' }],
      commands: [
        {
          path: 'workspace lock',
          input: {
            type: 'object',
            properties: { workspace: { type: 'string' }, reason: { type: 'string', default: '' } },
            required: ['workspace'],
            additionalProperties: false,
          },
          reply: { properties: { data: { properties: { attributes: { type: 'object' } } } } },
          item: { properties: { locked: { type: ['boolean', 'null'] } } },
        },
      ],
    });
    expect(Object.keys(one as object)).toEqual(Object.keys(whole as object));
  });

  test('takes a group, several paths, and the usual output flags', async () => {
    const { code, stdout } = await runCli([
      'manifest',
      '--command',
      'workspace tag',
      '--command',
      'job list',
      '-o',
      'name',
    ]);
    expect(code).toBe(0);
    expect(stdout.trim().split('\n')).toEqual([
      'workspace tag list',
      'workspace tag add',
      'workspace tag remove',
      'job list',
    ]);
  });

  test('refuses a path that is not a command, and says which was meant', async () => {
    const { code, stdout, stderr } = await runCli(['manifest', '--command', 'workspace lokc']);
    expect(code).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toContain('--command workspace lokc: trivet has no such command');
    expect(stderr).toContain('Did you mean "workspace lock"?');
  });
});

describe('schemas of input', () => {
  test('a value that context or a fallback gives is not required', async () => {
    const { commands } = (await json('--command', 'pki role write', '--command', 'workspace list')) as {
      commands: readonly { input: { required?: readonly string[]; properties: object } }[];
    };
    expect(commands.map(({ input }) => input.required ?? [])).toEqual([[], ['role']]);
    for (const { input } of commands)
      for (const name of input.required ?? []) expect(input.properties).toHaveProperty([name]);
  });

  test('null unsets, a secret is a reference, limits and enums hold', async () => {
    const { commands } = (await json('--command', 'workspace update', '--command', 'ldap config set')) as {
      commands: readonly { path: string; input: { properties: Record<string, unknown> } }[];
    };
    const properties = Object.assign({}, ...commands.map(({ input }) => input.properties)) as object;
    expect(properties).toMatchObject({
      'vcs-repo-branch': {},
      bindpass: { type: 'string', pattern: '^(?:@|env:).+$', writeOnly: true },
      'execution-mode': { enum: ['remote', 'local', 'agent'] },
    });
  });
});
