/** Tests HCL2 variables as var-file text, and what is known of a job file before the server has parsed it. */
import { expect, test } from 'vitest';
import {
  entriesOf,
  hclString,
  namespaceOfJob,
} from '../../../../src/commands/job/workflows/file/hcl-text.ts';
import { variablesOf } from '../../../../src/commands/job/workflows/file/variables.ts';

const source = `
variable "color" { type = string }
variable "count" {
  type    = number
  default = 1
}
variable "tags" {
  description = "a { in text, and type = list"
  type        = list(string)
}
variable "free" {}
variables {
  old = "x"
}
job "a" {}
`;

const of = (flags: Readonly<Record<string, string>>, texts: readonly string[] = [], environment = {}) => {
  const files = texts.map((text, index) => ({ name: `${index}.vars`, text }));
  return variablesOf(source, { flags, files, environment });
};

test('text is quoted and other types are expressions, by the declarations of the job file', () => {
  const { text, flags, rest } = of({ color: 'red "x" ${y} %{z}', count: '3', tags: '["a"]', free: '7' });
  expect(text).toBe('color = "red \\"x\\" $${y} %%{z}"\ncount = 3\ntags = ["a"]\nfree = "7"\n');
  expect(flags).toEqual({ color: 'red "x" ${y} %{z}', free: '7' });
  expect(rest).toBe('count = 3\ntags = ["a"]\n');
});

test('flags that the job file does not declare are named, in both forms of a declaration', () => {
  expect(of({ color: 'red', old: 'y', colour: 'red' }).undeclared).toEqual(['colour']);
  expect(of({}, ['more = 1\n'], { NOMAD_VAR_other: 'x' }).undeclared).toEqual([]);
});

test('files override the environment, flags override files, and a name is written once', () => {
  const files = ['color = "file"\ncount = 2 # two\n', 'count = 5\n'];
  const environment = { NOMAD_VAR_color: 'env', NOMAD_VAR_free: 'env', NOMAD_VAR_unknown: 'env', OTHER: 'x' };
  expect(of({}, files, environment).text).toBe('color = "file"\nfree = "env"\ncount = 5\n');
  expect(of({ color: 'flag' }, files, environment).text).toBe('color = "flag"\nfree = "env"\ncount = 5\n');
});

test('entries of a variable file end with their expression', () => {
  const text = `# a = 1
a = "x = 1 # no comment"
b = [
  "one", // two
  { c = "}" },
]
/* d = 4 */
e = <<EOT
f = "in a heredoc"
EOT
g = "\${upper("h = 1")}"
`;
  expect(entriesOf(text).map(({ name }) => name)).toEqual(['a', 'b', 'e', 'g']);
  expect(entriesOf(text)[1]?.text).toMatch(/^b = \[\n[\s\S]*\]$/);
  expect(entriesOf(text)[2]?.text).toMatch(/^e = <<EOT\n[\s\S]*EOT$/);
});

test('a variable file in JSON becomes HCL', () => {
  const { text } = of({}, ['{"color": "a${b}", "tags": ["x", 1, true, null], "free": {"k": "v"}}']);
  expect(text).toBe('color = "a$${b}"\ntags = ["x", 1, true, null]\nfree = { "k" = "v" }\n');
});

test.each([
  ['a = 1\nb {\n', '0.vars:2:1: expected NAME = VALUE in a variable file'],
  ['a = 1\n  "b" = 2\n', '0.vars:2:3: expected NAME = VALUE in a variable file'],
  ['{"color": ', 'the variable file 0.vars looks like JSON but does not parse: '],
  ['{"color": 1} {}', 'the variable file 0.vars looks like JSON but does not parse: '],
])('a variable file that holds anything else is refused: %j', (text, message) => {
  expect(() => of({}, [text])).toThrow(message);
});

test('an invalid name is refused', () => {
  expect(() => of({ 'a b': '1' })).toThrow(/not a valid variable name/);
});

test('a long text takes linear time and is not changed', () => {
  const long = 'x"\\${'.repeat(100_000);
  expect(JSON.parse(hclString(long).replaceAll('$${', '${'))).toBe(long);
  expect(entriesOf(`a = ${hclString(long)}\nb = 1\n`).map(({ name }) => name)).toEqual(['a', 'b']);
});

test.each([
  ['of the job', 'job "a" {\n  type = "batch"\n  namespace = "team-a"\n}\n', 'team-a'],
  ['on one line', 'job a { namespace="team-a" }', 'team-a'],
  [
    'after a block with one of its own',
    'job "a" {\n vault { namespace = "admin" }\n namespace = "b"\n}',
    'b',
  ],
  ['in a block only', 'job "a" {\n vault {\n  namespace = "admin"\n }\n}', undefined],
  ['in a comment', 'job "a" {\n # namespace = "b"\n}', undefined],
  ['in a text', 'job "a" {\n region = "namespace = \\"b\\""\n}', undefined],
  ['in a heredoc', 'job "a" {\n meta = <<E\nnamespace = "b"\nE\n}', undefined],
  ['of a variable', 'job "a" {\n namespace = var.where\n}', undefined],
  ['made of a variable', 'job "a" {\n namespace = "team-${var.where}"\n}', undefined],
  ['after the job', 'job "a" {\n}\nnamespace = "b"\n', undefined],
  ['of no job', 'namespace = "b"\n', undefined],
])('a namespace %s is found only where it is that of the job', (_, text, found) => {
  expect(namespaceOfJob(text)).toBe(found);
});
