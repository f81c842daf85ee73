import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withLock } from '../../src/system/lock-file.ts';
import { readProfiles } from '../../src/config/file/profile-file.ts';
import type { Profile, ProfilesFile } from '../../src/config/file/profile.ts';
import {
  checkProfileName,
  updateProfiles,
  withoutProfile,
  withProfile,
} from '../../src/config/file/store.ts';
import {
  configFile,
  errorOf,
  surroundingsOf,
  temporaryFolder,
  writeProfilesText,
} from './profiles-surroundings.ts';

const full: Profile = {
  organization: 'acme',
  workspaces: {
    url: 'https://tfe.example/api/v2',
    product: 'otf',
    token: { kind: 'stored', value: 't0ken', origin: 'https://tfe.example' },
  },
  secrets: {
    url: 'https://bao.example/v1',
    token: { kind: 'command', argv: ['pass', 'show', 'a b'] },
    caFile: '/etc/ca.pem',
    clientCert: '/etc/c.pem',
    clientKey: '/etc/k.pem',
    serverName: 'bao',
    namespace: 'team/a',
    mounts: { pki: 'pki-int', cloud: 'aws' },
  },
  jobs: {
    url: 'unix:///run/n.sock',
    token: { kind: 'environment', name: 'N' },
    allowHttp: false,
    region: 'eu',
  },
};

const mode = (path: string): number => statSync(path).mode & 0o777;

describe('writing', () => {
  it('creates a private folder and file, which can be read back', async () => {
    const surroundings = surroundingsOf({});
    const path = configFile(surroundings);
    expect(existsSync(dirname(path))).toBe(false);
    const written = await updateProfiles(surroundings, (file) => withProfile(file, 'a.b', full));
    expect([mode(dirname(path)), mode(path)]).toEqual([0o700, 0o600]);
    expect(readdirSync(dirname(path))).toEqual(['profiles.json']);
    expect(written).toEqual({ version: 1, current: 'a.b', profiles: { 'a.b': full } });
    expect(readProfiles(surroundings)).toEqual(written);
  });

  it("by conf can be read by trivet's own reader", async () => {
    const surroundings = surroundingsOf({});
    await updateProfiles(surroundings, (file) => withProfile(withProfile(file, 'a', {}), 'a.b', full));
    const { default: Conf } = await import('conf');
    const conf = new Conf({
      cwd: dirname(configFile(surroundings)),
      configName: 'profiles',
      projectName: 'trivet',
      accessPropertiesByDotNotation: false,
    });
    expect(conf.path).toBe(configFile(surroundings));
    expect({ ...conf.store }).toEqual(readProfiles(surroundings));
  });

  it('keeps what it does not change, and drops what is removed', async () => {
    const surroundings = surroundingsOf({});
    await updateProfiles(surroundings, (file) => withProfile(withProfile(file, 'one', full), 'two', {}));
    const next = await updateProfiles(surroundings, (file) => withoutProfile(file, 'one'));
    expect(next).toEqual({ version: 1, profiles: { two: {} } });
    const text = readFileSync(configFile(surroundings), 'utf8');
    expect(text).not.toContain('t0ken');
    for (const name of readdirSync(dirname(configFile(surroundings)))) {
      expect(readFileSync(join(dirname(configFile(surroundings)), name), 'utf8')).not.toContain('t0ken');
    }
  });

  it('refuses invalid content, and leaves the file unchanged', async () => {
    const surroundings = surroundingsOf({});
    await updateProfiles(surroundings, (file) => withProfile(file, 'kept', full));
    const before = readFileSync(configFile(surroundings), 'utf8');
    const bad: readonly [Profile, string][] = [
      [{ jobs: { url: 'https://user:hunter2@h' } }, 'user name or password'],
      [{ jobs: { url: 'https://h', token: { kind: 'stored', value: 'hunter2 x' } } }, 'visible ASCII'],
      [{ jobs: { url: 'https://h', caFile: 'ca.pem' } }, 'absolute path'],
      [{ jobs: { url: 'https://h', clientCert: '/c.pem' } }, 'go together'],
      [{ jobs: { url: 'https://h', organization: 'x' } }, 'is not a key of this service'],
    ];
    for (const [profile, why] of bad) {
      const error = await errorOf(() =>
        updateProfiles(surroundings, (file) => withProfile(file, 'bad', profile)),
      );
      expect([error.exit, error.message.includes(why)], why).toEqual([3, true]);
      expect(error.message).not.toContain('hunter2');
    }
    const current = (file: ProfilesFile): ProfilesFile => ({ ...file, current: 'missing' });
    expect((await errorOf(() => updateProfiles(surroundings, current))).exit).toBe(3);
    expect(readFileSync(configFile(surroundings), 'utf8')).toBe(before);
    expect(readdirSync(dirname(configFile(surroundings)))).toEqual(['profiles.json']);
  });

  it('is exit 3 without a home folder', async () => {
    const homeless = { ...surroundingsOf({}), home: undefined };
    expect((await errorOf(() => updateProfiles(homeless, (file) => file))).exit).toBe(3);
    const nowhere = surroundingsOf({ TRIVET_CONFIG_DIR: '/dev/null/trivet' });
    expect((await errorOf(() => updateProfiles(nowhere, (file) => file))).exit).toBe(3);
  });

  it('distinguishes an empty file from no file', async () => {
    const surroundings = surroundingsOf({});
    writeProfilesText(surroundings, '');
    const error = await errorOf(() => updateProfiles(surroundings, (file) => withProfile(file, 'x', {})));
    expect(error.message).toContain('it is empty');
  });
});

