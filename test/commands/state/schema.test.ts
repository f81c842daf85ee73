/** Checks the JSON Schemas for editors with an independent validator: exports are valid, mistakes are not. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { AnySchema, ValidateFunction } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { load, loadAll } from 'js-yaml';
import { useSandbox } from '../../support/sandbox.ts';

const { trivet } = useSandbox();

const ajv = new Ajv2020({
  allErrors: true,
  strict: true,
  strictTypes: false,
  allowUnionTypes: true,
  // To optimize a validator takes longer than to use it a few times.
  code: { optimize: false },
});
const compiled = new Map<string, ValidateFunction>();

const validatorOf = async (kind: string): Promise<ValidateFunction> => {
  const known = compiled.get(kind);
  if (known !== undefined) return known;
  const { stdout } = await trivet(`manifest --schema ${kind}`);
  const validate = ajv.compile(JSON.parse(stdout) as AnySchema);
  compiled.set(kind, validate);
  return validate;
};

const exports: Readonly<Record<string, string>> = {
  workspace: 'workspace --organization acme',
  message: 'message',
  'pki-role': 'pki-role',
  'pki-urls': 'pki-urls',
  'pki-crl-config': 'pki-crl-config',
  'cloud-role': 'cloud-role',
  'cloud-static-role': 'cloud-static-role:build',
  'cloud-config': 'cloud-config',
  'ldap-role': 'ldap-role:temp',
  'ldap-static-role': 'ldap-static-role',
  'ldap-set': 'ldap-set',
  'ldap-config': 'ldap-config',
  job: 'job',
};

test.each(Object.entries(exports))('an export of %s is valid', async (kind, operands) => {
  const { code, stdout, stderr } = await trivet(`export ${operands}`);
  expect(code, stderr).toBe(0);
  const validate = await validatorOf(kind);
  for (const value of loadAll(stdout)) {
    expect(validate(value), JSON.stringify(validate.errors)).toBe(true);
  }
  for (const text of stdout.split(/^---\n/m))
    expect(text.split('\n')[0]).toBe(`# yaml-language-server: $schema=${kind}.schema.json`);
});

test.each([
  ['a misspelt setting', 'kind: pki-role\nname: web\nsettings: {tll: 1h}\n', 'pki-role'],
  ['a wrong type', 'kind: pki-role\nname: web\nsettings: {allowed_domains: a.example}\n', 'pki-role'],
  ['another kind', 'kind: workspace\nname: web\n', 'pki-role'],
  ['no name', 'kind: workspace\nsettings: {}\n', 'workspace'],
  ['an unknown key', 'kind: workspace\nname: a\nlabels: []\n', 'workspace'],
  ['a secret in clear', 'kind: ldap-config\nsettings: {bindpass: hunter2}\n', 'ldap-config'],
])('%s is not valid', async (_, text, kind) => {
  const validate = await validatorOf(kind);
  expect(validate(load(text))).toBe(false);
});

test.each([
  ['a job file with variables', 'kind: job\nfile: web.nomad.hcl\nvariables: {color: green}\n', 'job'],
  ['a value that clears', 'kind: workspace\nname: a\nsettings: {description: null}\ntags: []\n', 'workspace'],
  ['a reference to a secret', 'kind: ldap-config\nsettings: {bindpass: "env:PASSWORD"}\n', 'ldap-config'],
  ['a duration as text', 'kind: pki-role\nname: web\nsettings: {ttl: 72h}\n', 'pki-role'],
])('%s is valid', async (_, text, kind) => {
  const validate = await validatorOf(kind);
  expect(validate(load(text)), JSON.stringify(validate.errors)).toBe(true);
});
