/** `pki guard` with servers as installed: nginx, haproxy and Java read what it writes, and openssl sees what they send. */
import { execFileSync, spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { X509Certificate } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { freePort } from '../support/free-port.ts';
import { useSandbox } from '../support/sandbox.ts';

const { trivet } = useSandbox();

const has = (program: string, word: string): boolean => spawnSync(program, [word]).status === 0;
const hasOpenssl = has('openssl', 'version');
const password = 'store-password';

interface Place {
  readonly folder: string;
  readonly port: number;
}

interface TestedServer {
  readonly name: string;
  /** Undefined where it is installed. */
  readonly missing: string | undefined;
  readonly layout: string;
  /** The file of that layout that has its certificate. */
  readonly holder: string;
  readonly more?: string;
  /** The files of the server, and the command that starts or reloads it, in `sh`. */
  readonly files: (place: Place) => Readonly<Record<string, string>>;
  readonly reload: (place: Place) => string;
  /** Its own check of the files, in `sh`. */
  readonly check: (place: Place) => string;
}

const missing = (...programs: readonly (readonly [string, string])[]): string | undefined => {
  const gone = [['openssl', 'version'] as const, ...programs].find(([name, word]) => !has(name, word));
  return gone === undefined ? undefined : `${gone[0]} is not installed`;
};

const nginx = (folder: string): string => `nginx -e ${folder}/error.log -p ${folder} -c ${folder}/nginx.conf`;

const javaSource = String.raw`
import com.sun.net.httpserver.*;
import java.io.*; import java.net.*; import java.nio.file.*; import java.security.*; import javax.net.ssl.*;
public class Server {
  public static void main(String[] words) throws Exception {
    char[] password = Files.readString(Path.of(words[1])).trim().toCharArray();
    KeyStore store = KeyStore.getInstance("PKCS12");
    try (InputStream in = new FileInputStream(words[0])) { store.load(in, password); }
    KeyManagerFactory keys = KeyManagerFactory.getInstance("PKIX");
    keys.init(store, password);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(keys.getKeyManagers(), null, null);
    HttpsServer server = HttpsServer.create(new InetSocketAddress("127.0.0.1", Integer.parseInt(words[2])), 0);
    server.setHttpsConfigurator(new HttpsConfigurator(context));
    server.start();
  }
}
`;

const servers: readonly TestedServer[] = [
  {
    name: 'nginx',
    missing: missing(['nginx', '-v'], ['pgrep', '-V']),
    layout: 'nginx',
    holder: 'fullchain.pem',
    files: ({ folder, port }) => ({
      'nginx.conf': `
        pid ${folder}/pid;
        events {}
        http {
          access_log off;
          server {
            listen 127.0.0.1:${port} ssl;
            ssl_certificate ${folder}/tls/fullchain.pem;
            ssl_certificate_key ${folder}/tls/privkey.pem;
          }
        }`,
    }),
    // Old processes end gracefully: until then a connection can reach one of them.
    reload: ({ folder }) =>
      [
        `if test -s pid; then old=$(pgrep -P $(cat pid)); ${nginx(folder)} -s reload`,
        'for one in $old; do while kill -0 $one 2>/dev/null; do sleep 0.05; done; done',
        `else ${nginx(folder)}; fi`,
      ].join('; '),
    check: ({ folder }) => `${nginx(folder)} -t`,
  },
  {
    name: 'haproxy',
    missing: missing(['haproxy', '-v']),
    layout: 'haproxy',
    holder: 'haproxy.pem',
    files: ({ folder, port }) => ({
      'haproxy.cfg': [
        'global',
        '  ssl-default-bind-options ssl-min-ver TLSv1.2',
        'defaults',
        '  mode http',
        '  timeout client 5s',
        '  timeout server 5s',
        '  timeout connect 5s',
        'frontend tls',
        `  bind 127.0.0.1:${port} ssl crt ${folder}/tls/`,
        '',
      ].join('\n'),
    }),
    reload: () => 'haproxy -D -f haproxy.cfg -p pid $(test -s pid && echo -sf $(cat pid))',
    check: () => 'haproxy -c -f haproxy.cfg',
  },
  {
    name: 'a Java server',
    missing: missing(['javac', '-version'], ['keytool', '-help']),
    layout: 'pkcs12',
    holder: 'keystore.p12',
    more: '    store_password_from: "@password"\n',
    files: () => ({ 'Server.java': javaSource, password: `${password}\n` }),
    reload: ({ port }) =>
      [
        'test -s Server.class || javac Server.java',
        'test -s pid && kill $(cat pid)',
        `nohup java -Xshare:auto -cp . Server tls/keystore.p12 password ${port} >java.log 2>&1 & echo $! >pid`,
      ].join('; '),
    check: () => `keytool -list -keystore tls/keystore.p12 -storepass ${password}`,
  },
];

/** The serial number that openssl sees, after it has verified the chain and the name. */
const servedSerial = (port: number, host: string, root: string): string => {
  const words = ['s_client', '-connect', `127.0.0.1:${port}`, '-servername', host, '-verify_hostname', host];
  const { stdout, status } = spawnSync('openssl', [...words, '-CAfile', root, '-verify_return_error'], {
    input: '',
    encoding: 'utf8',
  });
  expect(status, stdout).toBe(0);
  const pem = /-----BEGIN CERTIFICATE-----[\s\S]*?-----END CERTIFICATE-----/.exec(stdout)?.[0] ?? '';
  return new X509Certificate(pem).serialNumber.toLowerCase().replaceAll(/..(?=.)/g, '$&:');
};

/** An intermediate CA, so that a server has to send more than its own certificate. */
beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'trivet-ca-'));
  for (const line of [
    `pki intermediate generate internal --mount pki_new --common-name 'Fleet CA' --out ${folder}`,
    `pki root sign-intermediate --csr @${folder}/csr.pem --common-name 'Fleet CA' --ttl 24h --out ${folder}`,
    `pki intermediate set-signed --mount pki_new --certificate @${folder}/cert.pem`,
    'pki role write web --mount pki_new --allowed-domains example.com --allow-subdomains --key-type any --max-ttl 2h',
  ]) {
    const { code, stderr } = await trivet(line);
    if (code !== 0) throw new Error(stderr);
  }
  rmSync(folder, { recursive: true });
});

