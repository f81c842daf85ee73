/** Tests the parts of a release: archives, checksums, a formula, a bill of materials, Linux packages. */
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { load } from 'js-yaml';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { packedPages } from './support/man-pages.ts';

const root = resolve(import.meta.dirname, '..');
const { version, homepage } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  readonly version: string;
  readonly homepage: string;
};
/** Small files in place of the executables, which other tests run. */
const program = `#!/bin/sh\necho ${version}\n`;
const files = ['trivet-linux-x64', 'trivet-darwin-arm64', 'trivet-windows-x64.exe'];

let folder = '';
const released = (): string => join(folder, 'release');
const read = (name: string): string => readFileSync(join(released(), name), 'utf8');

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'trivet-release-test-'));
  for (const name of files) writeFileSync(join(folder, name), program, { mode: 0o755 });
  execFileSync(
    process.execPath,
    [join(root, 'scripts/release.mjs'), '--from', folder, '--into', released()],
    {
      env: { ...process.env, SOURCE_DATE_EPOCH: '1700000000' },
      stdio: 'ignore',
    },
  );
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('the checksums cover all files', () => {
  const sums = read('SHA256SUMS').trim().split('\n');
  expect(sums.map((line) => line.slice(66))).toEqual(
    readdirSync(released())
      .filter((name) => name !== 'SHA256SUMS')
      .sort(),
  );
  for (const line of sums)
    expect(
      createHash('sha256')
        .update(readFileSync(join(released(), line.slice(66))))
        .digest('hex'),
    ).toBe(line.slice(0, 64));
});

