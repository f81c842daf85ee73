/** Tests `pki renew`: when, for which names, what is refused, the hook, and that a pair is whole at every moment. */
import { X509Certificate, createPrivateKey } from 'node:crypto';
import * as fs from 'node:fs';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { whole } from '../../support/part.ts';
import type { CliResult } from '../../support/run-cli.ts';
import { useSandbox } from '../../support/sandbox.ts';

const { trivet, requests, clear } = useSandbox();

const base = mkdtempSync(join(tmpdir(), 'trivet-renew-'));
afterAll(() => rmSync(base, { recursive: true, force: true }));
let count = 0;
const fresh = (): string => {
  count += 1;
  return join(base, `folder-${count}`);
};

const names = { pem: ['cert.pem', 'key.pem'], nginx: ['fullchain.pem', 'privkey.pem'] } as const;
type Layout = keyof typeof names;

const read = (folder: string, name: string): string => readFileSync(join(folder, name), 'utf8');
const certificateOf = (folder: string, layout: Layout = 'pem'): X509Certificate =>
  new X509Certificate(read(folder, names[layout][0]));
const fits = (folder: string, layout: Layout = 'pem'): boolean =>
  certificateOf(folder, layout).checkPrivateKey(createPrivateKey(read(folder, names[layout][1])));

const hour = 3_600_000;
/** Fifty minutes into the hour of the certificate's life. */
const later = (): number => Date.now() + 0.9 * hour;

/** The requests that change something on the server. */
const changes = () => requests().filter(({ method }) => method !== 'GET' && method !== 'LIST');

const issued = async (more = ''): Promise<string> => {
  const folder = fresh();
  const { code, stderr } = await trivet(
    `pki issue web --common-name www.example.com --alt-names api.example.com --ttl 1h --out ${folder} ${more}`,
  );
  if (code !== 0) throw new Error(stderr);
  return folder;
};
const renew = (folder: string, more = '', now: () => number = later): Promise<CliResult> =>
  trivet(`pki renew ${folder} --role web ${more}`, { now });

