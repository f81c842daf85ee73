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
import { make } from './authority-maker.ts';

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

test.skipIf(process.platform === 'win32')(
  'another command refuses to write into a renewed folder, and names the one that does',
  async () => {
    const folder = await issued('managed');
    await renew(folder);
    const { code, stderr } = await trivet(
      `pki issue web --common-name www.example.com --ttl 1h --out ${folder}`,
    );
    expect(code).toBe(3);
    expect(stderr).toMatch(
      /its folder is managed by trivet pki renew\n\s*Renew it with trivet pki renew, or name/,
    );
  },
);

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
    expect(await changeFiles(folder, files('new key'), ['extra.pem'], 'win32')).toBe(false);
    expect(await changeFiles(folder, files('newer key'), [], 'win32')).toBe(false);
    expect(readdirSync(folder).sort()).toEqual(['.trivet', 'cert.pem', 'key.pem']);
    for (const name of ['cert.pem', 'key.pem']) expect(lstatSync(join(folder, name)).isFile()).toBe(true);
    expect(read(folder, 'key.pem')).toBe('newer key');
    expect(statSync(join(folder, 'key.pem')).mode & 0o777).toBe(0o600);
    expect(read(join(folder, '.trivet', 'previous'), 'key.pem')).toBe('new key');
    expect(await changeFiles(folder, files('newest key'), [], 'linux')).toBe(true);
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

test('asks for the length of the certificate that it replaces', async () => {
  const folder = await issued('length');
  clear();
  await renew(folder);
  const bodies = requests().flatMap(({ path, body }) => (path.includes('/sign/') ? [body] : []));
  expect(bodies).toEqual([expect.objectContaining({ ttl: '3600s' })]);
  clear();
  const shorter = await trivet(`pki renew ${folder} --role web --before 1/1 --ttl 30m`);
  expect(shorter.code).toBe(0);
  expect(shorter.stderr).toContain('the previous one for');
  expect(requests().map(({ body }) => body)).toContainEqual(expect.objectContaining({ ttl: '30m' }));
});

describe('a certificate that clients refuse', () => {
  const weak = async (name: string, until: number): Promise<string> => {
    const folder = join(base, name);
    fs.mkdirSync(folder);
    const made = await make({ name: 'www.example.com', names: ['www.example.com'], until, strange: true });
    writeFileSync(join(folder, 'cert.pem'), made.pem);
    writeFileSync(join(folder, 'key.pem'), made.key, { mode: 0o600 });
    return folder;
  };

  test('is due, whatever is left of its validity', async () => {
    const folder = await weak('weak', 90);
    const { code, stderr } = await trivet(`pki renew ${folder} --role web --ttl 1h --detailed-exitcode`);
    expect(stderr).toContain('clients refuse it: clients do not know a critical extension');
    expect(code).toBe(11);
    expect(fits(folder)).toBe(true);
    clear();
    expect((await trivet(`pki renew ${folder} --role web --ttl 1h`)).code).toBe(0);
    expect(sent()).toBe(0);
  });

  test('is not placed where the current one is for servers and the new one is not', async () => {
    const folder = join(base, 'purpose');
    const web = `pki renew ${folder} --ttl 1h`;
    await trivet(`${web} --role web --common-name www.example.com`);
    const old = read(folder, 'cert.pem');
    const role = '--allowed-domains example.com --allow-subdomains --key-type any';
    await trivet(`pki role write clients ${role} --no-server-flag`);
    await trivet(`pki role write servers ${role} --no-client-flag`);
    const refused = await trivet(`${web} --role clients --before 1/1`);
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('it is not for TLS servers')]);
    expect(read(folder, 'cert.pem')).toBe(old);
    const less = await trivet(`${web} --role servers --before 1/1`);
    expect([less.code, less.stderr]).toEqual([0, expect.stringContaining('was also for tls-client')]);
    expect(read(folder, 'cert.pem')).not.toBe(old);
  });

  test('is not requested again and again where the new ones are refused too', async () => {
    const folder = await weak('again', 90);
    const old = read(folder, 'cert.pem');
    // The role makes certificates that are for another purpose than their names say.
    await trivet(
      'pki role write email --allowed-domains example.com --allow-subdomains --allow-bare-domains --key-type any --no-server-flag --no-client-flag --email-protection-flag --key-usage CertSign',
    );
    const line = `pki renew ${folder} --role email --ttl 1h`;
    const first = await trivet(line);
    expect(first.code).toBe(1);
    expect(first.stderr).toContain('clients refuse the new certificate');
    expect(read(folder, 'cert.pem')).toBe(old);
    clear();
    const second = await trivet(line);
    expect(second.code).toBe(12);
    expect(second.stderr).toContain('gave such a certificate before');
    expect(requests()).toEqual([]);
    expect((await trivet(`pki renew ${folder} --role web --ttl 1h --detailed-exitcode`)).code).toBe(11);
  });
});

