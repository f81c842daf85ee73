/** Several processes that write profiles at once lose nothing. */
import { spawn } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readProfiles } from '../../src/profiles/profile-file.ts';
import { bundle } from './bundled-script.ts';
import { surroundingsOf, temporaryFolder } from './profiles-surroundings.ts';

const writers = 8;
const writes = 100;

const program = `
import { nodeWorld } from 'ROOT/src/runtime/node-world.ts';
import { updateProfiles } from 'ROOT/src/profiles/store.ts';
const world = nodeWorld(process);
const [, , me, count] = process.argv;
for (let index = 0; index < Number(count); index += 1) {
  await updateProfiles(world, (file) => ({
    ...file,
    profiles: { ...file.profiles, [\`w\${me}.n\${index}\`]: { organization: \`\${me}-\${index}\` } },
  }));
}
`;

const run = (path: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<string> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [path, ...args], { env, stdio: ['ignore', 'ignore', 'pipe'] });
    let errors = '';
    child.stderr.on('data', (chunk: Buffer) => {
      errors += chunk.toString();
    });
    child.on('error', reject);
    child.on('close', (code, signal) => resolve(code === 0 ? '' : `${code ?? signal}: ${errors}`));
  });

it(`${writers} writers of ${writes} profiles each`, { timeout: 180_000 }, async () => {
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

it('a writer that was killed while it held the lock stops nobody', { timeout: 60_000 }, async () => {
  const folder = temporaryFolder();
  const path = await bundle(program, folder);
  const config = join(folder, 'config');
  const env = { PATH: process.env['PATH'] ?? '', HOME: folder, TRIVET_CONFIG_DIR: config };
  expect(await run(path, ['0', '1'], env)).toBe('');
  const child = spawn(process.execPath, ['-e', ''], { stdio: 'ignore' });
  await new Promise((resolve) => child.on('exit', resolve));
  writeFileSync(join(config, 'profiles.lock'), `${child.pid} abc\n`);
  expect(await run(path, ['1', '1'], env)).toBe('');
  const { profiles } = readProfiles(surroundingsOf({ TRIVET_CONFIG_DIR: config }, folder));
  expect(Object.keys(profiles)).toEqual(['w0.n0', 'w1.n0']);
});