describe('renewing', () => {
  test('changes and runs nothing before it is due', async () => {
    const folder = await issued();
    const before = readdirSync(folder);
    clear();
    const { code, stdout, stderr } = await renew(
      folder,
      `--exec 'touch ${folder}/ran' --jitter 1h --detailed-exitcode`,
      Date.now,
    );
    expect({ code, stdout, sent: changes() }).toEqual({ code: 0, stdout: '', sent: [] });
    expect(stderr).toContain('is not due before');
    expect(readdirSync(folder)).toEqual(before);
  });

  test('is due when a third of the life is left; names and the kind of key stay, with a new key', async () => {
    const folder = await issued();
    const [old, key] = [certificateOf(folder), read(folder, 'key.pem')];
    const { code, stderr } = await renew(folder, '--detailed-exitcode');
    expect(code, stderr).toBe(11);
    const now = certificateOf(folder);
    expect(now.serialNumber).not.toBe(old.serialNumber);
    expect([now.subject, now.subjectAltName]).toEqual([old.subject, old.subjectAltName]);
    expect(now.publicKey.asymmetricKeyDetails).toEqual(old.publicKey.asymmetricKeyDetails);
    expect(read(folder, 'key.pem')).not.toBe(key);
    expect(fits(folder)).toBe(true);
    expect(read(folder, 'bundle.pem')).toContain(read(folder, 'key.pem'));
    // The old pair is kept once.
    expect(read(folder, '.trivet/previous/key.pem')).toBe(key);
    expect((await trivet(`pki verify ${folder}`)).code).toBe(0);
    expect((await renew(folder, '', Date.now)).stderr).toContain('is not due');
  });

  test.each([
    ['1h', 0],
    ['1/1', 0],
    ['90m', 0],
    ['10s', undefined],
    ['1/100', undefined],
  ])('is due with --before %s, or not', async (before, renewed) => {
    const folder = await issued();
    const serial = certificateOf(folder).serialNumber;
    expect((await renew(folder, `--before ${before}`, Date.now)).code).toBe(0);
    expect(certificateOf(folder).serialNumber === serial).toBe(renewed === undefined);
  });

  test('says with --dry-run why it is due, as the run itself does', async () => {
    const folder = await issued();
    writeFileSync(join(folder, 'key.pem'), read(await issued(), 'key.pem'));
    const why = 'its key is missing or does not match';
    const dry = await renew(folder, '--dry-run', Date.now);
    expect([dry.code, dry.stderr]).toEqual([
      0,
      expect.stringContaining(`a run would renew ${folder}: ${why}`),
    ]);
    expect((await renew(folder, '', Date.now)).stderr).toContain(`renewing ${folder}: ${why}`);
    const first = await renew(fresh(), '--common-name www.example.com --dry-run');
    expect(first.stderr).toContain('a run would request the first certificate');
  });

  test.each(['30', '0.5', '1/0', '3/2', '33%', ''])('refuses --before %s', async (before) => {
    const { code, stderr } = await renew(await issued(), `--before '${before}'`);
    expect(code).toBe(2);
    expect(stderr).toContain('--before must be');
  });

  test('is due if the key is missing or does not match', async () => {
    const [one, other] = [await issued(), await issued()];
    rmSync(join(one, 'key.pem'));
    rmSync(join(one, 'bundle.pem'));
    expect((await renew(one, '', Date.now)).code).toBe(0);
    expect(fits(one)).toBe(true);
    writeFileSync(join(other, 'key.pem'), read(one, 'key.pem'));
    expect((await renew(other, '', Date.now)).code).toBe(0);
    expect(fits(other)).toBe(true);
  });

  test('reports a new certificate that is due again at once, after one request', async () => {
    const folder = await issued();
    clear();
    const { code, stderr } = await renew(folder, '--ttl 1h --before 2h', Date.now);
    expect(code).toBe(0);
    expect(stderr).toContain('is due again at once');
    expect(requests()).toHaveLength(1);
  });
});

describe('the first renewal', () => {
  test.each(['pem', 'nginx'] as const)(
    'with layout %s writes a certificate for the names of the flags into an empty folder',
    async (layout) => {
      const folder = fresh();
      const line = `--common-name www.example.com --alt-names a.example.com --layout ${layout}`;
      expect((await renew(folder, line, Date.now)).code).toBe(0);
      expect(certificateOf(folder, layout).subjectAltName).toBe('DNS:www.example.com, DNS:a.example.com');
      expect(fits(folder, layout)).toBe(true);
      expect(statSync(join(folder, names[layout][1])).mode & 0o777).toBe(0o600);
      clear();
      expect((await renew(folder, line, Date.now)).code).toBe(0);
      expect(changes()).toEqual([]);
      expect((await renew(folder, `${line} --before 1/1`, Date.now)).code).toBe(0);
      expect(fits(folder, layout)).toBe(true);
    },
  );

  test('exits 2 without names, and 3 if the names are not those of the certificate', async () => {
    expect((await renew(fresh())).code).toBe(2);
    const folder = await issued();
    const refused = await renew(folder, '--common-name www.example.com --alt-names new.example.com');
    expect(refused.code).toBe(3);
    expect(refused.stderr).toContain('--change-names');
    const changed = await renew(
      folder,
      '--common-name www.example.com --alt-names new.example.com --change-names',
      Date.now,
    );
    expect(changed.code, changed.stderr).toBe(0);
    expect(certificateOf(folder).subjectAltName).toContain('new.example.com');
    const fewer = '--common-name www.example.com --change-names';
    const dropped = await renew(folder, fewer, Date.now);
    expect([dropped.code, dropped.stderr]).toEqual([
      0,
      expect.stringContaining('the flags leave out dns new.example.com'),
    ]);
    expect(certificateOf(folder).subjectAltName).toBe('DNS:www.example.com');
    const again = await renew(folder, fewer, Date.now);
    expect(again.stderr).toContain('is not due before');
  });
});

