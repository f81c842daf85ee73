/** Tests where trivet keeps what it has to remember, and what it could read again: apart from the settings. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cacheFolder } from '../../src/system/cache-folder.ts';
import { stateFolder, stateFoldersNamed } from '../../src/system/state-folder.ts';
import type { Surroundings } from '../../src/system/surroundings.ts';
import { errorOf, surroundingsOf } from './profiles-surroundings.ts';

const on = (env: Surroundings['env'], more: Partial<Surroundings> = {}): Surroundings => ({
  ...surroundingsOf(env, '/home/ada'),
  platform: 'linux',
  ...more,
});

describe('the state folder', () => {
  it.each<[Surroundings['env'], string]>([
    [{}, '/home/ada/.local/state/trivet'],
    [{ XDG_STATE_HOME: '/state', XDG_CONFIG_HOME: '/config' }, '/state/trivet'],
    [{ XDG_STATE_HOME: 'state' }, '/home/ada/.local/state/trivet'],
    [{ TRIVET_CONFIG_DIR: '/own', XDG_STATE_HOME: '/state' }, '/own'],
    [{ TRIVET_STATE_DIR: '/kept', TRIVET_CONFIG_DIR: '/own', XDG_STATE_HOME: '/state' }, '/kept'],
  ])('with %j is %s', (env, folder) => expect(stateFolder(on(env))).toBe(folder));

  it('does not exist without a home folder', () => {
    expect(stateFolder(on({}, { home: undefined }))).toBeUndefined();
    expect(stateFolder(on({}, { home: 'ada' }))).toBeUndefined();
  });

  it('is that of the settings on Windows', () => {
    expect(stateFolder(on({ APPDATA: '/roaming', XDG_STATE_HOME: '/state' }, { platform: 'win32' }))).toBe(
      join('/roaming', 'trivet'),
    );
  });

  it('has a whole path', async () => {
    const error = await errorOf(() => stateFolder(on({ TRIVET_STATE_DIR: 'kept' })));
    expect([error.exit, error.message]).toEqual([3, 'TRIVET_STATE_DIR is not an absolute path']);
  });

  it('is read after the place where earlier versions kept it', () => {
    expect(stateFoldersNamed(on({}), 'lends')).toEqual([
      '/home/ada/.config/trivet/lends',
      '/home/ada/.local/state/trivet/lends',
    ]);
    expect(stateFoldersNamed(on({ TRIVET_CONFIG_DIR: '/own' }), 'lends')).toEqual(['/own/lends']);
  });
});

describe('the cache folder', () => {
  it.each<[Surroundings['env'], string | undefined]>([
    [{}, '/home/ada/.cache/trivet'],
    [{ XDG_CACHE_HOME: '/cache' }, '/cache/trivet'],
    [{ XDG_CACHE_HOME: 'cache' }, '/home/ada/.cache/trivet'],
    [{ XDG_CACHE_HOME: '/cache', TRIVET_CONFIG_DIR: '/own' }, '/own/cache'],
    [{ TRIVET_CONFIG_DIR: 'own' }, undefined],
  ])('with %j is %s', (env, folder) => expect(cacheFolder(on(env))).toBe(folder));

  it('does not exist without a home folder', () =>
    expect(cacheFolder(on({}, { home: undefined }))).toBeUndefined());
});
