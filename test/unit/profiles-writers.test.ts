/** Tests several processes that write profiles at once: nothing is lost. */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { withLock } from '../../src/system/lock-file.ts';
import { readProfiles } from '../../src/config/file/profile-file.ts';
import { triesOf } from '../support/part.ts';
import { bundle } from './bundled-script.ts';
import { surroundingsOf, temporaryFolder } from './profiles-surroundings.ts';

const writers = 6;
const writes = triesOf(25);

const program = `
import { nodeIo } from 'ROOT/src/system/node-io.ts';
import { updateProfiles } from 'ROOT/src/config/file/store.ts';
const io = nodeIo(process);
const [, , me, count] = process.argv;
for (let index = 0; index < Number(count); index += 1) {
  // On a busy machine one may wait longer for its turn than the program does: that is an error, and loses nothing.
  for (let written = false; !written;) {
    await updateProfiles(io, (file) => ({
      ...file,
      profiles: { ...file.profiles, [\`w\${me}.n\${index}\`]: { organization: \`\${me}-\${index}\` } },
    })).then(
      () => { written = true; },
      (error) => { if (!/was not released/.test(error.message)) throw error; },
    );
  }
}
`;

const run = (
  path: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  program = process.execPath,
): Promise<string> =>
  new Promise((resolve, reject) => {
    const [file = '', ...words] = [program, path, ...args].filter((word) => word !== '');
    const child = spawn(file, words, { env, stdio: ['ignore', 'ignore', 'pipe'] });
    let errors = '';
    child.stderr.on('data', (chunk: Buffer) => {
      errors += chunk.toString();
    });
    child.on('error', reject);
    child.on('close', (code, signal) => resolve(code === 0 ? '' : `${code ?? signal}: ${errors}`));
  });

it(`${writers} concurrent writers of ${writes} profiles each lose nothing`, async () => {
  const folder = temporaryFolder();
  const path = await bundle(program, folder);
  const config = join(folder, 'config');
  const env = { PATH: process.env['PATH'] ?? '', HOME: folder, TRIVET_CONFIG_DIR: config };
  const failures = await Promise.all(
    Array.from({ length: writers }, (_, index) => run(path, [String(index), String(writes)], env)),
  );
  expect(failures).toEqual(Array.from({ length: writers }, () => ''));
  const { profiles } = readProfiles(surroundingsOf({ TRIVET_CONFIG_DIR: config }, folder));
  expect(Object.keys(profiles)).toHaveLength(writers * writes);
  for (let writer = 0; writer < writers; writer += 1) {
    for (let index = 0; index < writes; index += 1) {
      expect(profiles[`w${writer}.n${index}`]?.organization).toBe(`${writer}-${index}`);
    }
  }
  expect(readdirSync(config)).toEqual(['profiles.json']);
});

it('a writer that was killed while it held the lock blocks nobody', async () => {
  const folder = temporaryFolder();
  const path = await bundle(
    `import { withLock } from 'ROOT/src/system/lock-file.ts';
     await withLock(process.argv[2], () => process.kill(process.pid, 'SIGKILL'));`,
    folder,
  );
  const lock = join(folder, 'lock');
  expect(await run(path, [lock], process.env)).toBe('SIGKILL: ');
  expect(existsSync(lock)).toBe(true);
  expect(await withLock(lock, () => 'done', { wait: 10_000 })).toBe('done');
  expect(existsSync(lock)).toBe(false);
});

/** Process IDs of one namespace mean nothing in another. */
const apart = ['-p', '-f', '--mount-proc'];
const canUnshare = spawnSync('unshare', [...apart, 'true']).status === 0;

it.runIf(canUnshare)('concurrent writers in different containers lose nothing', async () => {
  const folder = temporaryFolder();
  const path = await bundle(program, folder);
  const config = join(folder, 'config');
  const env = { PATH: process.env['PATH'] ?? '', HOME: folder, TRIVET_CONFIG_DIR: config };
  const failures = await Promise.all(
    Array.from({ length: writers }, (_, index) =>
      run('unshare', [...apart, process.execPath, path, String(index), String(writes)], env, ''),
    ),
  );
  expect(failures).toEqual(Array.from({ length: writers }, () => ''));
  const { profiles } = readProfiles(surroundingsOf({ TRIVET_CONFIG_DIR: config }, folder));
  expect(Object.keys(profiles)).toHaveLength(writers * writes);
  expect(readdirSync(config)).toEqual(['profiles.json']);
});
