import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkNames, checkOutputFolder, writeFiles } from '../../src/runtime/output-folder.ts';
import { recover } from '../../src/runtime/recovery.ts';
import { checkOutputFile, writeSafely } from '../../src/runtime/safe-file.ts';
import { bundle } from './bundled-script.ts';
import { errorOf, surroundingsOf, temporaryFolder } from './profiles-surroundings.ts';

const bytes = Buffer.from('new content');
const mode = (path: string): number => statSync(path).mode & 0o777;

describe('a file', () => {
  it('is new, whole and closed', async () => {
    const folder = temporaryFolder();
    const path = join(folder, 'key.pem');
    await writeSafely(path, bytes, { mode: 0o600 });
    expect([readFileSync(path, 'utf8'), mode(path)]).toEqual(['new content', 0o600]);
    expect(readdirSync(folder)).toEqual(['key.pem']);
  });

  it('is closed whatever lay there and whatever the umask', async () => {
    const path = join(temporaryFolder(), 'key.pem');
    for (const old of [0o666, 0o644, 0o400, 0o777]) {
      writeFileSync(path, 'old', { mode: 0o600 });
      chmodSync(path, old);
      const before = statSync(path).ino;
      await writeSafely(path, bytes, { mode: 0o600 });
      expect([mode(path), readFileSync(path, 'utf8')]).toEqual([0o600, 'new content']);
      expect(statSync(path).ino, 'replaced, not rewritten').not.toBe(before);
    }
  });

  it('that is no secret is not opened wider than before', async () => {
    const folder = temporaryFolder();
    const [fresh, closed] = [join(folder, 'a'), join(folder, 'b')];
    writeFileSync(closed, 'old', { mode: 0o600 });
    await writeSafely(fresh, bytes, { mode: 0o644 });
    await writeSafely(closed, bytes, { mode: 0o644 });
    expect([mode(fresh) & 0o600, mode(fresh) & 0o133, mode(closed)]).toEqual([0o600, 0, 0o600]);
  });

  it('is never written through another name for it', async () => {
    const folder = temporaryFolder();
    const [victim, link] = [join(folder, 'victim'), join(folder, 'hard')];
    writeFileSync(victim, 'untouched');
    linkSync(victim, link);
    await writeSafely(link, bytes, { mode: 0o600 });
    expect(readFileSync(victim, 'utf8')).toBe('untouched');
  });

  it('that is a symbolic link, a folder or no name is refused, before and at the end', async () => {
    const folder = temporaryFolder();
    const [victim, link, dangling] = [join(folder, 'victim'), join(folder, 'link'), join(folder, 'dangling')];
    writeFileSync(victim, 'untouched');
    symlinkSync(victim, link);
    symlinkSync(join(folder, 'nowhere'), dangling);
    for (const [path, why] of [
      [link, 'it is a symbolic link'],
      [dangling, 'it is a symbolic link'],
      [folder, 'it is a directory'],
      [`${victim}-new/`, 'it is no file name'],
      ['', 'it is no file name'],
      ['a\0b', 'it is no file name'],
    ] as const) {
      const error = await errorOf(() => writeSafely(path, bytes, { mode: 0o600 }));
      expect([error.exit, error.message.includes(why)], path).toEqual([74, true]);
      expect((await errorOf(() => checkOutputFile(path))).exit).toBe(3);
    }
    expect((await errorOf(() => checkOutputFile(join(folder, 'no/file')))).exit).toBe(3);
    await expect(checkOutputFile(victim)).resolves.toBeUndefined();
    expect(readFileSync(victim, 'utf8')).toBe('untouched');
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
    expect(readdirSync(folder).toSorted()).toEqual(['dangling', 'link', 'victim']);
  });

  it('that cannot be written is exit 74 and leaves nothing', async () => {
    const folder = temporaryFolder();
    const missing = await errorOf(() => writeSafely(join(folder, 'no/file'), bytes, { mode: 0o600 }));
    expect([missing.exit, missing.code]).toEqual([74, 'output']);
    const full = await errorOf(() => writeSafely('/dev/full', bytes, { mode: 0o600 }));
    expect([full.exit, full.message]).toEqual([74, 'cannot write /dev/full: no space left on the device']);
    expect(statSync('/dev/full').isCharacterDevice()).toBe(true);
    await writeSafely('/dev/null', bytes, { mode: 0o600 });
    expect(statSync('/dev/null').isCharacterDevice()).toBe(true);
  });

  it('named /dev/stdout or /dev/fd/1 is what standard output is, file or pipe', async () => {
    const folder = temporaryFolder();
    const program = await bundle(
      `import { writeSafely } from 'ROOT/src/runtime/safe-file.ts';
       for (const path of process.argv.slice(2)) await writeSafely(path, Buffer.alloc(300_000, 'x'), { mode: 0o600 });`,
      folder,
    );
    const script = `printf head; "$0" "$@"; printf tail`;
    const args = ['-c', script, process.execPath, program, '/dev/stdout', '/dev/fd/1'];
    const piped = spawnSync('sh', args, { maxBuffer: 10_000_000 }).stdout.toString();
    expect(piped).toBe(`head${'x'.repeat(600_000)}tail`);
    execFileSync('sh', [
      '-c',
      `exec >"$0"; ${script.replace('"$0"', '"$1"').replace('"$@"', '"$2" "$3"')}`,
      join(folder, 'out'),
      ...args.slice(2, 5),
    ]);
    expect(readFileSync(join(folder, 'out'), 'utf8')).toBe(`head${'x'.repeat(300_000)}tail`);
  });

  it('is old or new when the writer is killed at any moment', { timeout: 60_000 }, async () => {
    const folder = temporaryFolder();
    const target = join(folder, 'target');
    const program = await bundle(
      `import { writeSafely } from 'ROOT/src/runtime/safe-file.ts';
       for (let index = 0; ; index += 1) {
         await writeSafely(process.argv[2], Buffer.alloc(1_000_000, String(index % 10)), { mode: 0o600 });
         if (index === Number(process.argv[3])) process.kill(process.pid, 'SIGKILL');
         if (index > Number(process.argv[3]) - 1) setImmediate(() => process.kill(process.pid, 'SIGKILL'));
       }`,
      folder,
    );
    for (const after of [1, 2, 3]) {
      const { signal } = spawnSync(process.execPath, [program, target, String(after)]);
      expect(signal).toBe('SIGKILL');
      expect(readFileSync(target, 'latin1')).toMatch(/^(\d)\1{999999}$/);
      expect(mode(target)).toBe(0o600);
    }
  });
});

