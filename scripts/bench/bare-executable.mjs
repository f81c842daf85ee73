// Compares the executable with programs that do the least, compiled by the same Bun in the same way.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fetchedBun, readNothing } from '../runtimes.mjs';
import { compare, measure } from './measure.mjs';
import { list, named, serving } from './start-up.mjs';

/** Compiles one of the programs of this folder, and returns its path. */
const compiled = (root, folder, name) => {
  const file = join(folder, name);
  const from = join(root, 'scripts', 'bench', `${name}.cjs`);
  const words = [
    'build',
    from,
    '--compile',
    '--bytecode',
    '--format=cjs',
    ...readNothing,
    `--outfile=${file}`,
  ];
  execFileSync(fetchedBun(), words, {
    env: { PATH: process.env.PATH, HOME: folder, TMPDIR: folder },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return file;
};

/** @returns rows of one comparison, without its baseline */
const beside = async (rounds, baseline, rows) =>
  named(rows, await compare([{ name: 'bare', run: baseline }, ...rows], rounds));

export const besideBareExecutable = async ({ root, server, rounds, executable }) => {
  if (executable === undefined) return [{ name: 'one read', skipped: 'no executable was built' }];
  const folder = mkdtempSync(join(tmpdir(), 'trivet-bench-'));
  try {
    const ca = join(folder, 'ca.pem');
    writeFileSync(ca, server.ca);
    const [plain, secure] = ['http', 'https'].map((kind) => serving(server, kind, folder));
    const [read, print] = ['bare', 'bare-print'].map((name) => compiled(root, folder, name));
    const page = '/few/api/v2/organizations/demo/workspaces';
    const row = (name, bar, argv, env) => ({ name, bar, run: () => measure([executable, ...argv], env) });
    const lines = await beside(rounds, () => measure([print], plain), [
      row('`--version`', 1.3, ['--version'], plain),
      row('`workspace list --help`', 1.3, ['workspace', 'list', '--help'], plain),
    ]);
    const http = await beside(rounds, () => measure([read, server.http + page], plain), [
      row('list of 20, http', 1.8, list, plain),
    ]);
    const https = await beside(rounds, () => measure([read, server.https + page, ca], secure), [
      row('list of 20, https', 1.8, list, secure),
    ]);
    const size = statSync(executable).size / statSync(read).size;
    const megabytes = (statSync(executable).size / 1e6).toFixed(0);
    return [
      ...lines,
      ...http,
      ...https,
      { name: 'size', value: size, bar: 1.2, unit: 'x', detail: `${megabytes} MB` },
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