describe('the files of a renewal', () => {
  test('keep their mode, other files stay, and --reuse-key keeps the key', async () => {
    const folder = await issued();
    writeFileSync(join(folder, 'dhparam.pem'), 'x');
    chmodSync(join(folder, 'cert.pem'), 0o640);
    chmodSync(join(folder, 'key.pem'), 0o440);
    chmodSync(folder, 0o750);
    const key = read(folder, 'key.pem');
    expect((await renew(folder, '--reuse-key')).code).toBe(0);
    expect(read(folder, 'key.pem')).toBe(key);
    expect(fits(folder)).toBe(true);
    const modes = ['cert.pem', 'key.pem', 'dhparam.pem', '.trivet', '.trivet/current/'].map(
      (name) => statSync(join(folder, name)).mode & 0o777,
    );
    expect(modes.map((mode) => mode.toString(8))).toEqual(['640', '440', '644', '750', '750']);
    expect(lstatSync(join(folder, 'dhparam.pem')).isFile()).toBe(true);
  });

  test('are refused before anything is sent if trivet did not make the link', async () => {
    const folder = await issued();
    rmSync(join(folder, 'chain.pem'));
    symlinkSync('/etc/hostname', join(folder, 'chain.pem'));
    writeFileSync(join(folder, 'cert.pem'), read(folder, 'cert.pem'));
    clear();
    const { code, stderr } = await renew(folder);
    expect(code).toBe(3);
    expect(stderr).toMatch(/symbolic link that trivet did not make|holds|cannot be read/);
    expect(requests()).toEqual([]);
  });

  test('are written once if two renew: the other has nothing to do', async () => {
    const folder = await issued();
    clear();
    const both = await Promise.all([
      renew(folder, '--ttl 24h --detailed-exitcode'),
      renew(folder, '--ttl 24h --detailed-exitcode'),
    ]);
    expect(both.map(({ code }) => code)).toSatisfy(
      (codes: readonly number[]) => codes.includes(0) && codes.includes(11),
    );
    expect(requests().filter(({ path }) => path.includes('/sign/'))).toHaveLength(1);
  });
});

describe('the old files stay', () => {
  test('if a flag does not belong to renew, and nothing is sent', async () => {
    const folder = await issued();
    clear();
    for (const more of ['--wrap-ttl 5m', '--fail-on-warning', '--out elsewhere']) {
      const { code, stderr } = await renew(folder, more);
      expect(code).toBe(2);
      expect(stderr).toContain(`trivet pki renew does not take ${more.split(' ')[0]}`);
    }
    expect((await renew(folder, '--new-key rsa:1024', Date.now)).code).toBe(2);
    expect(requests()).toEqual([]);
  });

  test.each([
    ['the role does not allow the names', '--role internal', 1],
    ['the role does not exist', '--role gone', 1],
    ['the server is unavailable', '--base-url http://127.0.0.1:9/v1', 8],
  ])('if %s', async (_, more, exit) => {
    const folder = await issued();
    const before = readdirSync(folder).map((name) => read(folder, name));
    const { code } = await trivet(
      `pki renew ${folder} ${more.includes('--role') ? '' : '--role web'} ${more} --exec false`,
      {
        now: later,
      },
    );
    expect(code === exit || code === 5).toBe(true);
    expect(
      readdirSync(folder)
        .filter((name) => name !== '.trivet')
        .map((name) => read(folder, name)),
    ).toEqual(before);
  });

  test('if the new certificate has fewer names', async () => {
    const folder = await issued();
    await trivet(
      'pki role write narrow --allow-any-name --key-type any --no-use-csr-sans --no-use-csr-common-name',
    );
    // --body overrides what trivet would send.
    const { code, stderr } = await trivet(
      `pki renew ${folder} --role narrow --set alt_names='"www.example.com"'`,
      {
        now: later,
      },
    );
    expect(code).toBe(1);
    expect(stderr).toMatch(/the new certificate is without dns api\.example\.com/);
    expect(fits(folder)).toBe(true);
    expect(lstatSync(join(folder, 'cert.pem')).isFile()).toBe(true);
  });
});

