import {
  chmodSync,
  chownSync,
  closeSync,
  constants,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { basename, join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkNames, checkOutputFolder, writeFiles } from '../../src/system/output-folder.ts';
import { recover } from '../../src/output/recovery.ts';
import { checkOutputFile, writeSafely } from '../../src/system/safe-file.ts';
import { triesOf } from '../support/part.ts';
import { bundle } from './bundled-script.ts';
import { errorOf, surroundingsOf, temporaryFolder } from './profiles-surroundings.ts';

const bytes = Buffer.from('new content');
const mode = (path: string): number => statSync(path).mode & 0o777;

describe('a file', () => {
  it('is new, complete and private', async () => {
    const folder = temporaryFolder();
    const path = join(folder, 'key.pem');
    await writeSafely(path, bytes, { mode: 0o600 });
    expect([readFileSync(path, 'utf8'), mode(path)]).toEqual(['new content', 0o600]);
    expect(readdirSync(folder)).toEqual(['key.pem']);
  });

  it('keeps a mode that somebody chose for a secret, and no other, whatever the umask', async () => {
    const path = join(temporaryFolder(), 'key.pem');
    for (const [old, wanted] of [
      [0o666, 0o600],
      [0o644, 0o600],
      [0o777, 0o600],
      [0o640, 0o640],
      [0o400, 0o400],
      [0o660, 0o660],
    ] as const) {
      rmSync(path, { force: true });
      writeFileSync(path, 'old', { mode: 0o600 });
      chmodSync(path, old);
      const before = statSync(path).ino;
      await writeSafely(path, bytes, { mode: 0o600 });
      expect([mode(path), readFileSync(path, 'utf8')]).toEqual([wanted, 'new content']);
      expect(statSync(path).ino, 'replaced, not rewritten').not.toBe(before);
    }
  });

  const root = process.getuid?.() === 0;
  it.runIf(root)('keeps owner and group, and is refused where others could have put it there', async () => {
    const folder = temporaryFolder();
    const path = join(folder, 'key.pem');
    writeFileSync(path, 'old', { mode: 0o640 });
    chownSync(path, 0, 33);
    await writeSafely(path, bytes, { mode: 0o600 });
    expect([statSync(path).uid, statSync(path).gid, mode(path)]).toEqual([0, 33, 0o640]);
    chownSync(path, 33, 33);
    await writeSafely(path, bytes, { mode: 0o600 });
    expect([statSync(path).uid, statSync(path).gid]).toEqual([33, 33]);
    chmodSync(folder, 0o1777);
    const error = await errorOf(() => checkOutputFile(path));
    expect([error.exit, error.message]).toEqual([3, `cannot write ${path}: it belongs to another user`]);
    expect(readdirSync(folder)).toEqual(['key.pem']);
  });

  it('without a secret does not become more accessible than before', async () => {
    const folder = temporaryFolder();
    const [fresh, closed] = [join(folder, 'a'), join(folder, 'b')];
    writeFileSync(closed, 'old', { mode: 0o600 });
    await writeSafely(fresh, bytes, { mode: 0o644 });
    await writeSafely(closed, bytes, { mode: 0o644 });
    expect([mode(fresh) & 0o600, mode(fresh) & 0o133, mode(closed)]).toEqual([0o600, 0, 0o600]);
  });

  it('is replaced, not written through another name of it', async () => {
    const folder = temporaryFolder();
    const [victim, link] = [join(folder, 'victim'), join(folder, 'hard')];
    writeFileSync(victim, 'untouched');
    linkSync(victim, link);
    await writeSafely(link, bytes, { mode: 0o600 });
    expect(readFileSync(victim, 'utf8')).toBe('untouched');
  });

  it('is refused if it is a symbolic link, a folder or has no name, both before and at the end', async () => {
    const folder = temporaryFolder();
    const [victim, link, dangling] = [join(folder, 'victim'), join(folder, 'link'), join(folder, 'dangling')];
    writeFileSync(victim, 'untouched');
    symlinkSync(victim, link);
    symlinkSync(join(folder, 'nowhere'), dangling);
    for (const [path, why] of [
      [link, 'it is a symbolic link'],
      [dangling, 'it is a symbolic link'],
      [folder, 'it is a directory'],
      [`${victim}-new/`, 'it is not a file name'],
      ['', 'it is not a file name'],
      ['a\0b', 'it is not a file name'],
      ['/dev/null', 'it is a device'],
      ['/dev/full', 'it is a device'],
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

  it('is exit 74 and leaves nothing if it cannot be written', async () => {
    const folder = temporaryFolder();
    const missing = await errorOf(() => writeSafely(join(folder, 'no/file'), bytes, { mode: 0o600 }));
    expect([missing.exit, missing.code]).toEqual([74, 'output']);
  });

  it('is refused at once if it is a named pipe or a socket, and nobody gets the content', async () => {
    const folder = temporaryFolder();
    const [pipe, socket] = [join(folder, 'pipe'), join(folder, 'socket')];
    execFileSync('mkfifo', [pipe]);
    const server = createServer().listen(socket);
    await once(server, 'listening');
    const reader = openSync(pipe, constants.O_RDONLY | constants.O_NONBLOCK);
    for (const [path, why] of [
      [pipe, 'it is a named pipe'],
      [socket, 'it is a socket'],
    ] as const) {
      for (const write of [() => checkOutputFile(path), () => writeSafely(path, bytes, { mode: 0o600 })]) {
        expect((await errorOf(write)).message).toContain(why);
      }
    }
    expect(readSync(reader, Buffer.alloc(10))).toBe(0);
    closeSync(reader);
    server.close();
  });

  it('is checked first without being changed, and its folder must be writable', async () => {
    const folder = temporaryFolder();
    const path = join(folder, 'file');
    await checkOutputFile(path);
    expect(readdirSync(folder)).toEqual([]);
    expect((await errorOf(() => checkOutputFile('/proc/file'))).exit).toBe(3);
    await expect(
      checkOutputFile('/proc/file', true),
      'of a request that is only shown',
    ).resolves.toBeUndefined();
  });

  it('causes old remains of killed runs to be removed', async () => {
    const folder = temporaryFolder();
    const [old, young] = ['0', '1'].map((digit) => join(folder, `.trivet-${digit.repeat(24)}`));
    for (const path of [old ?? '', young ?? '']) writeFileSync(path, 'half');
    utimesSync(old ?? '', 1, 1);
    await writeSafely(join(folder, 'a'), bytes, { mode: 0o600 });
    expect(readdirSync(folder).toSorted()).toEqual([basename(young ?? ''), 'a']);
  });

  it('named /dev/stdout or /dev/fd/1 is standard output, whether file or pipe', async () => {
    const folder = temporaryFolder();
    const program = await bundle(
      `import { writeSafely } from 'ROOT/src/system/safe-file.ts';
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

  it('is old or new if the writer is killed at any moment', async () => {
    const folder = temporaryFolder();
    const target = join(folder, 'target');
    const program = await bundle(
      `import { writeSafely } from 'ROOT/src/system/safe-file.ts';
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

  it('are written to a private folder, with private keys', async () => {
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
  ])('are refused before anything is written if one is named %j', async (name) => {
    const folder = join(temporaryFolder(), 'out');
    const error = await errorOf(() => writeFiles(folder, [file('good.pem'), file(name)]));
    expect(error.exit).toBe(3);
    expect(existsSync(folder)).toBe(false);
  });

  it('are refused if two would be one on some system', async () => {
    for (const names of [
      ['a.pem', 'a.pem'],
      ['a.pem', 'A.PEM'],
    ]) {
      expect((await errorOf(() => checkNames(names))).message).toContain('would be one file');
    }
    expect(() => checkNames(['a', 'b', 'console', 'com10', 'nul_'])).not.toThrow();
  });

  it('are all written, or none as far as this can be known', async () => {
    const folder = join(temporaryFolder(), 'out');
    mkdirSync(folder);
    symlinkSync('/etc/passwd', join(folder, 'key.pem'));
    expect((await errorOf(() => writeFiles(folder, [file('cert.pem'), file('key.pem', true)]))).exit).toBe(
      74,
    );
    expect((await errorOf(() => checkOutputFolder(folder, ['cert.pem', 'key.pem']))).exit).toBe(3);
    expect(readdirSync(folder)).toEqual(['key.pem']);
  });

  it('are refused for a folder that is not writable', async () => {
    const folder = temporaryFolder();
    for (const path of ['/proc', '/proc/out']) {
      expect((await errorOf(() => checkOutputFolder(path))).exit).toBe(3);
    }
    await checkOutputFolder(folder, ['a']);
    await checkOutputFolder(join(folder, 'new'));
    expect(readdirSync(folder)).toEqual([]);
  });

  it('that a killed run left half replaced are completed by the next, before anything is sent', async () => {
    const folder = temporaryFolder();
    const swap = join(folder, '.trivet-swap');
    writeFileSync(join(folder, 'key.pem'), 'new');
    writeFileSync(join(folder, 'cert.pem'), 'old');
    mkdirSync(swap, { mode: 0o700 });
    writeFileSync(join(swap, 'cert.pem'), 'new');
    await checkOutputFolder(folder, [], true);
    expect(readFileSync(join(folder, 'cert.pem'), 'utf8'), 'a request that is shown').toBe('old');
    await checkOutputFolder(folder);
    expect(readFileSync(join(folder, 'cert.pem'), 'utf8')).toBe('new');
    expect(readdirSync(folder).toSorted()).toEqual(['cert.pem', 'key.pem']);
    mkdirSync(swap, { mode: 0o777 });
    chmodSync(swap, 0o777);
    writeFileSync(join(swap, 'cert.pem'), 'planted');
    expect((await errorOf(() => checkOutputFolder(folder))).message).toContain('does not belong to trivet');
    expect(readFileSync(join(folder, 'cert.pem'), 'utf8')).toBe('new');
  });

  it('belong to one set if writers are killed at any moment, or write at once', async () => {
    const folder = temporaryFolder();
    const out = join(folder, 'out');
    const program = await bundle(
      `import { writeFiles } from 'ROOT/src/system/output-folder.ts';
       const [, , out, from, until] = process.argv;
       for (let index = Number(from); index < Number(until); index += 1) {
         const bytes = Buffer.alloc(20_000, String(index % 10));
         await writeFiles(out, ['a', 'b', 'c', 'd'].map((name) => ({ name, bytes, secret: true })));
         process.stdout.write('.');
       }`,
      folder,
    );
    const start = (from: number, until: number) =>
      spawn(process.execPath, [program, out, String(from), String(until)], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
    const sets = (): ReadonlySet<string> =>
      new Set(['a', 'b', 'c', 'd'].map((name) => readFileSync(join(out, name), 'latin1')));
    for (let round = 0; round < triesOf(12); round += 1) {
      const child = start(round, 1_000_000);
      let dots = 0;
      child.stdout.on('data', (chunk: Buffer) => {
        dots += chunk.length;
        if (dots > round) child.kill('SIGKILL');
      });
      await once(child, 'close');
      await checkOutputFolder(out);
      expect([...sets()].map((text) => text.length)).toEqual([20_000]);
    }
    const codes = await Promise.all(
      [0, 100, 200].map((from) => once(start(from, from + triesOf(40)), 'close')),
    );
    expect(codes.map(([code]: unknown[]) => code)).toEqual([0, 0, 0]);
    expect(sets().size).toBe(1);
    expect(readdirSync(out).filter((name) => name === '.trivet-swap')).toEqual([]);
  });

  it('are not written through a link, or into a path that is a file', async () => {
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

  it('with any name stay in their folder', async () => {
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
      { numRuns: triesOf(300) },
    );
  });
});

describe('recovery', () => {
  it('keeps the bytes in a new private file each time', async () => {
    const surroundings = { ...surroundingsOf({}), now: () => 1_700_000_000_000 };
    const first = await recover(bytes, 'pki issue/../x', surroundings);
    const second = await recover(bytes, 'pki issue/../x', surroundings);
    expect(first).not.toBe(second);
    expect(
      first.startsWith(
        join(surroundings.home ?? '', '.local/state/trivet/recovery/trivet-recovered-pki-issue-x-2023-11-14'),
      ),
    ).toBe(true);
    expect([readFileSync(first, 'utf8'), mode(first)]).toEqual(['new content', 0o600]);
    expect(mode(join(first, '..'))).toBe(0o700);
  });

  it('uses the next folder if one cannot be used', async () => {
    const cwd = temporaryFolder();
    const surroundings = { ...surroundingsOf({ TRIVET_STATE_DIR: '/dev/null/x' }), cwd, now: () => 0 };
    expect(join(await recover(bytes, 'x', surroundings), '..')).toBe(cwd);
    const nowhere = { ...surroundings, cwd: '/dev/null' };
    const path = await recover(bytes, 'x', nowhere);
    expect(mode(path)).toBe(0o600);
    execFileSync('rm', [path]);
  });
});
