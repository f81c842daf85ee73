/**
 * One certificate, five commands: verify, renew, guard, inventory and status agree, and openssl agrees with them. On the
 * sandbox (test/judges) and on a real server (test/live).
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { X509Certificate } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CliResult } from './run-cli.ts';

const hasOpenssl = spawnSync('openssl', ['version']).status === 0;

interface Kind {
  readonly name: string;
  /** The mount that issues it, and those of the CAs above. */
  readonly mount: string;
  readonly above: readonly string[];
  readonly ttl?: string;
  readonly role?: string;
  /** Default: nginx. */
  readonly layout?: 'certbot' | 'haproxy';
  /** What happens to the folder with the certificate. */
  readonly change?: (folder: string) => Promise<void> | void;
  readonly revoked?: boolean;
  /** Whether the CA that signed it was revoked, for the clients of each root. */
  readonly caRevoked?: boolean;
  /** Whether clients refuse it, or it has to be replaced soon. */
  readonly due?: boolean;
  /** Whether nobody knows about a CA above it. */
  readonly unknown?: boolean;
  /** It is about the files, which an inventory does not see. */
  readonly isOfFiles?: boolean;
}

/** The file with the certificate, in any layout. */
const fileIn = (folder: string): string =>
  ['fullchain.pem', 'haproxy.pem'].map((name) => join(folder, name)).find(existsSync) ?? '';

/**
 * @param run a command line, as the owner of the server or of a namespace of it
 * @param keepsIssuers a mount keeps several issuers with one key; one of the sandbox has one issuer
 */
