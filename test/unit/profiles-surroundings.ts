/** A separate home folder for a test, and ways to fill it. */
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { TrivetError } from '../../src/system/error.ts';
import type { Surroundings } from '../../src/system/surroundings.ts';
import type { ProfilesFile } from '../../src/config/file/profile.ts';

/** A new private folder, which is removed when the test ends. */
export const temporaryFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'trivet-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};

export const surroundingsOf = (
  env: Surroundings['env'] = {},
  home: string | undefined = temporaryFolder(),
): Surroundings => ({
  env,
  home,
  platform: process.platform,
  cwd: home ?? '/',
  uid: process.getuid?.(),
});

export const configFile = (surroundings: Surroundings): string =>
  join(surroundings.home ?? '', '.config', 'trivet', 'profiles.json');

/** Writes the profiles file as bytes, by default with the mode that it should have. */
export const writeProfilesText = (
  surroundings: Surroundings,
  text: string | Uint8Array,
  mode = 0o600,
): string => {
  const path = configFile(surroundings);
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  writeFileSync(path, text);
  chmodSync(path, mode);
  return path;
};

export const writeProfiles = (surroundings: Surroundings, file: ProfilesFile): string =>
  writeProfilesText(surroundings, JSON.stringify(file));

/** The error that `work` throws; fails if it throws none. */
export const errorOf = async (work: () => unknown): Promise<TrivetError> => {
  try {
    await work();
  } catch (error) {
    if (error instanceof TrivetError) return error;
    throw error;
  }
  throw new Error('expected an error, and there was none');
};
