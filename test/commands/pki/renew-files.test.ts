/** Tests `pki renew`: owners of the new files, and systems on which one link cannot replace the files of a folder. */
import { X509Certificate, createPrivateKey } from 'node:crypto';
import * as fs from 'node:fs';
import {
  chmodSync,
  chownSync,
  lstatSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { changeFiles } from '../../../src/system/versioned-folder.ts';
import { executable } from '../../support/program.ts';
import { useSandbox } from '../../support/sandbox.ts';

const { trivet, requests, clear } = useSandbox();

const base = mkdtempSync(join(tmpdir(), 'trivet-renew-files-'));
afterAll(() => rmSync(base, { recursive: true, force: true }));

const read = (folder: string, name: string): string => readFileSync(join(folder, name), 'utf8');
const fits = (folder: string): boolean =>
  new X509Certificate(read(folder, 'cert.pem')).checkPrivateKey(createPrivateKey(read(folder, 'key.pem')));

const issued = async (name: string): Promise<string> => {
  const folder = join(base, name);
  const { code, stderr } = await trivet(
    `pki issue web --common-name www.example.com --ttl 1h --out ${folder}`,
  );
  if (code !== 0) throw new Error(stderr);
  return folder;
};
const renew = async (folder: string): Promise<string> => {
  const { code, stderr } = await trivet(`pki renew ${folder} --role web --before 1/1`);
  if (code !== 0) throw new Error(stderr);
  return stderr;
};

const isRoot = process.getuid?.() === 0;
test.skipIf(isRoot)('skipped: only root can change owner and group of files', () => {
  expect(isRoot).toBe(false);
});
test.skipIf(!isRoot)('owner, group and mode of every file stay, however often it is renewed', async () => {
  const folder = await issued('owned');
  const wanted = { 'key.pem': [1234, 2345, 0o640], 'cert.pem': [1234, 0, 0o444] } as const;
  for (const [name, [uid, gid, mode]] of Object.entries(wanted)) {
    chownSync(join(folder, name), uid, gid);
    chmodSync(join(folder, name), mode);
  }
  chownSync(folder, 1234, 2345);
  chmodSync(folder, 0o750);
  const serial = (): string => new X509Certificate(read(folder, 'cert.pem')).serialNumber;
  for (let round = 0; round < 2; round += 1) {
    const before = serial();
    await renew(folder);
    expect(serial()).not.toBe(before);
    for (const [name, expected] of Object.entries(wanted)) {
      const { uid, gid, mode } = statSync(join(folder, name));
      expect([name, uid, gid, mode & 0o777]).toEqual([name, ...expected]);
    }
    // Whoever can enter the folder can enter the place of the files, too.
    for (const inner of ['.trivet', '.trivet/current']) {
      const { uid, gid, mode } = statSync(join(folder, inner));
      expect([uid, gid, mode & 0o777]).toEqual([1234, 2345, 0o750]);
    }
  }
});

describe('renewing without symbolic links', () => {
  const { symlink } = fs.promises;
  afterEach(() => {
    fs.promises.symlink = symlink;
    syncBuiltinESMExports();
  });

  test.skipIf(executable !== undefined)('changes the pair and keeps the old one', async () => {
    fs.promises.symlink = () => Promise.reject(Object.assign(new Error('not here'), { code: 'EPERM' }));
    syncBuiltinESMExports();
    const folder = await issued('linkless');
    for (let round = 0; round < 2; round += 1) {
      const old = [read(folder, 'cert.pem'), read(folder, 'key.pem')];
      expect(await renew(folder)).toContain('does not support symbolic links');
      expect(fits(folder)).toBe(true);
      expect(lstatSync(join(folder, 'cert.pem')).isFile()).toBe(true);
      expect(read(folder, 'cert.pem')).not.toBe(old[0]);
      const kept = join(folder, '.trivet', 'previous');
      expect([read(kept, 'cert.pem'), read(kept, 'key.pem')]).toEqual(old);
    }
  });

  test.skipIf(executable !== undefined)('names the file system, where the files are links', async () => {
    const folder = await issued('no-more-links');
    await renew(folder);
    const before = read(folder, 'cert.pem');
    fs.promises.symlink = () => Promise.reject(Object.assign(new Error('not here'), { code: 'EPERM' }));
    syncBuiltinESMExports();
    const { code, stderr } = await trivet(`pki renew ${folder} --role web --before 1/1`);
    expect(code).toBe(3);
    expect(stderr).toContain('are symbolic links, and its file system does not allow new ones');
    expect(stderr).toContain('Nothing was sent.');
    expect(read(folder, 'cert.pem')).toBe(before);
  });

  test('makes no link on Windows, since it could not be replaced', async () => {
    const folder = mkdtempSync(join(base, 'windows-'));
    writeFileSync(join(folder, 'key.pem'), 'old key', { mode: 0o600 });
    writeFileSync(join(folder, 'extra.pem'), 'gone');
    const files = (text: string) =>
      [
        { name: 'key.pem', bytes: Buffer.from(text), secret: true },
        { name: 'cert.pem', bytes: Buffer.from(`of ${text}`) },
      ] as const;
    expect(await changeFiles(folder, files('new key'), ['extra.pem'], 'win32')).toMatchObject({
      linked: false,
    });
    expect(await changeFiles(folder, files('newer key'), [], 'win32')).toMatchObject({ linked: false });
    expect(readdirSync(folder).sort()).toEqual(['.trivet', 'cert.pem', 'key.pem']);
    for (const name of ['cert.pem', 'key.pem']) expect(lstatSync(join(folder, name)).isFile()).toBe(true);
    expect(read(folder, 'key.pem')).toBe('newer key');
    expect(statSync(join(folder, 'key.pem')).mode & 0o777).toBe(0o600);
    expect(read(join(folder, '.trivet', 'previous'), 'key.pem')).toBe('new key');
    expect(await changeFiles(folder, files('newest key'), [], 'linux')).toMatchObject({ linked: true });
    expect(read(folder, 'key.pem')).toBe('newest key');
    expect(read(join(folder, '.trivet', 'previous'), 'key.pem')).toBe('newer key');
  });
});

const sent = (): number => requests().filter(({ path }) => path.includes('/sign/')).length;

describe('a certificate that was issued and cannot be written', () => {
  const { symlink } = fs.promises;
  afterEach(() => {
    fs.promises.symlink = symlink;
    syncBuiltinESMExports();
  });
  const failing = (): void => {
    fs.promises.symlink = () => Promise.reject(Object.assign(new Error('full'), { code: 'ENOSPC' }));
    syncBuiltinESMExports();
  };

  test.skipIf(executable !== undefined)('is kept with its key, and the next run places it', async () => {
    const folder = await issued('full');
    const old = read(folder, 'cert.pem');
    failing();
    clear();
    const failed = await trivet(`pki renew ${folder} --role web --before 1/1`);
    expect(failed.code).toBe(74);
    expect(failed.stderr).toContain('were not changed');
    const [, serial] = /The certificate ([0-9a-f:]+) was issued\. It is kept/.exec(failed.stderr) ?? [];
    expect(serial).toBeDefined();
    expect(read(folder, 'cert.pem')).toBe(old);
    expect(fits(folder)).toBe(true);
    const kept = join(folder, '.trivet', 'pending.json');
    expect(statSync(kept).mode & 0o777).toBe(0o600);
    fs.promises.symlink = symlink;
    syncBuiltinESMExports();
    const next = await trivet(`pki renew ${folder} --role web --before 1/1 --detailed-exitcode`);
    expect(next.code).toBe(11);
    expect(next.stderr).toContain(`placing the certificate ${serial ?? ''}`);
    expect(sent()).toBe(1);
    const found = new X509Certificate(read(folder, 'cert.pem')).serialNumber;
    expect(found).toBe(serial?.replaceAll(':', '').toUpperCase());
    expect(fits(folder)).toBe(true);
    expect(fs.existsSync(kept)).toBe(false);
  });

  test.skipIf(executable !== undefined)('is not placed where the names are others by now', async () => {
    const folder = await issued('changed');
    failing();
    expect((await trivet(`pki renew ${folder} --role web --before 1/1`)).code).toBe(74);
    fs.promises.symlink = symlink;
    syncBuiltinESMExports();
    clear();
    const next = await trivet(
      `pki renew ${folder} --role web --before 1/1 --change-names --common-name api.example.com`,
    );
    expect(next.code).toBe(0);
    expect(next.stderr).toContain('which an earlier run could not write, is not used');
    expect(sent()).toBe(1);
    expect(read(folder, 'cert.pem')).not.toBe('');
    expect(fits(folder)).toBe(true);
  });
});
