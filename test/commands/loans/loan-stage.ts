/**
 * The setting of a loan of any kind: a sandbox, a folder for output of commands, and whether anything is still lent.
 */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import type { Bench } from '../../support/sandbox.ts';
import { useSandbox } from '../../support/sandbox.ts';

export interface LoanStage extends Bench {
  /** A path in the folder of this test. */
  readonly at: (name: string) => string;
  readonly written: (name: string) => string;
  /** Further variables in the environment of every run of this test. */
  readonly env: () => Readonly<Record<string, string>>;
  /** The entries of the ledger. */
  readonly kept: () => readonly string[];
}

/** Makes a fresh sandbox and folder for each test. */
export const useLoans = (): LoanStage => {
  const bench = useSandbox({ fresh: true });
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'trivet-loan-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  const at = (name: string): string => join(folder, name);
  const env = (): Readonly<Record<string, string>> => ({
    TRIVET_CONFIG_DIR: at('config'),
    TRIVET_ORGANIZATION: 'acme',
    PATH: process.env['PATH'] ?? '',
  });
  return {
    ...bench,
    trivet: (line, options = {}) => bench.trivet(line, { ...options, env: { ...env(), ...options.env } }),
    at,
    env,
    written: (name) => readFileSync(at(name), 'utf8'),
    kept: () => {
      const lends = at('config/lends');
      return existsSync(lends) ? readdirSync(lends).filter((name) => name.endsWith('.json')) : [];
    },
  };
};

export interface Kind {
  /** The command line before `--`. */
  readonly line: string;
  /** A part of the path of the request that gives it back. */
  readonly back: string;
  /** How many are lent. */
  readonly out: (stage: Pick<LoanStage, 'trivet'>) => Promise<number>;
}

/** How many are lent, without those of the demo. */
/** @param before how many the demo starts with */
const leases =
  (path: string, before = 0): Kind['out'] =>
  async ({ trivet }) => {
    const { stdout } = await trivet(
      `api secrets LIST /sys/leases/lookup/${path} --query 'length(data.keys)'`,
    );
    return Number(stdout) - before;
  };

export const kinds: readonly Kind[] = [
  { line: 'aws creds ci', back: '/leases/revoke', out: leases('cloud/creds/ci') },
  { line: 'aws sts build', back: '/leases/revoke', out: leases('cloud/sts/build') },
  { line: 'ldap creds dev', back: '/leases/revoke', out: leases('ldap/creds/dev', 1) },
  {
    line: 'ldap library check-out team/ops',
    back: '/leases/revoke',
    out: async ({ trivet }) => {
      const { stdout } = await trivet('ldap library status team/ops --fields available');
      return stdout.split('\n').filter((line) => line === 'false').length;
    },
  },
  {
    line: 'workspace lock billing --reason maintenance',
    back: '/actions/unlock',
    out: async ({ trivet }) =>
      (await trivet('workspace show billing --field locked')).stdout === 'true' ? 1 : 0,
  },
];
