/** Tests the words and exit codes of errors of file calls. */
import { expect, test } from 'vitest';
import {
  aboutFile,
  errorCode,
  fileFailure,
  outputError,
  readFailure,
} from '../../src/system/system-error.ts';

const failing = (code: string, syscall: string, path?: string, dest?: string): Error =>
  Object.assign(new Error(`${code}: ${syscall}`), { code, syscall, path, dest });

test.each([
  [failing('EIO', 'write'), 74, 'cannot write a file: input/output error'],
  [failing('ENOSPC', 'open', '/a'), 74, 'cannot write /a: no space left on the device'],
  [failing('EROFS', 'mkdtemp', '/tmp/x'), 74, 'cannot write /tmp/x: the file system is read-only'],
  [failing('EIO', 'rename', '/a', '/b'), 74, 'cannot write /b: input/output error'],
  [failing('EIO', 'stat', '/a'), 3, '/a cannot be read: input/output error'],
  [failing('EACCES', 'open', '/a'), 3, '/a cannot be read: permission denied'],
  [failing('EMFILE', 'scandir', '/a'), 3, '/a cannot be read: too many open files'],
  [
    failing('Unknown system error -116', 'lstat', '/a'),
    3,
    '/a cannot be read: the file server no longer knows it (stale file handle)',
  ],
])('%s has words and an exit code', (error, exit, text) => {
  const found = fileFailure(error);
  expect([found?.exit, found?.message]).toEqual([exit, text]);
});

test('an error of a call for an open file gets the name of the file, and others keep theirs', () => {
  expect(fileFailure(aboutFile(failing('EIO', 'write'), '/a'))?.message).toBe(
    'cannot write /a: input/output error',
  );
  expect(fileFailure(aboutFile(failing('EIO', 'rename', '/a', '/b'), '/c'))?.message).toContain(' /b: ');
});

test.each([failing('ECONNREFUSED', 'connect'), new Error('no code'), 'no error'])(
  'an error of another kind is not taken for one of a file: %s',
  (error) => {
    expect(fileFailure(error)).toBeUndefined();
  },
);

test('a used up quota is named, for which Node has no name', () => {
  expect(outputError('/a', failing('Unknown system error -122', 'write')).message).toBe(
    'cannot write /a: the disk quota is used up',
  );
});

test('a stale handle of a file server is named', () => {
  const stale = failing('Unknown system error -116', 'open', '/a');
  expect(errorCode(stale)).toBe('ESTALE');
  expect(readFailure(stale)).toContain('stale file handle');
  expect(outputError('/a', stale).message).toContain('stale file handle');
});
