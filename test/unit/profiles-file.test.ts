/** Tests bad profiles files: each is exit 3 with its name, and is not changed. */
import { chmodSync, chownSync, mkdirSync, readFileSync, renameSync, symlinkSync } from 'node:fs';
import { dirname } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TrivetError } from '../../src/system/error.ts';
import { readProfiles } from '../../src/config/file/profile-file.ts';
import { isProfileName } from '../../src/config/file/profile.ts';
import { updateProfiles } from '../../src/config/file/store.ts';
import {
  configFile,
  errorOf,
  surroundingsOf,
  temporaryFolder,
  writeProfilesText,
} from './profiles-surroundings.ts';

const inProfile = (content: string): string => `{"version":1,"profiles":{"p":${content}}}`;
const inSecrets = (content: string): string => inProfile(`{"secrets":{"url":"https://h/v1",${content}}}`);

describe('a profiles file', () => {
  it.each([
    ['', 'it is empty'],
    ['\ufeff{"version":1,"profiles":{}}', 'byte order mark'],
    ['{"version":1,"profiles":{"p":{"jobs":{"url":"hunter2', 'not valid JSON at position 52'],
    ['{"version":1,"profiles":{}}\0', 'not valid JSON'],
    ['\0\0\0\0', 'not valid JSON'],
    ['null', 'the content must be an object'],
    ['[]', 'the content must be an object'],
    ['[1]', 'the content must be an object'],
    ['"x"', 'the content must be an object'],
    ['7', 'the content must be an object'],
    ['{}', 'the key version is not 1'],
    ['{"version":2,"profiles":{}}', 'the key version is not 1'],
    ['{"version":1}', 'the key profiles must be an object'],
    ['{"version":1,"profiles":[]}', 'the key profiles must be an object'],
    ['{"version":1,"profiles":{},"extra":1}', 'the key extra is not a key'],
    ['{"version":1,"profiles":{},"__proto__":{"current":"x"}}', 'the key __proto__ is not a key'],
    ['{"version":1,"profiles":{"__proto__":{}}}', '"__proto__" is not a profile name'],
    ['{"version":1,"profiles":{"constructor":{}}}', '"constructor" is not a profile name'],
    ['{"version":1,"profiles":{"../x":{}}}', '"../x" is not a profile name'],
    ['{"version":1,"profiles":{"a\\nb":{}}}', 'is not a profile name'],
    ['{"version":1,"current":"-x","profiles":{}}', 'the key current is not a profile name'],
    [inProfile('null'), 'the key profiles.p must be an object'],
    [inProfile('{"jobs":{}}'), 'the key profiles.p.jobs.url must be text'],
    [inProfile('{"jobs":{"url":7}}'), 'the key profiles.p.jobs.url must be text'],
    [
      inProfile('{"jobs":{"url":"https://h","mounts":{}}}'),
      'profiles.p.jobs.mounts is not a key of this service',
    ],
    [inProfile('{"jobs":{"url":"https://h","product":"vault"}}'), 'must be one of generic, nomad'],
    [inSecrets('"tokne":"hunter2"'), 'profiles.p.secrets.tokne is not a key'],
    [inSecrets('"caFile":"./ca.pem"'), 'profiles.p.secrets.caFile must be an absolute path'],
    [inSecrets('"namespace":"a\\u001b[2Jb"'), 'contains a control character'],
    [inSecrets('"namespace":""'), 'profiles.p.secrets.namespace is empty'],
    [inSecrets('"allowHttp":"yes"'), 'must be true or false'],
    [inSecrets('"token":"hunter2"'), 'profiles.p.secrets.token must be an object'],
    [inSecrets('"token":{"kind":"stored"}'), 'profiles.p.secrets.token.value must be text'],
    [inSecrets('"token":{"kind":"other","value":"hunter2"}'), 'token.kind must be one of'],
    [inSecrets('"token":{"kind":"stored","value":"hunter2","path":"/x"}'), 'token.path is not a key'],
    [inSecrets('"token":{"kind":"file","path":"token"}'), 'token.path must be an absolute path'],
    [inSecrets('"token":{"kind":"command","argv":"echo hunter2"}'), 'token.argv must be a list'],
    [inSecrets('"token":{"kind":"command","argv":[]}'), 'token.argv must be a list'],
    [inSecrets('"token":{"kind":"command","argv":["./x"]}'), 'token.argv.0 must be an absolute path'],
    [inSecrets('"mounts":{"__proto__":"x"}'), 'profiles.p.secrets.mounts.__proto__ is not a key'],
  ])('is refused with the content %j', async (text, why) => {
    const surroundings = surroundingsOf({});
    const path = writeProfilesText(surroundings, text);
    for (const work of [
      () => readProfiles(surroundings),
      () => updateProfiles(surroundings, (file) => ({ ...file, profiles: {} })),
    ]) {
      const error = await errorOf(work);
      expect(error.exit).toBe(3);
      expect(error.message).toContain(path);
      expect(error.message).toContain(why);
      expect(error.message + String(error.details.cause)).not.toContain('hunter2');
    }
    expect(readFileSync(path, 'utf8')).toBe(text);
  });

  it.each([0o644, 0o640, 0o604, 0o666, 0o601, 0o777])(
    'with mode %o is refused, with the command that corrects it',
    async (mode) => {
      const surroundings = surroundingsOf({});
      const path = writeProfilesText(surroundings, '{"version":1,"profiles":{}}', mode);
      const error = await errorOf(() => readProfiles(surroundings));
      expect([error.exit, error.details.hint]).toEqual([3, `Run: chmod 600 '${path}'`]);
      chmodSync(path, 0o600);
      expect(readProfiles(surroundings).profiles).toEqual({});
    },
  );

  it('is refused in a folder that others can write to', async () => {
    const surroundings = surroundingsOf({});
    const folder = dirname(writeProfilesText(surroundings, '{"version":1,"profiles":{}}'));
    chmodSync(folder, 0o775);
    const error = await errorOf(() => readProfiles(surroundings));
    expect(error.details.hint).toBe(`Run: chmod 700 '${folder}'`);
  });

  it('is refused if it belongs to somebody else', async () => {
    const surroundings = surroundingsOf({});
    writeProfilesText(surroundings, '{"version":1,"profiles":{}}');
    const other = { ...surroundings, uid: (surroundings.uid ?? 0) + 1 };
    expect((await errorOf(() => readProfiles(other))).message).toContain('belongs to another user');
    if (surroundings.uid !== 0) return;
    chownSync(configFile(surroundings), 12_345, 12_345);
    expect((await errorOf(() => readProfiles(surroundings))).message).toContain('belongs to another user');
  });

  it('is refused if it is a symbolic link or a folder, whatever the target', async () => {
    const surroundings = surroundingsOf({});
    const path = writeProfilesText(surroundings, '{"version":1,"profiles":{}}');
    renameSync(path, `${path}.real`);
    symlinkSync(`${path}.real`, path);
    expect((await errorOf(() => readProfiles(surroundings))).message).toContain('symbolic link');
    const write = () => updateProfiles(surroundings, (file) => file);
    expect((await errorOf(write)).message).toContain('symbolic link');
    const other = surroundingsOf({});
    mkdirSync(configFile(other), { recursive: true, mode: 0o700 });
    expect((await errorOf(() => readProfiles(other))).message).toContain('is not a regular file');
  });

  it('is in TRIVET_CONFIG_DIR, XDG_CONFIG_HOME or the home folder', () => {
    const text = '{"version":1,"profiles":{"here":{}}}';
    const names = (surroundings: ReturnType<typeof surroundingsOf>) =>
      Object.keys(readProfiles(surroundings).profiles);
    const atHome = surroundingsOf({});
    const path = writeProfilesText(atHome, text);
    expect(names(atHome)).toEqual(['here']);
    const config = dirname(path);
    expect(names(surroundingsOf({ TRIVET_CONFIG_DIR: config }))).toEqual(['here']);
    expect(names(surroundingsOf({ XDG_CONFIG_HOME: dirname(config) }))).toEqual(['here']);
    expect(names({ ...atHome, env: { XDG_CONFIG_HOME: temporaryFolder() } })).toEqual([]);
    expect(names({ ...atHome, env: { XDG_CONFIG_HOME: '' } })).toEqual(['here']);
    expect(names({ ...atHome, platform: 'darwin' })).toEqual(['here']);
    expect(names({ ...atHome, home: undefined })).toEqual([]);
    expect(names({ ...atHome, home: '/nonexistent' })).toEqual([]);
  });

  it('with any content is read or refused, and changes no prototype', () => {
    const key = fc.constantFrom(
      'version',
      'current',
      'profiles',
      'p',
      'jobs',
      'url',
      'token',
      'kind',
      '__proto__',
      'constructor',
      'prototype',
      'toString',
    );
    const value = fc.letrec((tie) => ({
      any: fc.oneof(
        { maxDepth: 5 },
        fc.constantFrom<unknown>(1, null, 'https://h', 'stored', true),
        fc.array(tie('any'), { maxLength: 2 }),
        fc.array(fc.tuple(key, tie('any')), { maxLength: 4 }).map((entries) => {
          // Written as text, because an object literal would lose its own `__proto__`.
          const text = entries.map(([name, inner]) => `${JSON.stringify(name)}:${JSON.stringify(inner)}`);
          return JSON.parse(`{${text.join(',')}}`) as unknown;
        }),
      ),
    })).any;
    const surroundings = surroundingsOf({});
    fc.assert(
      fc.property(
        fc.oneof(
          value,
          value.map((profiles) => ({ version: 1, profiles })),
        ),
        (content) => {
          writeProfilesText(surroundings, JSON.stringify(content));
          try {
            for (const name of Object.keys(readProfiles(surroundings).profiles))
              expect(isProfileName(name)).toBe(true);
          } catch (error) {
            expect(error).toBeInstanceOf(TrivetError);
          }
          expect(Object.keys(Object.prototype)).toEqual([]);
          expect(Object.hasOwn({}, 'url')).toBe(false);
        },
      ),
      { numRuns: 500 },
    );
  });
});
