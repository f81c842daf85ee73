import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import type { RunCommand, TokenAccess } from '../../src/config/candidate.ts';
import type { TokenSource } from '../../src/config/file/profile.ts';
import { resolveEndpoint } from '../../src/services/endpoint/resolve.ts';
import { tokenFromBytes } from '../../src/config/tokens/token-text.ts';
import { errorOf, surroundingsOf, temporaryFolder, writeProfiles } from './profiles-surroundings.ts';

const check = (text: string | Uint8Array) => tokenFromBytes(Buffer.from(text), 'the test');

describe('a token', () => {
  it.each([
    ['abc', 'abc'],
    ['abc\n', 'abc'],
    ['abc\r\n', 'abc'],
    ['!~', '!~'],
    ['a'.repeat(16_384), 'a'.repeat(16_384)],
  ])('is accepted from %j', (text, token) => expect(check(text)).toBe(token));

  it.each([
    ['', 'empty'],
    ['\n', 'empty'],
    ['abc\n\n', 'position 4'],
    ['abc\r\n\n', 'position 4'],
    ['canary\r\nX-Evil: 1', 'position 7'],
    ['canary\rx', 'position 7'],
    ['canary x', 'position 7'],
    [' canary', 'position 1 '],
    ['canary\0', 'position 7'],
    ['canary\u007f', 'position 7'],
    ['canary\u20ac', 'position 7'],
    ['\ufeffcanary', 'position 1 '],
    ['canary'.repeat(17_000), 'larger than 16384 bytes'],
  ])('is refused from %j without being shown', async (text, why) => {
    const error = await errorOf(() => check(text));
    expect([error.exit, error.message.includes(why)]).toEqual([3, true]);
    expect(error.message + String(error.details.hint)).not.toContain('canary');
    expect(error.details.cause).toBeUndefined();
  });

  it('contains nothing that could end a header, whatever the bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
        let token: string;
        try {
          token = check(bytes);
        } catch {
          return;
        }
        expect(token).toMatch(/^[!-~]+$/);
        expect(
          Buffer.from(bytes)
            .toString('latin1')
            .replace(/\r?\n$/, ''),
        ).toBe(token);
      }),
      { numRuns: 5000 },
    );
  });
});

const url = 'https://own.example/v1';

const fromFile = async (path: string, access?: TokenAccess) =>
  (await resolveEndpoint('secrets', { baseUrl: url, tokenFile: path }, surroundingsOf({}), access)).token();

describe('a token file', () => {
  it('can be any file, or a pipe that has a path', async () => {
    const folder = temporaryFolder();
    const path = join(folder, 'token');
    writeFileSync(path, 'file-token\n', { mode: 0o644 });
    expect(await fromFile(path)).toEqual({ value: 'file-token', source: '--token-file' });
    symlinkSync(path, join(folder, 'link'));
    expect((await fromFile(join(folder, 'link')))?.value).toBe('file-token');
  });

  it('with the name - is standard input, if there is one', async () => {
    const readStdin = async () => Buffer.from('stdin-token\n');
    expect((await fromFile('-', { readStdin }))?.value).toBe('stdin-token');
    expect((await errorOf(() => fromFile('-'))).exit).toBe(3);
  });

  it('is refused without hanging if it is missing, a folder, endless or a named pipe', async () => {
    const folder = temporaryFolder();
    const pipe = join(folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    for (const [path, why] of [
      [join(folder, 'missing'), 'does not exist'],
      [join(folder, 'missing/below'), 'does not exist'],
      [folder, 'is a directory'],
      ['/dev/zero', 'is larger than'],
      ['/dev/null', 'is empty'],
      [pipe, 'is a named pipe'],
      ['a\0b', 'NUL byte'],
    ] as const) {
      const error = await errorOf(() => fromFile(path));
      expect([error.exit, error.message.includes(why)], path).toEqual([3, true]);
    }
  });

  it("must be private if it is in trivet's own folder", async () => {
    const surroundings = surroundingsOf({});
    const folder = join(surroundings.home ?? '', '.config/trivet');
    mkdirSync(folder, { recursive: true });
    const path = join(folder, 'jobs.token');
    writeFileSync(path, 't', { mode: 0o640 });
    const flags = { baseUrl: 'https://n.example', tokenFile: path };
    const endpoint = await resolveEndpoint('jobs', flags, surroundings);
    const error = await errorOf(() => endpoint.token());
    expect([error.exit, error.details.hint]).toEqual([3, `Run: chmod 600 '${path}'`]);
  });

  it('is read only once', async () => {
    const path = join(temporaryFolder(), 'token');
    writeFileSync(path, 'first');
    const endpoint = await resolveEndpoint('secrets', { baseUrl: url, tokenFile: path }, surroundingsOf({}));
    expect((await endpoint.token())?.value).toBe('first');
    writeFileSync(path, 'second');
    expect((await endpoint.token())?.value).toBe('first');
  });
});

describe('the token of a profile', () => {
  const tokenOf = async (token: TokenSource, env: Record<string, string> = {}, access?: TokenAccess) => {
    const surroundings = surroundingsOf(env);
    writeProfiles(surroundings, { version: 1, profiles: { p: { secrets: { url, token } } } });
    return (await resolveEndpoint('secrets', { profile: 'p' }, surroundings, access)).token();
  };

  it('can be stored, or in a variable, a file, or printed by a program', async () => {
    const path = join(temporaryFolder(), 'token');
    writeFileSync(path, 'filed');
    const runCommand = vi.fn<RunCommand>(async () => Buffer.from('printed\n'));
    expect((await tokenOf({ kind: 'stored', value: 'stored' }))?.value).toBe('stored');
    expect((await tokenOf({ kind: 'environment', name: 'MY_TOKEN' }, { MY_TOKEN: 'set' }))?.value).toBe(
      'set',
    );
    expect((await tokenOf({ kind: 'file', path }))?.value).toBe('filed');
    const argv = ['pass', 'show', "it's; $(one) word"];
    expect((await tokenOf({ kind: 'command', argv }, {}, { runCommand }))?.value).toBe('printed');
    expect(runCommand.mock.calls).toEqual([[argv, { timeout: 10_000, maxBytes: 16_386 }]]);
  });

  it('is not read before it is needed', async () => {
    const runCommand = vi.fn<RunCommand>(async () => Buffer.from('x'));
    const surroundings = surroundingsOf({});
    const token = { kind: 'command', argv: ['never'] } as const;
    writeProfiles(surroundings, { version: 1, profiles: { p: { secrets: { url, token } } } });
    await resolveEndpoint('secrets', { profile: 'p' }, surroundings, { runCommand });
    expect(runCommand).not.toHaveBeenCalled();
  });

  it('is reported with its source if it is missing', async () => {
    const unset = await errorOf(() => tokenOf({ kind: 'environment', name: 'MY_TOKEN' }));
    expect(unset.message).toBe('MY_TOKEN is not set, and profile "p" takes its token from it');
    const empty = await errorOf(() => tokenOf({ kind: 'environment', name: 'MY_TOKEN' }, { MY_TOKEN: '' }));
    expect(empty.message).toBe('the token from profile "p" (variable MY_TOKEN) is empty');
    expect((await errorOf(() => tokenOf({ kind: 'command', argv: ['x'] }))).exit).toBe(3);
  });
});