if (!hasOpenssl) process.stderr.write('openssl is not installed: no server is guarded in these tests.\n');

describe('a fleet', () => {
  for (const { name, missing: why, layout, holder, more = '', files, reload, check } of servers) {
    test.skipIf(why !== undefined)(
      `of ${name} is started, renewed, and taken back when clients refuse the new certificate${why === undefined ? '' : ` (${why})`}`,
      async () => {
        const folder = mkdtempSync(join(tmpdir(), 'trivet-fleet-'));
        const place = { folder, port: await freePort() };
        onTestFinished(() => {
          if (existsSync(join(folder, 'pid')))
            spawnSync('sh', ['-c', `kill $(cat ${join(folder, 'pid')})`], { stdio: 'ignore' });
          rmSync(folder, { recursive: true, force: true });
        });
        for (const [file, text] of Object.entries(files(place)))
          writeFileSync(join(folder, file), text, { mode: 0o600 });
        mkdirSync(join(folder, 'tls'), { mode: 0o700 });
        writeFileSync(join(folder, 'reload.sh'), `cd ${folder} || exit 1\n${reload(place)}\n`);
        const fleet = (host: string, settle: string): string => {
          const path = join(folder, 'fleet.yaml');
          const text = [
            'endpoints:',
            `  - {folder: tls, layout: ${layout}, role: web, mount: pki_new, common_name: ${host}, ttl: 1h,`,
            `     exec: [sh, ${folder}/reload.sh], settle: ${settle},`,
            `     served: "https://127.0.0.1:${place.port}", server_name: www.example.com,`,
            `     trust: root.pem`,
            more === '' ? '' : `     , ${more.trim()}`,
            '    }',
            '',
          ].join('\n');
          writeFileSync(path, text, { mode: 0o600 });
          return path;
        };
        await trivet(`pki ca show --out ${folder}/root.pem`);
        const run = async (host: string, now = Date.now(), settle = '60s') => {
          const result = await trivet(`pki guard ${fleet(host, settle)} -o json`, { now: () => now });
          expect(result.stdout, result.stderr).not.toBe('');
          const [row] = JSON.parse(result.stdout) as [{ status: string; serial: string; detail: string }];
          return { ...row, ...result };
        };
        const first = await run('www.example.com');
        expect([first.code, first.status], `${first.detail}\n${first.stderr}`).toEqual([0, 'renewed']);
        execFileSync('sh', ['-c', `cd ${folder} && ${check(place)}`], { stdio: 'pipe' });
        const root = join(folder, 'root.pem');
        expect(servedSerial(place.port, 'www.example.com', root)).toBe(first.serial);

        const next = await run('www.example.com', Date.now() + 0.9 * 3_600_000);
        expect([next.code, next.status], `${next.detail}\n${next.stderr}`).toEqual([0, 'renewed']);
        expect(next.serial).not.toBe(first.serial);

        expect(servedSerial(place.port, 'www.example.com', root)).toBe(next.serial);

        const wrong = await run('api.example.com');
        expect([wrong.code, wrong.status], wrong.detail).toEqual([12, 'failed']);
        expect(wrong.detail).toContain('it is not for www.example.com');
        expect(servedSerial(place.port, 'www.example.com', root)).toBe(next.serial);

        copyFileSync(join(folder, 'tls', holder), join(folder, 'good'));
        const only = `if cmp -s tls/${holder} good; then ${reload(place)}; else kill $(cat pid); rm -f pid; fi`;
        writeFileSync(join(folder, 'reload.sh'), `cd ${folder} || exit 1\n${only}\n`);
        const down = await run('www.example.com', Date.now() + 0.9 * 3_600_000, '8s');
        expect([down.code, down.status], down.detail).toEqual([12, 'rolled back']);
        expect(down.detail).toContain('the previous pair is served again');
        expect(servedSerial(place.port, 'www.example.com', root)).toBe(next.serial);
        execFileSync('sh', ['-c', `cd ${folder} && ${check(place)}`], { stdio: 'pipe' });
        expect(readFileSync(join(folder, 'pid'), 'utf8').trim()).not.toBe('');
      },
    );
  }
});
