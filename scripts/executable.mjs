// Compiles trivet with Bun into one file that needs no other: dist/executable/trivet-<platform>. Fetches Bun first, if
// it is not in packaging/executable.
//   (nothing)      for this machine
//   --all          for every platform
//   --target NAME  for that platform (repeatable)
//   --from DIR     from the program that was built there, instead of building it
//   --into DIR     into another folder than dist/executable
import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { fetchedBun, fileOf, here, readNothing, runtimeOf, targets } from './runtimes.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const { values: given } = parseArgs({
  options: {
    all: { type: 'boolean', default: false },
    target: { type: 'string', multiple: true },
    from: { type: 'string' },
    into: { type: 'string', default: join(root, 'dist', 'executable') },
  },
});

const fail = (message) => {
  process.stderr.write(`trivet: ${message}\n`);
  process.exit(1);
};

const chosen = given.all ? Object.keys(targets) : (given.target ?? [here()]);
for (const target of chosen) {
  if (target === undefined) fail(`there is no executable for ${process.platform} ${process.arch}`);
  if (!Object.hasOwn(targets, target)) fail(`unknown target ${target}: ${Object.keys(targets).join(', ')}`);
}

/** Compresses every file of a folder, as `readPackageFile` and the launcher expect it in the executable. */
const compress = (folder) => {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    writeFileSync(`${path}.gz`, gzipSync(readFileSync(path), { level: 9 }));
    rmSync(path);
  }
};

/** The JavaScript below `program` and the files that it reads below `assets`, as given to Bun. */
const stage = (folder) => {
  const built = given.from ?? join(folder, 'built');
  if (given.from === undefined)
    execFileSync(process.execPath, [join(root, 'scripts', 'build.mjs'), '--into', built], {
      stdio: 'inherit',
    });
  cpSync(join(built, 'bin', 'trivet'), join(folder, 'program', 'bin', 'trivet.cjs'));
  for (const name of readdirSync(join(built, 'dist'))) {
    const code = name === 'chunks' || name.endsWith('.cjs');
    // The library is for Node.
    if (name === 'executable' || name === 'package.json' || name.startsWith('library.')) continue;
    cpSync(join(built, 'dist', name), join(folder, code ? 'program' : 'assets', 'dist', name), {
      recursive: true,
    });
  }
  for (const part of ['man', 'skills'])
    cpSync(join(root, part), join(folder, 'assets', part), { recursive: true });
  compress(join(folder, 'assets'));
  // The launcher prints the version from it.
  cpSync(join(built, 'package.json'), join(folder, 'assets', 'package.json'));
};

/** Commands that most runs are like: the functions that they call stand together in the byte code. */
const usual = [
  ['workspace', 'list'],
  ['job', 'show', 'api', '-o', 'json'],
  ['pki', 'role', 'list'],
  ['workspace', 'list', '--unknown'],
];

/**
 * Runs the usual commands in the sandbox of a first executable.
 * @returns files that name the functions they called, in the order of the calls
 */
const orders = (folder, file) =>
  usual.map((words, index) => {
    const order = join(folder, `order-${index}`);
    const program = join(folder, file);
    spawnSync(
      program,
      ['sandbox', 'exec', '--', 'env', `BUN_BYTECODE_ORDER_OUT=${order}`, program, ...words],
      {
        env: { PATH: process.env.PATH, HOME: folder, TMPDIR: folder },
        stdio: 'ignore',
      },
    );
    if (!existsSync(order)) fail(`trivet ${words.join(' ')} wrote no order of its byte code`);
    return order;
  });

const compile = (bun, folder, target, order = []) => {
  const file = fileOf(target);
  const assets = readdirSync(join(folder, 'assets')).flatMap((name) => ['--asset', `../assets/${name}`]);
  execFileSync(
    bun,
    [
      'build',
      'bin/trivet.cjs',
      '--compile',
      '--bytecode',
      ...order.map((path) => `--bytecode-order=${path}`),
      // The launcher ends it for runs that last.
      '--compile-jit-policy=100',
      '--format=cjs',
      // Names stay, for the stack of a defect.
      '--minify-whitespace',
      '--minify-syntax',
      // Bun would store the file's path on this machine; its contents are found relative to the executable.
      '--define=__filename=Bun.main',
      '--define=TRIVET_EXECUTABLE=true',
      ...readNothing,
      ...assets,
      `--target=${targets[target].bun}`,
      `--compile-executable-path=${runtimeOf(target)}`,
      `--outfile=../${file}`,
    ],
    // Variables of this shell that configure Bun must not affect the build.
    {
      cwd: join(folder, 'program'),
      env: { PATH: process.env.PATH, HOME: folder, TMPDIR: folder },
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  );
  return file;
};

const place = (folder, file) => {
  mkdirSync(given.into, { recursive: true });
  const whole = join(given.into, file);
  cpSync(join(folder, file), `${whole}.new`);
  renameSync(`${whole}.new`, whole);
  process.stderr.write(`written: ${whole} (${Math.round(statSync(whole).size / 1e6)} MB)\n`);
};

const bun = fetchedBun();
if (bun === undefined)
  fail(
    here() === undefined
      ? 'Bun does not run on this machine'
      : 'Bun could not be fetched: npm ci in packaging/executable says why',
  );
const folder = mkdtempSync(join(tmpdir(), 'trivet-executable-'));
try {
  stage(folder);
  const order = here() === undefined ? [] : orders(folder, compile(bun, folder, here()));
  for (const target of chosen) place(folder, compile(bun, folder, target, order));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