describe('the command of --exec', () => {
  test("runs after the swap, split into words like a shell's, in the working directory, without tokens", async () => {
    const folder = await issued();
    const script = join(base, 'hook.sh');
    writeFileSync(
      script,
      '#!/bin/sh\n{ echo "$1|$2|$#"; pwd; echo "$RENEWED_DOMAINS"; echo "$RENEWED_LINEAGE"; ' +
        'echo "token:$TRIVET_SECRETS_TOKEN"; cat "$RENEWED_LINEAGE/cert.pem"; } > ran.txt\n',
      { mode: 0o755 },
    );
    const { code, stderr } = await trivet(
      `pki renew ${folder} --role web --exec '${script} "two words" *.pem'`,
      {
        now: later,
        cwd: base,
      },
    );
    expect(code, stderr).toBe(0);
    expect(readFileSync(join(base, 'ran.txt'), 'utf8')).toBe(
      `two words|*.pem|2\n${base}\nwww.example.com api.example.com\n${folder}\ntoken:\n${read(folder, 'cert.pem')}`,
    );
    rmSync(join(base, 'ran.txt'));
    await trivet(`pki renew ${folder} --role web --exec '${script} x y'`, { cwd: base });
    expect(existsSync(join(base, 'ran.txt'))).toBe(false);
  });

  test('sees no variable that trivet would take a token from, also not one that a profile names', async () => {
    const folder = await issued();
    const config = mkdtempSync(join(tmpdir(), 'trivet-renew-config-'));
    const env = {
      TRIVET_CONFIG_DIR: config,
      DEPLOY_TOKEN: 'a',
      NOMAD_TOKEN: 'b',
      VAULT_TOKEN: 'c',
      TRIVET_JOBS_TOKEN: 'd',
      OTHER_TOKEN: 'e',
    };
    try {
      const set = await trivet(
        'profile set prod --jobs-url https://j.example --jobs-token-from env:DEPLOY_TOKEN',
        {
          env,
        },
      );
      expect(set.code, set.stderr).toBe(0);
      const script = join(base, 'seen.sh');
      writeFileSync(script, '#!/bin/sh\nenv >seen.txt\n', { mode: 0o755 });
      const { code, stderr } = await trivet(`pki renew ${folder} --role web --exec ${script}`, {
        now: later,
        cwd: base,
        env,
      });
      expect(code, stderr).toBe(0);
      const seen = Object.keys(env).filter((name) => read(base, 'seen.txt').includes(`${name}=`));
      expect(seen).toEqual(['TRIVET_CONFIG_DIR', 'OTHER_TOKEN']);
    } finally {
      rmSync(config, { recursive: true });
    }
  });

  test('exits 12 if it fails, keeps the new files, and runs again until it succeeds', async () => {
    const folder = await issued();
    const gate = join(base, `gate-${count}`);
    const line = `--exec 'test -e ${gate}'`;
    const failed = await renew(folder, line);
    expect(failed.code).toBe(12);
    expect(failed.stderr).toContain('The change was made.');
    const serial = certificateOf(folder).serialNumber;
    clear();
    // It is no longer due, but the command still has to run.
    expect((await renew(folder, line, Date.now)).code).toBe(12);
    expect((await renew(folder, '', Date.now)).stderr).toContain('has not succeeded yet');
    writeFileSync(gate, '');
    expect((await renew(folder, line, Date.now)).code).toBe(0);
    rmSync(gate);
    expect((await renew(folder, line, Date.now)).code).toBe(0);
    expect(certificateOf(folder).serialNumber).toBe(serial);
    expect(changes()).toEqual([]);
  });

  test.each([
    ["--exec 'no-such-program-here'", 3],
    ["--exec ''", 2],
  ])('(%s) is refused before anything is sent', async (more, exit) => {
    const folder = await issued();
    clear();
    expect((await renew(folder, more)).code).toBe(exit);
    expect(requests()).toEqual([]);
  });
});

