/** Checks what is installed with the program: exact versions, known bytes, and no scripts. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

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

const { packages } = read('package-lock.json') as { packages: Readonly<Record<string, Locked>> };
const own = read('package.json') as {
  readonly scripts: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
};
const installed = Object.entries(packages).filter(([path]) => path !== '');

test('installing the package runs no script', () => {
  for (const name of ['preinstall', 'install', 'postinstall']) expect(own.scripts).not.toHaveProperty(name);
  const running = installed.filter(([, one]) => one.hasInstallScript === true);
  expect(running.map(([path]) => path)).toEqual([]);
});

test('every package has a digest', () => {
  const without = installed.filter(
    ([, one]) => one.link !== true && one.integrity?.startsWith('sha512-') !== true,
  );
  expect(without.map(([path]) => path)).toEqual([]);
});

test('versions are exact', () => {
  const loose = Object.entries(own.devDependencies).filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version));
  expect(loose).toEqual([]);
});

test('packages come from a registry over TLS, never from a repository or a folder', () => {
  const odd = installed.filter(
    ([, one]) => one.resolved !== undefined && !one.resolved.startsWith('https://'),
  );
  expect(odd.map(([path]) => path)).toEqual([]);
});
