/** Tests what is known of a job file before the server has parsed it. */
import { expect, test } from 'vitest';
import { namespaceOfJob } from '../../../../src/commands/job/workflows/file/hcl-text.ts';

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