/** The calls that change a file system, except those of the lock and its owners. */
const changing = [
  'open',
  'mkdir',
  'rename',
  'symlink',
  'unlink',
  'rm',
  'rmdir',
  'chmod',
  'chown',
  'copyFile',
  'writeFile',
] as const;
const ofLock = /\/lock|\.owner-|\.clock-/;

/** Calls `step` before each change; the caller gets what it throws. */
const watchChanges = (step: (name: string, path: string) => void): (() => void) => {
  const originals = new Map<string, unknown>();
  const patch = (target: object, name: string): void => {
    const original: unknown = Reflect.get(target, name);
    if (typeof original !== 'function') return;
    originals.set(name, original);
    Reflect.set(target, name, function patched(this: unknown, ...args: readonly unknown[]) {
      const path = String(args[name === 'symlink' || name === 'rename' || name === 'copyFile' ? 1 : 0]);
      const reading =
        name === 'open' && (args[1] === undefined || args[1] === 'r' || args[1] === 0 || args[1] === 2048);
      if (path.startsWith(base) && !ofLock.test(path) && !reading) step(name, path);
      return Reflect.apply(original, this, args);
    });
  };
  for (const name of changing) patch(fs.promises, name);
  syncBuiltinESMExports();
  return () => {
    for (const [name, original] of originals) Reflect.set(fs.promises, name, original);
    syncBuiltinESMExports();
  };
};

describe('at every moment of a renewal', () => {
  let restore = (): void => undefined;
  afterEach(() => restore());

  test.each([
    ['files', 'pem', false, 1],
    ['files', 'nginx', false, 2],
    ['links of an earlier renewal', 'pem', true, 3],
  ] as const)(
    'of %s with layout %s the old pair or the new pair is whole, even if the run ends there',
    async (_, layout, twice, first) => {
      const wanted = names[layout];
      let steps = Number.POSITIVE_INFINITY;
      // `npm test` cuts each off at a third of its steps only.
      for (let cut = whole ? 1 : first; cut <= steps; cut += whole ? 1 : 3) {
        const folder = await issued(`--layout ${layout}`);
        if (twice) expect((await renew(folder)).code).toBe(0);
        const old = certificateOf(folder, layout).serialNumber;
        const seen = new Set<string>();
        let done = 0;
        restore = watchChanges(() => {
          done += 1;
          if (!wanted.every((name) => existsSync(join(folder, name)))) seen.add('missing');
          // Runs that were cut off earlier cover the steps before.
          if (done === cut && !fits(folder, layout)) seen.add('mismatched');
          if (done >= cut) throw Object.assign(new Error('EIO: the machine stopped'), { code: 'EIO' });
        });
        const ended = await renew(folder, '--before 1/1');
        restore();
        restore = () => undefined;
        expect([...seen]).toEqual([]);
        expect(fits(folder, layout)).toBe(true);
        if (ended.code === 0) {
          steps = cut;
          expect(certificateOf(folder, layout).serialNumber).not.toBe(old);
        }
        // The next run succeeds.
        const { code, stderr } = await renew(folder, '--before 1/1');
        expect(code, stderr).toBe(0);
        expect(fits(folder, layout)).toBe(true);
        expect(readdirSync(join(folder, '.trivet')).filter((name) => name.startsWith('v-'))).toHaveLength(2);
        if (cut > 120) throw new Error('no end');
      }
      expect(steps).toBeGreaterThan(10);
    },
    240_000,
  );
});