test('an archive has the program, manual pages, completion scripts, every licence and what its pages link to', () => {
  const name = `trivet-${version}-linux-x64`;
  const listed = execFileSync('tar', ['-tzf', join(released(), `${name}.tar.gz`)], { encoding: 'utf8' });
  for (const part of [
    'trivet',
    'man/trivet.1',
    'completions/trivet.zsh',
    'LICENSE',
    'THIRD_PARTY_NOTICES.md',
    'licences/BUN.md',
    'licences/LGPL-2.1.txt',
    'docs/installation.md',
    'docs/terminal.svg',
    'skills/trivet/SKILL.md',
    'SECURITY.md',
    'CONTRIBUTING.md',
  ])
    expect(listed.split('\n')).toContain(`${name}/${part}`);
  execFileSync('tar', ['-xzf', join(released(), `${name}.tar.gz`), '-C', folder]);
  expect(execFileSync(join(folder, name, 'trivet'), { encoding: 'utf8' })).toBe(`${version}\n`);
  for (const page of ['README.md', ...readdirSync(join(folder, name, 'docs')).map((one) => `docs/${one}`)]) {
    if (!page.endsWith('.md')) continue;
    const text = readFileSync(join(folder, name, page), 'utf8');
    for (const [, target = ''] of text.matchAll(/\]\(([^)#]+)\)/g))
      if (!/^https?:/.test(target))
        expect(`${page}: ${target}: ${existsSync(join(folder, name, dirname(page), target))}`).toBe(
          `${page}: ${target}: true`,
        );
  }
});

test('the address comes from package.json, and else from the workflow that runs', () => {
  const script = pathToFileURL(join(root, 'scripts/release/address.mjs')).href;
  const of = (manifest: object, env: object): unknown => {
    const line = `import { addressOf } from '${script}'; console.log(JSON.stringify(addressOf(${JSON.stringify(manifest)}, ${JSON.stringify(env)})))`;
    const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', line], { encoding: 'utf8' });
    return JSON.parse(stdout);
  };
  expect(
    of({ repository: { url: 'git+https://example.org/a/b.git' } }, { GITHUB_REPOSITORY: 'x/y' }),
  ).toEqual({
    repository: 'https://example.org/a/b',
    homepage: 'https://example.org/a/b',
  });
  expect(of({}, { GITHUB_REPOSITORY: 'x/y' })).toMatchObject({ repository: 'https://github.com/x/y' });
  expect(of({}, {})).toEqual({});
});

test('the formula names the archive and checksum of each system', () => {
  const formula = read('trivet.rb');
  for (const target of ['darwin-arm64', 'linux-x64']) {
    const name = `trivet-${version}-${target}.tar.gz`;
    expect(formula).toContain(`"${homepage}/releases/download/v${version}/${name}"`);
    expect(formula).toContain(
      createHash('sha256')
        .update(readFileSync(join(released(), name)))
        .digest('hex'),
    );
  }
  expect(formula).not.toContain('windows');
});

test('the bill of materials lists the bundled packages and the runtime, with digests', () => {
  const { bomFormat, components } = JSON.parse(read(`trivet-v${version}.cdx.json`)) as {
    readonly bomFormat: string;
    readonly components: readonly {
      readonly name: string;
      readonly hashes: readonly { readonly content: string }[];
    }[];
  };
  expect(bomFormat).toBe('CycloneDX');
  const names = components.map(({ name }) => name);
  for (const name of ['commander', 'undici', 'ws', 'js-yaml', '@oven/bun-linux-x64'])
    expect(names).toContain(name);
  expect(names).not.toContain('vitest');
  expect(read(`trivet-v${version}.cdx.json`)).toContain('LGPL-2.1-only');
  expect(read('trivet.rb')).toContain('"LGPL-2.1-only"');
  for (const { hashes } of components) expect(hashes[0]?.content).toMatch(/^[0-9a-f]{128}$/);
});

test('the notices of Bun have the version that is bundled', () => {
  const { optionalDependencies } = JSON.parse(
    readFileSync(join(root, 'packaging/executable/package.json'), 'utf8'),
  ) as { readonly optionalDependencies: Readonly<Record<string, string>> };
  const bun = readFileSync(join(root, 'packaging/licences/BUN.md'), 'utf8');
  const exact = new Set(
    Object.entries(optionalDependencies).flatMap(([name, version]) =>
      name.startsWith('@oven/') ? version : [],
    ),
  );
  expect([...exact].map((one) => bun.includes(`bun-v${one}`))).toEqual([true]);
});

test('the one workflow runs what a developer runs, and only scripts that exist', () => {
  expect(readdirSync(join(root, '.github/workflows'))).toEqual(['ci.yml']);
  const text = readFileSync(join(root, '.github/workflows/ci.yml'), 'utf8');
  expect(text).toContain('- run: .ci/run\n');
  expect(text).toContain('- run: npm ci && npm run demo\n');
  // Both are the commands of the README.
  const readme = readFileSync(join(root, 'README.md'), 'utf8');
  expect(readme).toMatch(/^npm ci && npm run demo {3}#.*\nnpm ci && npm test {7}#/m);
  expect(readFileSync(join(root, '.ci/run'), 'utf8')).toContain('{ npm ci && npm test; }');
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    readonly scripts: Readonly<Record<string, string>>;
  };
  const workflow = load(text);
  expect(workflow).toHaveProperty('jobs.publish.permissions.attestations', 'write');
  // What follows from this job is skipped with it: only a tag makes a release.
  expect(workflow).toHaveProperty('jobs.build.if', "startsWith(github.ref, 'refs/tags/v')");
  for (const [name, needs] of [
    ['build', ['test', 'macos', 'demo', 'supply-chain']],
    ['sign', 'build'],
    ['smoke', 'build'],
    ['musl', 'build'],
    ['publish', ['sign', 'smoke', 'musl']],
  ] as const)
    expect(workflow).toHaveProperty(`jobs.${name}.needs`, needs);
  for (const [, name] of text.matchAll(/npm run ([a-z:]+)/g)) expect(scripts).toHaveProperty([name ?? '']);
});

const missing = ['nfpm', 'dpkg'].filter((name) => spawnSync(name, ['--version']).status !== 0);
const why =
  missing.length > 0
    ? `${missing.join(' and ')} is not installed`
    : process.getuid?.() === 0
      ? undefined
      : 'only root can install';

describe.skipIf(why !== undefined)(
  `the Debian package${why === undefined ? '' : ` (skipped: ${why})`}`,
  () => {
    test('can be installed into an empty root, runs, and can be removed', () => {
      const system = join(folder, 'root');
      mkdirSync(join(system, 'var/lib/dpkg'), { recursive: true });
      for (const name of ['status', 'available']) writeFileSync(join(system, 'var/lib/dpkg', name), '');
      const dpkg = (...argv: readonly string[]): void => {
        // An empty root has no libc6.
        execFileSync('dpkg', [`--root=${system}`, '--force-depends', ...argv], { stdio: 'ignore' });
      };
      const name = readdirSync(released()).find((one) => one.endsWith('_amd64.deb')) ?? '';
      dpkg('--install', join(released(), name));
      expect(execFileSync(join(system, 'usr/bin/trivet'), { encoding: 'utf8' })).toBe(`${version}\n`);
      const pages = packedPages(root, inject('built')).map((page) => `${page}.gz`);
      expect(readdirSync(join(system, 'usr/share/man/man1')).sort()).toEqual(pages.sort());
      for (const file of ['copyright', 'changelog.gz', 'docs/README.md', 'licences/LGPL-2.1.txt'])
        expect(existsSync(join(system, 'usr/share/doc/trivet', file)), file).toBe(true);
      dpkg('--remove', 'trivet');
      expect(existsSync(join(system, 'usr/bin/trivet'))).toBe(false);
    });
  },
);

const lacking = (...programs: readonly string[]): readonly string[] =>
  programs.filter((name) => spawnSync(name, ['--version']).status !== 0);
const packageNamed = (end: string): string =>
  join(released(), readdirSync(released()).find((one) => one.endsWith(end)) ?? '');

test.skipIf(lacking('nfpm', 'rpm').length > 0)('the .rpm has manual pages, licences and a changelog', () => {
  const rpm = (...argv: readonly string[]): string =>
    execFileSync('rpm', ['-qp', ...argv, packageNamed('.x86_64.rpm')], { encoding: 'utf8' });
  const listed = rpm('-l');
  for (const file of ['man/man1/trivet-job-stop.1.gz', 'doc/trivet/copyright', 'doc/trivet/docs/README.md'])
    expect(listed).toContain(`/usr/share/${file}\n`);
  const [, newest = ''] = /^## (\d\S*) - /m.exec(readFileSync(join(root, 'CHANGELOG.md'), 'utf8')) ?? [];
  expect(rpm('--changelog')).toMatch(new RegExp(`^\\* .* - ${newest}-1\n- \\S`));
});

test('the changelog of the .rpm has each released version, its items in lines without marks', async () => {
  const { packageChangelog } = await import('../scripts/release/changelog.mjs');
  const text =
    '# Changelog\n\n## Unreleased\n\n- Soon.\n\n## 1.1.0 - 2026-02-03\n\n- `lock` locks.\n  Twice, as [the page](a.md) says.\n\n' +
    '### Fixed\n\n- A fault.\n\n## 1.0.0 - 2026-01-02\n\n- First.\n';
  expect(packageChangelog(text, 'me')).toEqual([
    {
      semver: '1.1.0-1',
      date: '2026-02-03T00:00:00Z',
      packager: 'me',
      changes: [{ note: 'lock locks. Twice, as the page says.' }, { note: 'Fixed: A fault.' }],
    },
    { semver: '1.0.0-1', date: '2026-01-02T00:00:00Z', packager: 'me', changes: [{ note: 'First.' }] },
  ]);
});
