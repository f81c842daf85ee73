import { describe, expect, test } from 'vitest';
import { load } from 'js-yaml';
import { parseJson, writeJson } from '../../../src/documents/json/lossless.ts';
import { isObject } from '../../../src/documents/json/json.ts';
import { version } from '../../../src/version.ts';
import { resolved, savedManifest } from '../../../src/commands/manifest/workflows/manifest-document.ts';
import { runCli } from '../../support/run-cli.ts';
import { useSandbox } from '../../support/sandbox.ts';
import { validatorOf } from '../../support/schema.ts';

/** The document, with shared schemas in their places. */
const json = async (...argv: readonly string[]): Promise<unknown> => {
  const { code, stdout, stderr } = await runCli(['manifest', ...argv]);
  expect(stderr).toBe('');
  expect(code).toBe(0);
  const document = parseJson(stdout);
  return resolved(isObject(document) ? document : {}, document);
};

test('the saved manifest has no number that a reader of JSON would round', () => {
  expect(writeJson(parseJson(savedManifest()))).toBe(JSON.stringify(JSON.parse(savedManifest())));
});

describe('trivet manifest --command', () => {
  test('prints a command with the schemas that it shares, and is small', async () => {
    const one = await json('--command', 'workspace lock');
    expect(one).toMatchObject({
      manifestVersion: 3,
      schemaDialect: 'https://json-schema.org/draft/2020-12/schema',
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
          many: {
            positional: 'workspace',
            kind: 'workspace',
            reply: { type: 'array', items: { properties: { result: { type: ['string', 'null'] } } } },
            item: {
              properties: {
                name: { description: 'Object' },
                result: { description: 'done, failed, or unknown' },
                reason: {},
                exit: { type: ['integer', 'null'] },
                lookUp: {},
                output: {},
                error: {},
                found: {},
              },
            },
          },
        },
      ],
    });
    const { stdout } = await runCli(['manifest', '--command', 'job status']);
    // About 3 KiB, with a version such as 0.1.0.
    expect(stdout.replace(version, '0.1.0').length).toBeLessThan(3100);
    expect((await runCli(['manifest'])).stdout.length).toBeLessThan(800 * 1024);
  });
});

describe('the schemas of input', () => {
  test('do not require a value that the context or a fallback supplies', async () => {
    const { commands } = (await json('--command', 'pki role write', '--command', 'workspace list')) as {
      commands: readonly { input: { required?: readonly string[]; properties: object } }[];
    };
    expect(commands.map(({ input }) => input.required ?? [])).toEqual([[], ['role']]);
    for (const { input } of commands)
      for (const name of input.required ?? []) expect(input.properties).toHaveProperty([name]);
  });

  test('allow null to unset, secrets as references, and values within limits and enums', async () => {
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

describe('trivet manifest --schema', () => {
  const { trivet } = useSandbox();

  test.each([
    ['workspace', 'workspace:demo/network-prod'],
    ['pki-role', 'pki-role:web'],
    ['ldap-set', 'ldap-set:team/ops'],
    ['job', 'job:web'],
  ])('of %s accepts what export writes, and refuses a misspelt setting', async (kind, operand) => {
    const { stdout } = await runCli(['manifest', '--schema', kind]);
    const schema: unknown = JSON.parse(stdout);
    const exported = await trivet(`export ${operand}`);
    expect(exported.code).toBe(0);
    const document: unknown = load(exported.stdout);
    expect(validatorOf(schema)(document)).toEqual([]);
    expect(validatorOf(schema)({ ...(document as object), setings: {} })).toHaveLength(1);
    expect(validatorOf(schema)({ ...(document as object), kind: 'other' })).toHaveLength(1);
  });

  test('accepts null to clear, and secrets as references', async () => {
    const { stdout } = await runCli(['manifest', '--schema', 'workspace']);
    const check = validatorOf(JSON.parse(stdout));
    const file = (settings: object) => ({ kind: 'workspace', name: 'a', settings });
    expect(check(file({ description: null, 'vcs-repo': { branch: 'main' }, 'auto-apply': true }))).toEqual(
      [],
    );
    expect(check(file({ 'auto-apply': 'yes' }))).toHaveLength(1);
    expect(check(file({ 'execution-mode': 'remotely' }))).toHaveLength(1);
    expect(check(file({ 'vcs-repo': { brunch: 'main' } }))).toHaveLength(1);
  });
});
