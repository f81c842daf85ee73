/** A separate configuration folder for each test of profiles and tokens. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import type { CliOptions, CliResult } from './run-cli.ts';
import { runCli, words } from './run-cli.ts';

export interface ConfigFolder {
  /** Runs `trivet <line>` with this folder as its configuration. */
  readonly trivet: (line: string, options?: CliOptions) => Promise<CliResult>;
  /** A path in a temporary folder beside the configuration. */
  readonly path: (name: string) => string;
  /** Writes a file beside the configuration and returns its path. */
  readonly file: (name: string, content: string | Uint8Array, mode?: number) => string;
  /** The text of the profiles file; undefined if it does not exist. */
  readonly profiles: () => string | undefined;
  /** The mode of the profiles file. */
  readonly mode: () => number;
  /** Replaces the profiles file by any content. */
  readonly write: (content: string | Uint8Array, mode?: number) => void;
}

export const useConfigFolder = (): ConfigFolder => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'trivet-config-'));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  const config = (): string => join(folder, 'config');
  const profilesFile = (): string => join(config(), 'profiles.json');
  return {
    trivet: (line, options = {}) =>
      runCli(words(line), { cwd: folder, ...options, env: { TRIVET_CONFIG_DIR: config(), ...options.env } }),
    path: (name) => join(folder, name),
    file: (name, content, mode = 0o600) => {
      const path = join(folder, name);
      writeFileSync(path, content, { mode });
      return path;
    },
    profiles: () => (existsSync(profilesFile()) ? readFileSync(profilesFile(), 'utf8') : undefined),
    mode: () => statSync(profilesFile()).mode & 0o777,
    write: (content, mode = 0o600) => {
      mkdirSync(config(), { recursive: true, mode: 0o700 });
      writeFileSync(profilesFile(), content, { mode });
    },
  };
};