describe('several files', () => {
  const file = (name: string, secret = false) => ({ name, bytes, secret });

  it('go into a closed folder, keys closed', async () => {
    const folder = join(temporaryFolder(), 'out');
    const written = await writeFiles(folder, [file('cert.pem'), file('key.pem', true)]);
    expect(written).toEqual([join(folder, 'cert.pem'), join(folder, 'key.pem')]);
    expect([mode(folder), mode(join(folder, 'key.pem'))]).toEqual([0o700, 0o600]);
    expect(mode(join(folder, 'cert.pem')) & 0o400).toBe(0o400);
    await writeFiles(folder, [file('cert.pem')]);
    expect(readdirSync(folder)).toHaveLength(2);
  });

  it.each([
    '../x',
    '/etc/x',
    '.bashrc',
    '-rf',
    'CON',
    'con.txt',
    'Nul',
    'COM1.pem',
    'a:b',
    'a/b',
    'a\\b',
    '',
    '.',
    '..',
    'a\0',
    'a\n',
    'a ',
    'é',
    'x.',
    'x'.repeat(300),
  ])('named %j are refused before anything is written', async (name) => {
    const folder = join(temporaryFolder(), 'out');
    const error = await errorOf(() => writeFiles(folder, [file('good.pem'), file(name)]));
    expect(error.exit).toBe(3);
    expect(existsSync(folder)).toBe(false);
  });

  it('that would be one on some system are refused', async () => {
    for (const names of [
      ['a.pem', 'a.pem'],
      ['a.pem', 'A.PEM'],
    ]) {
      expect((await errorOf(() => checkNames(names))).message).toContain('would be one file');
    }
    expect(() => checkNames(['a', 'b', 'console', 'com10', 'nul_'])).not.toThrow();
  });

  it('are all written or none, as far as it can be known', async () => {
    const folder = join(temporaryFolder(), 'out');
    mkdirSync(folder);
    symlinkSync('/etc/passwd', join(folder, 'key.pem'));
    expect((await errorOf(() => writeFiles(folder, [file('cert.pem'), file('key.pem', true)]))).exit).toBe(3);
    expect(readdirSync(folder)).toEqual(['key.pem']);
  });

  it('do not go through a link, or where a file is', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'file'), '');
    symlinkSync(temporaryFolder(), join(folder, 'link'));
    for (const name of ['file', 'link']) {
      expect((await errorOf(() => checkOutputFolder(join(folder, name)))).exit).toBe(3);
      expect((await errorOf(() => writeFiles(join(folder, name), [file('a')]))).exit).toBe(74);
    }
    expect((await errorOf(() => checkOutputFolder(join(folder, 'no/out')))).exit).toBe(3);
    writeFileSync(join(folder, 'plain'), '');
    expect((await errorOf(() => checkOutputFolder(join(folder, 'plain', 'out')))).exit).toBe(3);
    for (const nothing of ['', ' ']) {
      expect((await errorOf(() => checkOutputFolder(nothing))).exit).toBe(3);
    }
    await expect(checkOutputFolder(join(folder, 'new'))).resolves.toBeUndefined();
  });

  it('of any name stay in their folder', async () => {
    const root = temporaryFolder();
    const name = fc.oneof(
      fc.string({ maxLength: 8 }),
      fc.string({ unit: fc.constantFrom('.', '/', 'a', '-', 'C', 'O', 'N', '\\', '\0', ' '), maxLength: 6 }),
    );
    await fc.assert(
      fc.asyncProperty(name, async (each) => {
        const folder = join(root, 'out');
        try {
          await writeFiles(folder, [file(each)]);
        } catch {
          return;
        }
        expect(readdirSync(root)).toEqual(['out']);
        expect(lstatSync(join(folder, each)).isFile()).toBe(true);
        expect(each).toMatch(/^\w[\w.-]*$/);
      }),
      { numRuns: 300 },
    );
  });
});

