/** Checks what is installed with the program: exact versions, known bytes, and no scripts. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const read = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8'));

interface Locked {
  readonly version?: string;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly hasInstallScript?: boolean;
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly link?: boolean;
}

interface Own {
  readonly scripts?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

describe.each([
  ['the checkout', ''],
  ['the executable', 'packaging/executable/'],
])('the lock file of %s', (_, folder) => {
  const { packages } = read(`${folder}package-lock.json`) as { packages: Readonly<Record<string, Locked>> };
  const own = read(`${folder}package.json`) as Own;
  const installed = Object.entries(packages).filter(([path]) => path !== '');

  test('names packages', () => {
    expect(installed.length).toBeGreaterThan(0);
  });

  test('leads to no script', () => {
    for (const name of ['preinstall', 'install', 'postinstall'])
      expect(own.scripts ?? {}).not.toHaveProperty(name);
    const running = installed.filter(([, one]) => one.hasInstallScript === true);
    expect(running.map(([path]) => path)).toEqual([]);
  });

  test('has a digest for every package', () => {
    const without = installed.filter(
      ([, one]) => one.link !== true && one.integrity?.startsWith('sha512-') !== true,
    );
    expect(without.map(([path]) => path)).toEqual([]);
  });

  test('is of exact versions', () => {
    const wanted = Object.entries({ ...own.devDependencies, ...own.optionalDependencies });
    expect(wanted.length).toBeGreaterThan(0);
    expect(wanted.filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
  });

  test('takes packages from a registry over TLS, never from a repository or a folder', () => {
    const odd = installed.filter(
      ([, one]) => one.resolved !== undefined && !one.resolved.startsWith('https://'),
    );
    expect(odd.map(([path]) => path)).toEqual([]);
  });
});
