// The Bun from which executables are made: an exact version for each platform, with its digest in
// packaging/executable/package-lock.json.
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const packaging = join(root, 'packaging', 'executable');

/** The platforms, by their names in files: Bun's npm package and Bun's name of the target. */
export const targets = {
  'linux-x64': { runtime: 'bun-linux-x64', bun: 'bun-linux-x64' },
  'linux-arm64': { runtime: 'bun-linux-aarch64', bun: 'bun-linux-arm64' },
  'linux-x64-musl': { runtime: 'bun-linux-x64-musl', bun: 'bun-linux-x64-musl' },
  'linux-arm64-musl': { runtime: 'bun-linux-aarch64-musl', bun: 'bun-linux-arm64-musl' },
  'darwin-x64': { runtime: 'bun-darwin-x64', bun: 'bun-darwin-x64' },
  'darwin-arm64': { runtime: 'bun-darwin-aarch64', bun: 'bun-darwin-arm64' },
  'windows-x64': { runtime: 'bun-windows-x64', bun: 'bun-windows-x64' },
};

/** Files that Bun reads from the working directory at the start of a process; none of them may affect what was compiled. */
export const readNothing = ['dotenv', 'bunfig', 'tsconfig', 'package-json'].map(
  (name) => `--no-compile-autoload-${name}`,
);

const isMusl = () => process.platform === 'linux' && !process.report.getReport().header.glibcVersionRuntime;

/** The target of this machine; undefined if it is not supported. */
export const here = () => {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `${system}-${process.arch}${isMusl() ? '-musl' : ''}`;
  return Object.hasOwn(targets, name) ? name : undefined;
};

/** The name of the target's file: `trivet-linux-x64`. */
export const fileOf = (target) => `trivet-${target}${target.startsWith('windows') ? '.exe' : ''}`;

const program = (target) => (target.startsWith('windows') ? 'bun.exe' : 'bun');

const read = (...path) => JSON.parse(readFileSync(join(packaging, ...path), 'utf8'));

/** The lock file of Bun, which `npm ci` of the checkout does not install. */
export const bunLock = () => read('package-lock.json');

const packageOf = (target) => `@oven/${targets[target].runtime}`;
const locked = (name) => bunLock().packages[`node_modules/${name}`];

/** The Bun for this machine in packaging/executable; undefined if it is not there in the locked version. */
const installedBun = () => {
  const target = here();
  if (target === undefined) return undefined;
  const name = packageOf(target);
  const path = join(packaging, 'node_modules', name, 'bin', program(target));
  if (!existsSync(path)) return undefined;
  return read('node_modules', name, 'package.json').version === locked(name).version ? path : undefined;
};

/** The Bun for this machine, fetched if it is missing; undefined if it cannot be fetched, or does not exist. */
export const fetchedBun = () => {
  const installed = installedBun();
  if (installed !== undefined || here() === undefined) return installed;
  process.stderr.write('fetching Bun\n');
  // npm ends with 0 where an optional package could not be fetched.
  spawnSync('npm', ['ci', '--ignore-scripts', '--include=optional', '--no-audit', '--no-fund'], {
    cwd: packaging,
    stdio: ['ignore', 'ignore', 'inherit'],
    // On Windows npm is a script.
    shell: process.platform === 'win32',
  });
  return installedBun();
};

/** The path of the target's Bun: that of this machine, or the package of the lock file, downloaded once. */
export const runtimeOf = (target) => {
  const own = target === here() ? fetchedBun() : undefined;
  if (own !== undefined) return own;
  const name = packageOf(target);
  const { version, integrity } = locked(name);
  const cache = join(root, 'node_modules', '.cache', 'trivet', `${targets[target].runtime}-${version}`);
  const path = join(cache, 'package', 'bin', program(target));
  if (existsSync(path)) return path;
  mkdirSync(dirname(cache), { recursive: true });
  const folder = mkdtempSync(`${cache}-`);
  try {
    const packed = execFileSync('npm', ['pack', `${name}@${version}`, '--json', '--ignore-scripts'], {
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
      shell: process.platform === 'win32',
    });
    const [{ filename }] = JSON.parse(packed);
    const digest = createHash('sha512')
      .update(readFileSync(join(folder, filename)))
      .digest('base64');
    if (`sha512-${digest}` !== integrity)
      throw new Error(`${name}@${version} is not what packaging/executable/package-lock.json names`);
    execFileSync('tar', ['-xzf', filename], { cwd: folder });
    rmSync(join(folder, filename));
    rmSync(cache, { recursive: true, force: true });
    renameSync(folder, cache);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return path;
};