export const judgeFiveCommands = (
  run: (line: string, env: Readonly<Record<string, string>>) => Promise<CliResult>,
  keepsIssuers: boolean,
): void => {
  const base = mkdtempSync(join(tmpdir(), 'trivet-five-'));
  afterAll(() => rmSync(base, { recursive: true, force: true }));

  const env = {
    TRIVET_SECRETS_PRODUCT: 'openbao',
    TRIVET_CONFIG_DIR: join(base, 'config'),
    XDG_CACHE_HOME: join(base, 'cache'),
  };
  const trivet = (line: string) => run(line, env);
  const done = async (line: string): Promise<string> => {
    const { code, stdout, stderr } = await trivet(line);
    if (code !== 0) throw new Error(`${line}: ${stderr}`);
    return stdout;
  };

  const revoke = async (folder: string, mount: string): Promise<void> => {
    await done(`pki revoke @${fileIn(folder)} --mount ${mount} --yes`);
  };

  /** Revokes a certificate of a CA, by the mount of its root. */
  const revokeAuthority = async (name: string, root: string): Promise<void> => {
    await done(`pki revoke @${base}/${name}/cert.pem --mount ${root} --yes`);
  };

  const kinds: readonly Kind[] = [
    { name: 'good', mount: 'good', above: ['root'] },
    { name: 'ends soon', mount: 'good', above: ['root'], ttl: '1h', due: true },
    { name: 'revoked', mount: 'good', above: ['root'], change: (at) => revoke(at, 'good'), revoked: true },
    {
      name: 'revoked, with a list that is rebuilt periodically',
      mount: 'periodic',
      above: ['root'],
      change: (at) => revoke(at, 'periodic'),
      revoked: true,
    },
    {
      name: 'revoked, with lists switched off',
      mount: 'off',
      above: ['root'],
      change: (at) => revoke(at, 'off'),
      revoked: true,
    },
    { name: 'good, with lists switched off', mount: 'off', above: ['root'] },
    {
      name: 'below a CA that only the mount of its root revoked',
      mount: 'lost',
      above: ['root'],
      change: () => revokeAuthority('lost', 'root'),
      due: true,
      caRevoked: true,
    },
    { name: 'below a cross-signed CA', mount: 'cross', above: ['root', 'second'] },
    {
      name: 'below a cross-signed CA, whose certificate one of its roots revoked',
      mount: 'cross',
      above: ['root', 'second'],
      change: () => revokeAuthority('cross-second', 'second'),
    },
    {
      name: 'below a cross-signed CA, whose certificates both of its roots revoked',
      mount: 'cross',
      above: ['root', 'second'],
      change: () => revokeAuthority('cross', 'root'),
      due: true,
      caRevoked: true,
    },
    { name: 'below a CA of which no named mount knows', mount: 'good', above: [], unknown: true },
    {
      name: 'in a fullchain without its intermediate',
      mount: 'good',
      above: ['root'],
      change: (folder) => {
        const file = join(folder, 'fullchain.pem');
        const [own = ''] = readFileSync(file, 'utf8').split(/(?<=-----END CERTIFICATE-----\n)/);
        writeFileSync(file, own);
      },
      due: true,
      isOfFiles: true,
    },
    ...(['certbot', 'haproxy'] as const).flatMap((layout): readonly Kind[] => [
      { name: `of a root itself, for ${layout}`, mount: 'root', above: [], layout },
      { name: `below a CA, for ${layout}`, mount: 'good', above: ['root'], layout },
      {
        name: `of a root itself and revoked, for ${layout}`,
        mount: 'root',
        above: [],
        layout,
        change: (at) => revoke(at, 'root'),
        revoked: true,
      },
      {
        name: `below a CA of which no named mount knows, for ${layout}`,
        mount: 'good',
        above: [],
        layout,
        unknown: true,
      },
    ]),
    { name: 'of a root itself', mount: 'root', above: [] },
    {
      name: 'of a client, in a folder of a server',
      mount: 'good',
      above: ['root'],
      role: 'client',
      due: true,
      isOfFiles: true,
    },
  ];

  /** The mounts: a root and the CAs that it signed, one of which it revoked. */
  beforeAll(async () => {
    const mount = (path: string) =>
      done(
        `api secrets POST /sys/mounts/${path} --confirm /sys/mounts/${path} --data '{"type":"pki","config":{"max_lease_ttl":"87600h"}}'`,
      );
    const names = '--allowed-domains example.com --allow-subdomains --key-type ec --max-ttl 2160h';
    for (const name of ['root', 'second']) {
      await mount(name);
      await done(
        `pki root generate internal --mount ${name} --common-name ${name} --key-type ec --ttl 87600h`,
      );
      await done(`pki role write web --mount ${name} ${names}`);
    }
    for (const name of ['good', 'periodic', 'off', 'lost', 'cross']) {
      await mount(name);
      const at = join(base, name);
      await done(
        `pki intermediate generate internal --mount ${name} --common-name ${name} --key-type ec --out ${at}-csr`,
      );
      await done(
        `pki root sign-intermediate --mount root --csr @${at}-csr/csr.pem --common-name ${name} --ttl 43800h --out ${at}`,
      );
      if (name === 'cross') {
        await done(
          `pki root sign-intermediate --mount second --csr @${at}-csr/csr.pem --common-name ${name} --ttl 43800h --out ${at}-second`,
        );
        writeFileSync(
          `${at}-both.pem`,
          [at, `${at}-second`].map((one) => readFileSync(`${one}/cert.pem`, 'utf8')).join(''),
        );
      }
      const signed = name === 'cross' ? `${at}-both.pem` : `${at}/cert.pem`;
      await done(`pki intermediate set-signed --mount ${name} --certificate @${signed}`);
      await done(`pki role write web --mount ${name} ${names}`);
      await done(`pki role write client --mount ${name} ${names} --no-server-flag`);
    }
    await trivet('pki crl config set --mount periodic --auto-rebuild');
    await trivet('pki crl config set --mount off --disable --yes');
  });

  interface Verdict {
    readonly revoked: boolean;
    readonly due: boolean;
    readonly unknown: boolean;
  }

  const rowsOf = async (line: string): Promise<readonly Record<string, unknown>[]> => {
    const { stdout, stderr } = await trivet(`${line} -o json`);
    if (stdout === '') throw new Error(`${line}: ${stderr}`);
    return JSON.parse(stdout) as Record<string, unknown>[];
  };

  const flags = (name: string, values: readonly string[]): string =>
    values.map((value) => `--${name} ${value}`).join(' ');

  const verified = async (folder: string, { mount, above }: Kind): Promise<Verdict> => {
    const rows = await rowsOf(`pki verify ${folder} --mount ${mount} ${flags('ca-mount', above)}`);
    return {
      revoked: rows.some(
        ({ code, certificate }) => code === 'revoked' && String(certificate).includes('example'),
      ),
      due: rows.some(({ status }) => status === 'problem'),
      unknown: rows.some(({ check, status }) => check === 'revocation' && status === 'unknown'),
    };
  };

  const renewed = async (folder: string, { mount, above, role = 'web' }: Kind): Promise<Verdict> => {
    const line = `pki renew ${folder} --role ${role} --mount ${mount} ${flags('ca-mount', above)} --before 2h --dry-run`;
    const { stderr, code } = await trivet(line);
    return {
      revoked: /: it was revoked/.test(stderr),
      due: stderr.includes('a run would renew') || code === 12,
      unknown: /unknown/.test(stderr),
    };
  };

  const guarded = async (folder: string, { mount, above, role = 'web' }: Kind): Promise<Verdict> => {
    const file = join(folder, '..', 'fleet.yaml');
    const keys = `role: ${role}, mount: ${mount}, ca_mounts: [${above.join(', ')}], before: 2h`;
    writeFileSync(file, `endpoints:\n  - {folder: tls, ${keys}}\n`, { mode: 0o600 });
    const [row] = await rowsOf(`pki guard ${file} --dry-run`);
    return {
      revoked: String(row?.['detail']).startsWith('it was revoked'),
      due: row?.['status'] !== 'ok',
      unknown: String(row?.['unknown']).includes('unknown'),
    };
  };

  /** An inventory says why, and does not call it good. */
  const isUnknown = (row: Record<string, unknown> | undefined): boolean =>
    row?.['due'] === null && String(row['reason']).includes('unknown');

  const inventoried = async (serial: string, { mount, above }: Kind): Promise<Verdict> => {
    const line = `pki inventory ${flags('mount', [mount, ...above])}`;
    const row = (await rowsOf(line)).find((one) => one['serial'] === serial);
    const soon = (await rowsOf(`${line} --expires-within 2h`)).find((one) => one['serial'] === serial);
    return { revoked: row?.['revoked'] === 'yes', due: soon?.['due'] === true, unknown: isUnknown(soon) };
  };

  /** What status shows by the inventory that was just made. */
  const shown = async (name: string, mount: string): Promise<Omit<Verdict, 'revoked'>> => {
    const { stdout, code } = await trivet('status --expires-within 2h --detailed-exitcode -o json');
    const { rows } = JSON.parse(stdout) as { readonly rows: readonly Record<string, unknown>[] };
    const certificates = rows.filter(({ kind }) => kind === 'certificate');
    if (certificates.length > 0) expect(code).toBe(11);
    return {
      due: certificates.some((row) => row['name'] === name),
      unknown: certificates.some((row) => row['name'] === mount && row['state'] === 'unknown'),
    };
  };

  /** What clients that read all lists say. */
  const opensslSays = async (folder: string, { mount, above }: Kind, root = 'root'): Promise<string> => {
    const lists = join(folder, '..', 'lists.pem');
    let text = '';
    for (const one of [mount, ...above, root]) {
      await done(`pki crl rotate --mount ${one}`);
      text += await done(`pki crl show --mount ${one}`);
    }
    writeFileSync(lists, text);
    await done(`pki ca show --mount ${root} --out ${folder}/../root.pem`);
    const words = [
      'verify',
      '-purpose',
      'sslserver',
      '-crl_check_all',
      '-CRLfile',
      lists,
      '-CAfile',
      join(folder, '..', 'root.pem'),
    ];
    const { stdout, stderr } = spawnSync(
      'openssl',
      [...words, '-untrusted', fileIn(folder), fileIn(folder)],
      { encoding: 'utf8' },
    );
    return stdout + stderr;
  };

  describe('the five commands agree on a certificate', () => {
    for (const [index, kind] of kinds.entries()) {
      test(`case ${index + 1}: ${kind.name}`, async () => {
        const {
          mount,
          ttl = '800h',
          role = 'web',
          layout = 'nginx',
          change,
          revoked = false,
          due = false,
          unknown = false,
          caRevoked = false,
        } = kind;
        const place = join(base, `case-${index}`);
        mkdirSync(place, { mode: 0o700 });
        const folder = join(place, 'tls');
        const name = `case-${index}.example.com`;
        await done(
          `pki issue ${role} --mount ${mount} --common-name ${name} --ttl ${ttl} --layout ${layout} --out ${folder}`,
        );
        const { serialNumber } = new X509Certificate(readFileSync(fileIn(folder)));
        const serial = serialNumber.toLowerCase().replaceAll(/..(?=.)/g, '$&:');
        await change?.(folder);
        const wanted = { revoked, due: due || revoked, unknown };
        const isTimely = kind.ttl !== undefined;
        expect(await verified(folder, kind)).toEqual({ ...wanted, due: wanted.due && !isTimely });
        expect(await renewed(folder, kind)).toEqual(wanted);
        expect(await guarded(folder, kind)).toEqual(wanted);
        const ofMount = { due: due && kind.isOfFiles !== true, unknown };
        expect(await inventoried(serial, kind)).toEqual({ revoked, ...ofMount });
        expect(await shown(name, mount)).toEqual(ofMount);
        if (!hasOpenssl) return;
        const said = await opensslSays(folder, kind);
        expect(said.includes('certificate revoked'), said).toBe((mount !== 'off' && revoked) || caRevoked);
        if (!wanted.due) expect(said).toMatch(mount === 'off' ? /OK|CRL/ : /: OK/);
      });
    }
  });

  const detailed = async (line: string): Promise<number> =>
    (await trivet(`${line} --detailed-exitcode`)).code;

  /** The leaf of mount `low` in an inventory of these mounts. */
  const leafIn = async (
    mounts: readonly string[],
    flags = '',
  ): Promise<Record<string, unknown> | undefined> => {
    const rows = await rowsOf(`pki inventory ${mounts.map((one) => `--mount ${one}`).join(' ')} ${flags}`);
    return rows.find((row) => row['common_name'] === 'leaf.example.com');
  };

  describe('what an inventory does not look for stays as it was', () => {
    const at = join(base, 'low');
    beforeAll(async () => {
      for (const one of ['top', 'low'])
        await done(
          `api secrets POST /sys/mounts/${one} --confirm /sys/mounts/${one} --data '{"type":"pki","config":{"max_lease_ttl":"87600h"}}'`,
        );
      await done('pki root generate internal --mount top --common-name Top --key-type ec --ttl 87600h');
      await done(
        `pki intermediate generate internal --mount low --common-name Low --key-type ec --out ${at}-csr`,
      );
      await done(
        `pki root sign-intermediate --mount top --csr @${at}-csr/csr.pem --common-name Low --ttl 43800h --out ${at}`,
      );
      await done(`pki intermediate set-signed --mount low --certificate @${at}/cert.pem`);
      await done(
        'pki role write web --mount low --allowed-domains example.com --allow-subdomains --key-type ec --max-ttl 2160h',
      );
      await done(
        `pki issue web --mount low --common-name leaf.example.com --ttl 800h --layout nginx --out ${at}-leaf`,
      );
    });

    test('a good CA is unknown to an inventory that does not look at the mount above', async () => {
      expect(await detailed('pki inventory --mount low --mount top --expires-within 2h')).toBe(0);
      expect(await leafIn(['low', 'top'])).toMatchObject({ due: false, reason: null });
      expect(await detailed('pki inventory --mount low --expires-within 2h')).toBe(11);
      const alone = await leafIn(['low']);
      expect(alone).toMatchObject({ due: null, revoked: 'no' });
      expect(alone?.['reason']).toMatch(
        /^unknown whether its CA was revoked: CN=Low: .*; not revoked .*, by mount top$/,
      );
      expect(await shown('leaf.example.com', 'low')).toEqual({ due: false, unknown: true });
      expect(await detailed('pki inventory --mount low --mount top --expires-within 2h')).toBe(0);
    });

    test('a revoked CA stays revoked, whichever mounts are read later', async () => {
      await done(`pki revoke @${at}/cert.pem --mount top --yes`);
      const reason = 'the CA that signed it was revoked';
      // The mount above says it first, for the inventory of the mount below that was made before.
      await trivet('pki inventory --mount top');
      expect(await shown('leaf.example.com', 'low')).toEqual({ due: true, unknown: false });
      for (const mounts of [['low'], ['low', 'top'], ['low'], ['low'], ['top'], ['low']]) {
        const row = await leafIn(mounts, '--whole');
        if (mounts.includes('low')) {
          expect(row).toMatchObject({ due: true });
          expect(String(row?.['reason']).startsWith(reason)).toBe(true);
        }
        expect(await shown('leaf.example.com', 'low')).toEqual({ due: true, unknown: false });
        if (mounts.includes('low'))
          expect(await detailed('pki inventory --mount low --expires-within 2h')).toBe(11);
      }
      if (!hasOpenssl) return;
      const kind = { name: 'low', mount: 'low', above: ['top'] };
      expect(await opensslSays(`${at}-leaf`, kind, 'top')).toContain('certificate revoked');
    });

    test.runIf(keepsIssuers)(
      'a CA that was signed again is unknown while its mount also has the revoked certificate',
      async () => {
        await done(
          `pki root sign-intermediate --mount top --csr @${at}-csr/csr.pem --common-name Low --ttl 40000h --out ${at}-again`,
        );
        const both = [at, `${at}-again`].map((one) => readFileSync(`${one}/cert.pem`, 'utf8'));
        writeFileSync(`${at}-both.pem`, both.join(''));
        await done(`pki intermediate set-signed --mount low --certificate @${at}-both.pem`);
        const again = await leafIn(['low', 'top'], '--expires-within 2h');
        expect(again).toMatchObject({ due: null, revoked: 'no' });
        expect(again?.['reason']).toMatch(
          /^unknown whether its CA was revoked: its certificate .* was revoked/,
        );
        expect(await shown('leaf.example.com', 'low')).toEqual({ due: false, unknown: true });
      },
    );
  });
};