describe('recovery', () => {
  it('keeps the bytes where only their owner reads them, each time in a new file', async () => {
    const surroundings = { ...surroundingsOf({}), now: () => 1_700_000_000_000 };
    const first = await recover(bytes, 'pki issue/../x', surroundings);
    const second = await recover(bytes, 'pki issue/../x', surroundings);
    expect(first).not.toBe(second);
    expect(
      first.startsWith(
        join(surroundings.home ?? '', '.config/trivet/recovery/trivet-recovered-pki-issue-x-2023-11-14'),
      ),
    ).toBe(true);
    expect([readFileSync(first, 'utf8'), mode(first)]).toEqual(['new content', 0o600]);
    expect(mode(join(first, '..'))).toBe(0o700);
  });

  it('takes the next folder when one cannot be used', async () => {
    const cwd = temporaryFolder();
    const surroundings = { ...surroundingsOf({ TRIVET_CONFIG_DIR: '/dev/null/x' }), cwd, now: () => 0 };
    expect(join(await recover(bytes, 'x', surroundings), '..')).toBe(cwd);
    const nowhere = { ...surroundings, cwd: '/dev/null' };
    const path = await recover(bytes, 'x', nowhere);
    expect(mode(path)).toBe(0o600);
    execFileSync('rm', [path]);
  });
});