describe('a certificate that its mount does not stand by', () => {
  const serialOf = (folder: string): string => new X509Certificate(read(folder, 'cert.pem')).serialNumber;
  const colons = (serial: string): string => serial.toLowerCase().replaceAll(/(..)(?=.)/g, '$1:');

  test('is due when it was revoked', async () => {
    const folder = await issued('revoked');
    const serial = serialOf(folder);
    await trivet(`pki revoke ${colons(serial)} --yes`);
    const { code, stderr } = await trivet(`pki renew ${folder} --role web --detailed-exitcode`);
    expect([code, stderr]).toEqual([11, expect.stringContaining('it was revoked')]);
    expect(serialOf(folder)).not.toBe(serial);
    expect((await trivet(`pki renew ${folder} --role web --detailed-exitcode`)).code).toBe(0);
  });

  test('is due when its issuer is not one of the mount any more', async () => {
    const folder = await issued('retired');
    const serial = serialOf(folder);
    const line = `pki renew ${folder} --role web --ttl 1h --mount pki_old --detailed-exitcode`;
    await trivet(
      'pki role write web --mount pki_old --allowed-domains example.com --allow-subdomains --key-type any',
    );
    const { code, stderr } = await trivet(line);
    expect([code, stderr]).toEqual([11, expect.stringContaining('is no longer an issuer of the mount')]);
    expect(serialOf(folder)).not.toBe(serial);
    expect((await trivet(line)).code).toBe(0);
  });

  test('is due when the mount has no CA any more, which is then said', async () => {
    const folder = await issued('lost');
    await trivet(`api secrets POST /sys/mounts/pki_lost --yes --data '{"type":"pki"}'`);
    const { code, stderr } = await trivet(`pki renew ${folder} --role web --mount pki_lost`);
    expect(code).not.toBe(0);
    expect(stderr).toContain('is no longer an issuer of the mount');
  });

  test.each([
    ['does not exist', '--mount pki-typo'],
    ['is of another engine', '--mount ldap'],
    ['is in a namespace that does not exist', '--namespace team-typo'],
  ])('is due when the mount %s, which is then said', async (_, flags) => {
    const folder = await issued(flags.replaceAll(/\W+/g, '-'));
    const serial = serialOf(folder);
    const { code, stderr } = await trivet(`pki renew ${folder} --role web ${flags}`);
    expect([code, stderr]).toEqual([expect.any(Number), expect.not.stringContaining('is not due')]);
    expect(code).not.toBe(0);
    expect(serialOf(folder)).toBe(serial);
  });

  test('stays while the mount cannot be asked', async () => {
    const folder = await issued('down');
    const { code, stderr } = await trivet(
      `pki renew ${folder} --role web --detailed-exitcode --base-url http://127.0.0.1:9/v1`,
    );
    expect([code, stderr]).toEqual([
      0,
      expect.stringContaining('whether the certificate was revoked is unknown'),
    ]);
    expect(stderr).toContain('is not due before');
  });

  test('is not asked about where it is due anyway', async () => {
    const folder = await issued('due');
    clear();
    await trivet(`pki renew ${folder} --role web --before 1/1`);
    expect(requests().map(({ method }) => method)).toEqual(['POST']);
  });
});

test('a renewal warns of a key that others can use', async () => {
  const folder = await issued('open');
  chmodSync(join(folder, 'key.pem'), 0o644);
  const { code, stderr } = await trivet(`pki renew ${folder} --role web`);
  expect([code, stderr]).toEqual([0, expect.stringContaining('everybody can use key.pem (mode 0644)')]);
});

test('the receipt of a renewal has the request and the files', async () => {
  const folder = await issued('receipt');
  const env = { TRIVET_STATE_DIR: join(base, 'state') };
  const renewed = await trivet(`pki renew ${folder} --role web --before 1/1`, { env });
  expect(renewed.code, renewed.stderr).toBe(0);
  const { stdout } = await trivet('changes -o json', { env });
  const [{ id }] = JSON.parse(stdout) as [{ readonly id: string }];
  const shown = await trivet(`changes show ${id} -o json`, { env });
  expect(JSON.parse(shown.stdout)).toMatchObject({
    state: 'done',
    changes: [
      { operation: 'pki.sign', result: 'done' },
      {
        operation: 'pki.place',
        name: folder,
        result: 'done',
        undo: `files that it replaced are in ${folder}/.trivet/previous`,
      },
    ],
  });
  const undo = await trivet(`undo ${id} --yes -o json`, { env });
  expect(undo.code).toBe(2);
  expect(JSON.parse(undo.stdout)).toContainEqual(
    expect.objectContaining({ operation: 'pki.place', result: 'impossible' }),
  );
});