describe('profile names', () => {
  it.each([
    '__proto__',
    'constructor',
    'prototype',
    '',
    '-x',
    '.x',
    '_x',
    '../x',
    'a/b',
    'a\\b',
    'a b',
    'a\nb',
    'a\n',
    'a\0',
    'é',
    'x'.repeat(65),
  ])('cannot be %j', async (name) => {
    expect((await errorOf(() => checkProfileName(name))).exit).toBe(3);
    const surroundings = surroundingsOf({});
    expect(
      (await errorOf(() => updateProfiles(surroundings, (file) => withProfile(file, name, {})))).exit,
    ).toBe(3);
    expect(existsSync(configFile(surroundings))).toBe(false);
  });

  it('may contain dots, and are read as written', async () => {
    const tail = fc.string({ unit: fc.constantFrom(...Array.from('abzAZ019._-')), maxLength: 63 });
    const name = fc
      .oneof(
        fc.tuple(fc.constantFrom(...Array.from('aZ0')), tail).map(([head, rest]) => head + rest),
        fc.constantFrom(
          'a.b',
          'a.b.c',
          'toString',
          'valueOf',
          'hasOwnProperty',
          '0',
          '10',
          'x'.repeat(64),
          'profiles',
        ),
      )
      .filter((each) => each !== 'constructor' && each !== 'prototype');
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(name, { minLength: 1, maxLength: 6 }), async (names) => {
        const surroundings = surroundingsOf({});
        await updateProfiles(surroundings, (file) =>
          names.reduce((all, each) => withProfile(all, each, { organization: each }), file),
        );
        const { profiles } = readProfiles(surroundings);
        expect(Object.keys(profiles).toSorted()).toEqual(names.toSorted());
        for (const each of names) expect(profiles[each]?.organization).toBe(each);
      }),
      { numRuns: 30 },
    );
  });
});

describe('the lock', () => {
  const quick = { wait: 50 };
  const gone = JSON.stringify({ id: '0'.repeat(24), listens: false });
  const aged = (path: string): void => {
    const past = new Date(Date.now() - 120_000);
    utimesSync(path, past, past);
  };

  it('is held while the work runs and released afterwards, even after a failure', async () => {
    const path = join(temporaryFolder(), 'lock');
    const content = await withLock(path, () => readFileSync(path, 'utf8'));
    expect(JSON.parse(content)).toEqual({ id: expect.stringMatching(/^[0-9a-f]{24}$/), listens: true });
    expect(readdirSync(dirname(path))).toEqual([]);
    await expect(
      withLock(path, () => {
        throw new Error('work failed');
      }),
    ).rejects.toThrow('work failed');
    expect(readdirSync(dirname(path))).toEqual([]);
  });

  it('of an owner that responds is waited for, however old it is, then reported', async () => {
    const path = join(temporaryFolder(), 'lock');
    await withLock(path, async () => {
      aged(path);
      const content = readFileSync(path, 'utf8');
      const error = await errorOf(() => withLock(path, () => 1, quick));
      expect([error.exit, error.message.includes(path)]).toEqual([3, true]);
      expect(readFileSync(path, 'utf8')).toBe(content);
    });
  });

  it('of an owner that does not respond is taken over, even if those that took it died, too', async () => {
    const path = join(temporaryFolder(), 'lock');
    const content = await withLock(path, () => readFileSync(path, 'utf8'));
    writeFileSync(path, content);
    const mark = createHash('sha256').update(content).digest('hex').slice(0, 16);
    writeFileSync(`${path}.${mark}`, content);
    expect(await withLock(path, () => 'done', quick)).toBe('done');
    expect(readdirSync(dirname(path))).toEqual([]);
  });

  it('whose owner cannot be reached is kept for a minute, then taken over', async () => {
    const path = join(temporaryFolder(), 'lock');
    for (const content of [gone, '4711 abc\n', '']) {
      writeFileSync(path, content);
      expect((await errorOf(() => withLock(path, () => 1, quick))).exit).toBe(3);
      aged(path);
      expect(await withLock(path, () => 'done', quick)).toBe('done');
    }
  });

  it('works if the path is too long for a socket', async () => {
    const folder = join(temporaryFolder(), 'x'.repeat(120));
    mkdirSync(folder);
    const path = join(folder, 'lock');
    await withLock(path, async () => {
      aged(path);
      expect((await errorOf(() => withLock(path, () => 1, quick))).exit).toBe(3);
    });
    expect(readdirSync(folder)).toEqual([]);
  });

  it('removes files that killed processes left beside it', async () => {
    const folder = temporaryFolder();
    for (const name of ['lock.new-1', 'lock.0123', `.clock-${'0'.repeat(24)}`, 'other']) {
      writeFileSync(join(folder, name), '');
      aged(join(folder, name));
    }
    writeFileSync(join(folder, 'lock.new-2'), '');
    await withLock(join(folder, 'lock'), () => undefined);
    expect(readdirSync(folder).toSorted()).toEqual(['lock.new-2', 'other']);
  });
});

it('a folder that cannot be created is reported at once, with its name', async () => {
  for (const folder of ['/proc/x/y', '/dev/null/x']) {
    const error = await errorOf(() =>
      updateProfiles(surroundingsOf({ TRIVET_CONFIG_DIR: folder }), (file) => file),
    );
    expect([error.exit, error.message.includes('cannot make the folder /')]).toEqual([3, true]);
  }
});

it('the draft of a killed writer is removed by the next', async () => {
  const surroundings = surroundingsOf();
  await updateProfiles(surroundings, (file) => file);
  const folder = dirname(configFile(surroundings));
  writeFileSync(join(folder, 'profiles.json.tmp-1700000000abcdef'), '{');
  await updateProfiles(surroundings, (file) => file);
  expect(readdirSync(folder)).toEqual(['profiles.json']);
});
