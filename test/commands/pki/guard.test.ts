/** Tests `pki guard`: what is due, what servers send after a change, when it goes back, and whose file it believes. */
import { X509Certificate, createPrivateKey } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import type { AddressInfo, Server, Socket } from 'node:net';
import { promises } from 'node:dns';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSecureContext, TLSSocket } from 'node:tls';
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { CliResult } from '../../support/run-cli.ts';
import { useSandbox } from '../../support/sandbox.ts';

const { trivet, requests, clear } = useSandbox();

const base = mkdtempSync(join(tmpdir(), 'trivet-guard-'));
afterAll(() => rmSync(base, { recursive: true, force: true }));
let count = 0;
const fresh = (): string => {
  count += 1;
  const folder = join(base, `fleet-${count}`);
  mkdirSync(folder, { mode: 0o700 });
  return folder;
};

const hour = 3_600_000;
/** Fifty minutes into the hour of the certificates' life. */
const later = (): number => Date.now() + 0.9 * hour;

interface TlsServer {
  readonly url: string;
  readonly connections: () => number;
  /** What happens before it replies to a connection. */
  readonly beforeReply: (work: () => Promise<void>) => void;
}

/** A server that reads fullchain.pem and privkey.pem of a folder at each connection; without them it hangs up. */
const serve = async (folder: string, address = '127.0.0.1', samePort = 0): Promise<TlsServer> => {
  let connections = 0;
  let before = (): Promise<void> => Promise.resolve();
  const server: Server = createServer((socket) => {
    connections += 1;
    socket.on('error', () => undefined);
    void before().then(() => reply(socket));
  });
  const reply = (socket: Socket): void => {
    const [cert, key] = ['fullchain.pem', 'privkey.pem'].map((name) => join(folder, name));
    if (cert === undefined || key === undefined || !existsSync(cert)) {
      socket.destroy();
      return;
    }
    const secureContext = createSecureContext({ cert: readFileSync(cert), key: readFileSync(key) });
    const secure = new TLSSocket(socket, { isServer: true, secureContext });
    secure.on('error', () => undefined);
  };
  await new Promise<void>((resolve) => {
    server.listen(samePort, address, resolve);
  });
  onTestFinished(() => {
    server.close();
  });
  return {
    url: `https://${address}:${(server.address() as AddressInfo).port}`,
    connections: () => connections,
    beforeReply: (work) => {
      before = work;
    },
  };
};

interface Row {
  readonly folder: string;
  readonly status: string;
  readonly serial: string | null;
  readonly detail: string;
  readonly hint: string | null;
  readonly warnings: readonly string[];
}

const file = (folder: string, text: string): string => {
  const path = join(folder, 'fleet.yaml');
  writeFileSync(path, text, { mode: 0o600 });
  return path;
};

const guard = async (
  path: string,
  more = '',
  now: () => number = Date.now,
): Promise<CliResult & { readonly rows: readonly Row[] }> => {
  const result = await trivet(`pki guard ${path} -o json ${more}`, { now });
  return { ...result, rows: result.stdout === '' ? [] : (JSON.parse(result.stdout) as Row[]) };
};

const statuses = (rows: readonly Row[]): readonly string[] => rows.map(({ status }) => status);
const signings = (): number => requests().filter(({ path }) => path.includes('/sign/')).length;

/** An endpoint whose command copies its files to the folder that its server reads. */
const endpoint = async ({ more = '', ttl = '1h' } = {}) => {
  const folder = fresh();
  const live = join(folder, 'live');
  mkdirSync(live);
  const { url, connections, beforeReply } = await serve(live);
  const entry = (extra = more, copy = `cp tls/fullchain.pem tls/privkey.pem live`): string =>
    [
      'endpoints:',
      '  - folder: tls',
      '    layout: nginx',
      '    role: web',
      '    common_name: www.example.com',
      `    ttl: ${ttl}`,
      `    exec: [sh, -c, "cd ${folder} && echo run >> runs && ${copy}"]`,
      `    served: ${url}`,
      '    settle: 1s',
      extra,
      '',
    ].join('\n');
  const read = (name: string): string => readFileSync(join(folder, name), 'utf8');
  return {
    folder,
    entry,
    connections,
    beforeReply,
    read,
    write: (text: string) => file(folder, text),
    runs: () => (existsSync(join(folder, 'runs')) ? read('runs').split('\n').length - 1 : 0),
    serial: () => new X509Certificate(read('tls/fullchain.pem')).serialNumber,
  };
};

const asWww = '    server_name: www.example.com';

/** A command that takes only the pair that the folder has now; with another one the server does not start. */
const takesOnlyGood = (folder: string): string => {
  copyFileSync(join(folder, 'tls/fullchain.pem'), join(folder, 'good.pem'));
  return 'if cmp -s tls/fullchain.pem good.pem; then cp tls/fullchain.pem tls/privkey.pem live; else rm live/fullchain.pem; fi';
};

test('Ctrl-C while a server restarts proves nothing about the new pair, which stays', async () => {
  const { write, entry, serial, beforeReply } = await endpoint();
  const path = write(entry(asWww));
  await guard(path);
  const before = serial();
  let signal: (number: number) => void = () => undefined;
  write(entry(asWww, 'rm live/fullchain.pem'));
  beforeReply(() => {
    if (serial() !== before) signal(2);
    return Promise.resolve();
  });
  const { code, stdout } = await trivet(`pki guard ${path} -o json`, {
    now: later,
    onStart: (deliver) => {
      signal = deliver;
    },
  });
  const [row] = JSON.parse(stdout) as readonly Row[];
  expect([code, row?.status, row?.serial?.replaceAll(':', '').toUpperCase()]).toEqual([
    130,
    'problem',
    serial(),
  ]);
  expect(row?.detail).toContain('the run was interrupted');
  expect(serial()).not.toBe(before);
});

describe('a run', () => {
  test('requests, writes, reloads and looks at the server; the next one sends nothing for it', async () => {
    const { write, entry, runs, read, folder } = await endpoint();
    const path = write(entry(asWww));
    const first = await guard(path, '--detailed-exitcode');
    expect(first.code, first.stderr).toBe(11);
    expect(first.rows).toMatchObject([{ folder: 'tls', status: 'renewed', detail: 'served' }]);
    expect(read('live/fullchain.pem')).toBe(read('tls/fullchain.pem'));
    expect(
      new X509Certificate(read('tls/fullchain.pem')).checkPrivateKey(
        createPrivateKey(read('tls/privkey.pem')),
      ),
    ).toBe(true);
    expect(statSync(join(folder, 'tls/privkey.pem')).mode & 0o777).toBe(0o600);
    clear();
    const second = await guard(path, '--detailed-exitcode');
    expect(second.code, second.stderr).toBe(0);
    expect(statuses(second.rows)).toEqual(['ok']);
    expect({ signed: signings(), runs: runs() }).toEqual({ signed: 0, runs: 1 });
  });

  test('renews what is due, and goes on with an endpoint whose role is unknown', async () => {
    const { write, entry, serial, runs } = await endpoint();
    const path = write(entry(asWww));
    await guard(path);
    const before = serial();
    write(`${entry(asWww)}  - {folder: other, role: nosuch, common_name: a.example.com}\n`);
    const { code, rows, stderr } = await guard(path, '', later);
    expect(code).toBe(12);
    expect(statuses(rows)).toEqual(['renewed', 'failed']);
    expect(stderr).toContain('other: ');
    expect(serial()).not.toBe(before);
    expect(runs()).toBe(2);
  });

  test('runs one command once for all of its endpoints, with their folders', async () => {
    const folder = fresh();
    const line = (name: string) => `  - {folder: ${name}, common_name: ${name}.example.com}`;
    const path = file(
      folder,
      [
        'defaults:',
        '  role: web',
        '  layout: pem',
        `  exec: [sh, -c, "echo $RENEWED_LINEAGE >> ${folder}/runs"]`,
        'endpoints:',
        line('a'),
        line('b'),
        '',
      ].join('\n'),
    );
    const { code, rows, stderr } = await guard(path);
    expect(code, stderr).toBe(0);
    expect(statuses(rows)).toEqual(['renewed', 'renewed']);
    expect(readFileSync(join(folder, 'runs'), 'utf8')).toBe(`${folder}/a:${folder}/b\n`);
  });

  test('shows with --dry-run what is due and why, and changes nothing', async () => {
    const { write, entry, runs, folder } = await endpoint();
    const path = write(entry(asWww));
    const first = await guard(path, '--dry-run --detailed-exitcode');
    expect(first.code, first.stderr).toBe(11);
    expect(first.rows).toMatchObject([{ status: 'due', detail: 'it contains no certificate yet' }]);
    expect(existsSync(join(folder, 'tls'))).toBe(false);
    await guard(path);
    clear();
    const second = await guard(path, '--dry-run', later);
    expect(second.rows[0]).toMatchObject({ status: 'due', detail: expect.stringMatching(/^it expires/) });
    expect({ signed: signings(), runs: runs() }).toEqual({ signed: 0, runs: 1 });
  });

  test('replaces a certificate that was revoked, and one that lacks a name of the file', async () => {
    const { write, entry, serial } = await endpoint();
    const path = write(entry(asWww));
    await guard(path);
    const [first] = [serial()];
    await trivet(`pki revoke ${first.replaceAll(/(..)(?=.)/g, '$1:')} --yes`);
    const revoked = await guard(path);
    expect(statuses(revoked.rows), revoked.stderr).toEqual(['renewed']);
    expect(serial()).not.toBe(first);
    write(entry(`${asWww}\n    alt_names: [api.example.com]`));
    expect(statuses((await guard(path)).rows)).toEqual(['renewed']);
    expect(statuses((await guard(path)).rows)).toEqual(['ok']);
  });

  test.each([
    ['waits for a server that somebody', 'ok', 1],
    ['reloads a server that nobody', 'reloaded', 2],
  ])('%s reloads after another run has renewed the files since the look', async (_, status, wanted) => {
    const { write, entry, serial, runs, folder, beforeReply } = await endpoint();
    const patient = entry(asWww).replace('settle: 1s', status === 'ok' ? 'settle: 120s' : 'settle: 300ms');
    const path = write(patient);
    await guard(path);
    const first = serial();
    await trivet(`pki revoke ${first.replaceAll(/(..)(?=.)/g, '$1:')} --yes`);
    let looks = 0;
    beforeReply(async () => {
      looks += 1;
      if (looks === 1) expect((await trivet(`pki renew ${folder}/tls --role web`)).code).toBe(0);
      if (looks !== 3 || status !== 'ok') return;
      for (const name of ['fullchain.pem', 'privkey.pem'])
        copyFileSync(join(folder, 'tls', name), join(folder, 'live', name));
    });
    const { code, rows, stderr } = await guard(path);
    expect([code, statuses(rows)], stderr).toEqual([0, [status]]);
    expect([serial() === first, runs()]).toEqual([false, wanted]);
  });

  test('gives files the owner, group and mode of the file', async () => {
    const { write, entry, folder } = await endpoint();
    const [uid, gid] = [process.getuid?.() ?? 0, process.getgid?.() ?? 0];
    const { code, stderr } = await guard(
      write(entry(`${asWww}\n    mode: 0640\n    owner: ${uid}\n    group: ${gid}`)),
    );
    expect(code, stderr).toBe(0);
    const [key, chain] = ['privkey.pem', 'fullchain.pem'].map((name) => statSync(join(folder, 'tls', name)));
    expect([key?.mode, chain?.mode].map((mode) => (mode ?? 0) & 0o777)).toEqual([0o640, 0o644]);
    expect([key?.uid, key?.gid]).toEqual([uid, gid]);
    const made = statSync(join(folder, 'tls'));
    expect([made.mode & 0o777, made.gid]).toEqual([0o750, gid]);
  });
});

describe('findings', () => {
  test('are those of pki verify: a key that others can use is a warning', async () => {
    const { write, entry, folder } = await endpoint();
    const path = write(entry(asWww));
    expect((await guard(path)).rows).toMatchObject([{ status: 'renewed', warnings: [] }]);
    chmodSync(join(folder, 'tls/privkey.pem'), 0o644);
    const { code, rows, stderr } = await guard(path);
    const text = 'everybody can use privkey.pem (mode 0644)';
    expect([code, rows]).toMatchObject([0, [{ status: 'ok', warnings: [text] }]]);
    expect(stderr).toContain(`tls: ${text}`);
    expect((await trivet(`pki verify ${folder}/tls`)).stdout).toContain(text);
  });

  test('are those of the files where no server is named', async () => {
    const folder = fresh();
    const entry = '{folder: tls, layout: nginx, role: web, mount: pki_int, common_name: www.example.com}';
    const path = file(folder, `endpoints: [${entry}]\n`);
    await trivet(
      'pki role write web --mount pki_int --allowed-domains example.com --allow-subdomains --key-type any --max-ttl 2h',
    );
    expect(statuses((await guard(path)).rows)).toEqual(['renewed']);
    const whole = readFileSync(join(folder, 'tls/fullchain.pem'), 'utf8');
    const [own = '', ...above] = whole.split(/(?<=-----END CERTIFICATE-----\n)/);
    expect(above.length).toBeGreaterThan(0);
    writeFileSync(join(folder, 'tls/fullchain.pem'), own);
    const { code, rows } = await guard(path, '--dry-run');
    const lacking = { status: 'due', detail: expect.stringMatching(/^clients refuse it: .* lacks /) };
    expect([code, rows]).toMatchObject([0, [lacking]]);
    expect(statuses((await guard(path)).rows)).toEqual(['renewed']);
    expect(statuses((await guard(path)).rows)).toEqual(['ok']);
  });
});

test('the receipt of a run has each request and each folder, also one that went back', async () => {
  const { write, entry, folder } = await endpoint();
  const env = { TRIVET_STATE_DIR: join(folder, 'state') };
  const path = write(entry(asWww));
  await guard(path);
  write(entry(asWww, takesOnlyGood(folder)));
  const { code } = await trivet(`pki guard ${path}`, { env, now: later });
  expect(code).toBe(12);
  const { stdout } = await trivet('changes -o json', { env });
  const [{ id }] = JSON.parse(stdout) as [{ readonly id: string }];
  const shown = await trivet(`changes show ${id} -o json`, { env });
  const tls = join(folder, 'tls');
  expect(JSON.parse(shown.stdout)).toMatchObject({
    command: 'pki guard',
    state: 'done',
    changes: [
      { operation: 'pki.sign', name: 'web', result: 'done' },
      { operation: 'pki.place', name: tls, result: 'done' },
      { operation: 'pki.go-back', name: tls, result: 'done' },
    ],
  });
});

test('a certificate that clients refuse is requested again a day later', async () => {
  const folder = fresh();
  const role = (more: string) =>
    trivet(`pki role write mixed --allow-any-name --key-type any --max-ttl 96h --yes ${more}`);
  await role('');
  const entry = '  - { folder: tls, role: mixed, common_name: www.example.com, ttl: 72h }';
  const path = file(folder, `endpoints:\n${entry}\n`);
  const first = await guard(path);
  expect(statuses(first.rows), first.stdout).toEqual(['renewed']);
  const serial = new X509Certificate(readFileSync(join(folder, 'tls', 'cert.pem'))).serialNumber;
  await trivet(`pki revoke ${serial} --yes`);
  await role('--no-server-flag --no-client-flag --email-protection-flag');
  expect(statuses((await guard(path)).rows)).toEqual(['failed']);
  clear();
  const { rows } = await guard(path);
  expect([statuses(rows), signings()]).toEqual([['held'], 0]);
  expect(rows[0]?.hint).toContain(
    'is sent again a day later. Once the role is right: trivet pki guard with --retry.',
  );
  await role('');
  expect(statuses((await guard(path)).rows)).toEqual(['held']);
  const nextDay = await guard(path, '', () => Date.now() + 25 * hour);
  expect(statuses(nextDay.rows), nextDay.stdout).toEqual(['renewed']);
});

test('a name that the file no longer has is named, and dropped by the next renewal', async () => {
  const folder = fresh();
  const entry = (more: string): string =>
    `endpoints:\n  - { folder: tls, role: web, common_name: www.example.com, ttl: 1h${more} }\n`;
  await guard(file(folder, entry(', alt_names: [old.example.com]')));
  const path = file(folder, entry(''));
  const { rows, stderr } = await guard(path);
  expect(statuses(rows)).toEqual(['ok']);
  expect(stderr).toContain('is also for dns old.example.com, which the file does not name');
  const names = (): string | undefined =>
    new X509Certificate(readFileSync(join(folder, 'tls', 'cert.pem'))).subjectAltName;
  expect(names()).toContain('old.example.com');
  expect(statuses((await guard(path, '', later)).rows)).toEqual(['renewed']);
  expect(names()).toBe('DNS:www.example.com');
});

describe('what is served', () => {
  test('stays where clients would refuse the new certificate, and is held until somebody changes something', async () => {
    const { write, entry, serial, runs, read } = await endpoint();
    const path = write(entry(asWww));
    await guard(path);
    const before = serial();
    // The same server under the same name, with a certificate for another one.
    write(entry(asWww).replace('www.example.com', 'api.example.com'));
    const { code, rows } = await guard(path);
    expect(code).toBe(12);
    expect(rows).toMatchObject([
      {
        status: 'failed',
        detail: expect.stringMatching(/^clients refuse the new certificate: it is not for www\.example\.com/),
      },
    ]);
    expect({ serial: serial(), runs: runs() }).toEqual({ serial: before, runs: 1 });
    expect(read('live/fullchain.pem')).toBe(read('tls/fullchain.pem'));
    clear();
    const held = await guard(path);
    expect([held.code, statuses(held.rows), signings()]).toEqual([12, ['held'], 0]);
    const again = await guard(path, '--retry');
    expect([statuses(again.rows), signings()]).toEqual([['failed'], 1]);
    write(entry(asWww));
    expect((await guard(path)).code).toBe(0);
    expect(statuses((await guard(path, '', later)).rows)).toEqual(['renewed']);
  });

  test('goes back when the server cannot be reached after its reload', async () => {
    const { write, entry, serial, read, runs, folder } = await endpoint();
    const path = write(entry(asWww));
    await guard(path);
    const before = serial();
    const kept = read('tls/fullchain.pem');
    write(entry(asWww, takesOnlyGood(folder)));
    const { code, rows, stderr } = await guard(path, '', later);
    expect([code, statuses(rows), serial()]).toEqual([12, ['rolled back'], before]);
    expect(rows[0]?.detail).toContain('the previous pair is served again');
    expect(stderr).toContain('.trivet/previous');
    expect([read('live/fullchain.pem'), runs()]).toEqual([kept, 3]);
  });

  test('keeps the new files when the command fails and the old pair is still served; the next run tries it again', async () => {
    const { write, entry, serial, read } = await endpoint();
    const path = write(entry(asWww));
    await guard(path);
    const before = serial();
    write(entry(asWww, 'false'));
    const { code, rows } = await guard(path, '', later);
    expect([code, statuses(rows)]).toEqual([12, ['problem']]);
    expect(rows[0]?.detail).toMatch(/its command failed: exit code 1; it serves another certificate/);
    expect(serial()).not.toBe(before);
    write(entry(asWww));
    clear();
    const next = await guard(path);
    expect([next.code, statuses(next.rows), signings()], next.stderr).toEqual([0, ['reloaded'], 0]);
    expect(read('live/fullchain.pem')).toBe(read('tls/fullchain.pem'));
  });

  test('reloads a server that sends another certificate than its files', async () => {
    const { write, entry, folder, runs } = await endpoint();
    const path = write(entry(asWww));
    await guard(path);
    await trivet(`pki issue web --common-name www.example.com --ttl 1h --layout nginx --out ${folder}/old`);
    for (const name of ['fullchain.pem', 'privkey.pem'])
      writeFileSync(join(folder, 'live', name), readFileSync(join(folder, 'old', name)));
    const dry = await guard(path, '--dry-run');
    expect(dry.rows).toMatchObject([
      { status: 'due', detail: expect.stringContaining('another certificate') },
    ]);
    const { code, rows } = await guard(path);
    expect([code, statuses(rows), runs()]).toEqual([0, ['reloaded'], 2]);
  });

  test('reports a server that cannot be reached, and one that nobody should use', async () => {
    const { write, entry, folder } = await endpoint();
    const path = write(entry(asWww));
    await guard(path);
    write(entry('    server_name: mail.example.com'));
    const wrong = await guard(path);
    expect([wrong.code, statuses(wrong.rows)]).toEqual([12, ['problem']]);
    rmSync(join(folder, 'live/fullchain.pem'));
    const gone = await guard(path);
    expect([gone.code, statuses(gone.rows)]).toEqual([12, ['problem']]);
  });

  test('trusts the root of the mount, or what the file names', async () => {
    const { write, entry, folder, serial } = await endpoint();
    await trivet(`pki ca show --out ${folder}/root.pem`);
    await trivet(`pki ca show --mount pki_int --out ${folder}/other.pem`);
    const path = write(entry(`${asWww}\n    trust: root.pem`));
    expect(statuses((await guard(path)).rows)).toEqual(['renewed']);
    write(entry(`${asWww}\n    trust: other.pem`));
    const before = serial();
    expect((await guard(path)).rows).toMatchObject([
      { status: 'failed', detail: expect.stringMatching(/^clients refuse the new .*: it is not trusted/) },
    ]);
    expect((await guard(path)).rows).toMatchObject([{ status: 'held' }]);
    expect(serial()).toBe(before);
    write(entry(`${asWww}\n    trust: nosuch.pem`));
    expect((await guard(path)).code).toBe(3);
  });
});

describe('the file', () => {
  const valid = 'endpoints: [{folder: tls, role: web, common_name: www.example.com}]\n';

  test('and its folder can be changed by nobody else', async () => {
    const folder = fresh();
    const path = file(folder, valid);
    chmodSync(path, 0o664);
    const open = await guard(path);
    expect(open.code).toBe(3);
    expect(open.stderr).toMatch(/other users can write to the file .*chmod go-w/s);
    chmodSync(path, 0o644);
    chmodSync(folder, 0o777);
    expect((await guard(path)).stderr).toContain('other users can write to the folder');
    chmodSync(folder, 0o755);
    expect((await guard(path, '--dry-run')).code).toBe(0);
    clear();
    expect(requests()).toEqual([]);
  });

  test.skipIf(process.getuid?.() !== 0)('of another user is refused', async () => {
    const folder = fresh();
    const path = file(folder, valid);
    chownSync(path, 12_345, 12_345);
    const { code, stderr } = await guard(path);
    expect(code).toBe(3);
    expect(stderr).toContain('belongs to another user (12345)');
    chownSync(path, 0, 0);
    chownSync(folder, 12_345, 12_345);
    expect((await guard(path)).code).toBe(3);
  });

  test.each([
    ['', 'the file is empty'],
    ['endpoints: []', 'there is no endpoint'],
    ['endpoint: []', '"endpoint" is not a key here'],
    ['- a', 'expected endpoints: a list'],
    ['endpoints: {a: b}', 'endpoints: expected a list'],
    ['endpoints: [tls]', 'expected an endpoint with folder and role'],
    ['endpoints: [{role: web}]', 'an endpoint needs folder'],
    ['endpoints: [{folder: tls}]', 'tls needs role'],
    ['endpoints: [{folder: tls, role: web, comon_name: x}]', 'Did you mean "common_name"?'],
    ['endpoints: [{folder: tls, role: web, alt_names: x}]', 'alt_names: expected a list of texts'],
    ['endpoints: [{folder: tls, role: web, reuse_key: "yes"}]', 'reuse_key: expected true or false'],
    ['endpoints: [{folder: tls, role: web, layout: apache}]', 'layout: expected pem, nginx, haproxy, pkcs12'],
    ['endpoints: [{folder: tls, role: web, before: soon}]', 'before must be a part such as 1/3'],
    ['endpoints: [{folder: tls, role: web, settle: soon}]', 'settle: expected a duration'],
    ['endpoints: [{folder: tls, role: web, new_key: dsa}]', 'new_key: expected ec:256'],
    ['endpoints: [{folder: tls, role: web, new_key: ec:256, reuse_key: true}]', 'cannot be given together'],
    ['endpoints: [{folder: tls, role: web, mode: 0644}]', 'mode: expected octal digits'],
    [
      'endpoints: [{folder: tls, role: web, owner: no-such-user}]',
      'owner: /etc/passwd has no "no-such-user"',
    ],
    ['endpoints: [{folder: tls, role: web, group: no-such-group}]', 'group: /etc/group has no'],
    ['endpoints: [{folder: tls, role: web, exec: [no-such-program]}]', 'there is no program'],
    ['endpoints: [{folder: tls, role: web, exec: []}]', 'exec is empty'],
    ['endpoints: [{folder: tls, role: web, served: www.example.com}]', 'served: expected a URL'],
    ['endpoints: [{folder: tls, role: web, layout: pkcs12}]', 'a key store needs a password'],
    ['endpoints: [{folder: tls, role: web, store_password_from: secret}]', 'expected env:NAME or @file'],
    ['endpoints: [{folder: tls, role: web, store_password_from: env:NO_SUCH}]', 'NO_SUCH is not set'],
    ['endpoints: [{folder: tls, role: web}, {folder: ./tls, role: web}]', './tls is listed twice'],
    ['endpoints: [{folder: tls, role: web}]\n---\n{}', 'only one document'],
    ['endpoints: [', 'fleet.yaml:1:'],
  ])('%j is refused with its place, before anything is sent', async (text, words) => {
    clear();
    const { code, stderr } = await trivet(`pki guard ${file(fresh(), text)}`);
    expect(code).toBe(3);
    expect(stderr).toContain(words);
    expect(stderr).toMatch(/fleet\.yaml:\d+:\d+/);
    expect(requests()).toEqual([]);
  });

  test('a folder that is listed under two paths is refused', async () => {
    const folder = fresh();
    mkdirSync(join(folder, 'tls'));
    symlinkSync('tls', join(folder, 'link'));
    clear();
    const text = 'endpoints: [{folder: tls, role: web}, {folder: link, role: web}]';
    const { code, stderr } = await trivet(`pki guard ${file(folder, text)}`);
    expect([code, stderr]).toEqual([
      3,
      expect.stringContaining('link is the folder tls, which is listed, too'),
    ]);
    expect(requests()).toEqual([]);
  });

  test.each(['no-such-file', '.'])('%s is not one', async (name) => {
    expect((await guard(join(fresh(), name))).code).toBe(3);
  });
});

test('two hundred endpoints cost one request each, one a certificate, a few for their mount, and two connections', async () => {
  const folder = fresh();
  const live = join(folder, 'e1');
  const { url, connections } = await serve(live);
  const path = file(
    folder,
    [
      `defaults: {role: web, layout: nginx, common_name: www.example.com, server_name: www.example.com, served: "${url}", settle: 0s}`,
      'endpoints:',
      ...Array.from({ length: 200 }, (_, index) => `  - {folder: e${index + 1}}`),
      '',
    ].join('\n'),
  );
  clear();
  const { rows } = await guard(path);
  expect(rows).toHaveLength(200);
  // The first one is served; the others are judged by the certificate of the first.
  expect(statuses(rows).filter((status) => status === 'renewed')).toHaveLength(1);
  expect(signings()).toBe(200);
  const asked = requests().filter(({ path }) => path.startsWith('/v1/pki/cert/'));
  expect(asked).toHaveLength(1);
  expect(requests().length - 200 - asked.length).toBeLessThanOrEqual(4);
  expect(connections()).toBeLessThanOrEqual(400);
});

describe('a name with several addresses', () => {
  const name = 'www.example.com';

  /** A renewed folder, and one with its predecessor; each is served at an address of the name. */
  const two = async () => {
    const [folder, old] = [fresh(), fresh()];
    const made = await trivet(`pki issue web --common-name ${name} --out ${join(old, 'tls')} --layout nginx`);
    expect([made.code, made.stderr]).toEqual([0, expect.anything()]);
    const first = await serve(join(folder, 'tls'));
    const port = Number(new URL(first.url).port);
    await serve(join(old, 'tls'), '127.0.0.2', port);
    const path = file(
      folder,
      `endpoints: [{folder: tls, role: web, layout: nginx, common_name: ${name}, served: "https://${name}:${port}", settle: 0s}]`,
    );
    return { folder, path, url: `https://${name}:${port}` };
  };
  /** In this process, whose look-ups of names are replaced. */
  const resolvedHere = { io: {} };
  const resolveTo = (addresses: readonly string[]): void => {
    const found = addresses.map((address) => ({ address, family: 4 }));
    const spy = vi
      .spyOn(promises, 'lookup')
      .mockResolvedValue(Object.assign(found, { address: '', family: 4 }));
    onTestFinished(() => spy.mockRestore());
  };

  test.each([[['127.0.0.1', '127.0.0.2']], [['127.0.0.2', '127.0.0.1']]])(
    'of which one sends an old certificate (%j) is a problem that names the address',
    async (addresses) => {
      const { path, url } = await two();
      resolveTo(addresses);
      const { rows, code } = await guard(path);
      expect([statuses(rows), code]).toEqual([['problem'], 12]);
      expect(rows[0]?.detail).toContain('it serves another certificate than its files, 127.0.0.2: ');
      const verified = await trivet(`pki verify ${url} -o json`, resolvedHere);
      const details = (JSON.parse(verified.stdout) as readonly { check: string; detail: string }[]).filter(
        ({ check }) => check === 'files',
      );
      expect(details.map(({ detail }) => detail).toSorted()).toEqual([
        expect.stringMatching(/ from .* at 127\.0\.0\.1$/),
        expect.stringMatching(/ from .* at 127\.0\.0\.2$/),
      ]);
    },
  );

  test('of which one cannot be reached says so', async () => {
    const { path, url } = await two();
    resolveTo(['127.0.0.1', '127.0.0.3']);
    const { rows, code } = await guard(path);
    expect([statuses(rows), code]).toEqual([['renewed'], 0]);
    expect(rows[0]?.warnings).toEqual([expect.stringContaining('127.0.0.3 was not looked at')]);
    const verified = await trivet(`pki verify ${url}`, resolvedHere);
    expect(verified.stdout).toContain('127.0.0.3 was not looked at');
  });
});

test('a folder that cannot be written is a failed row, and the commands of the others run', async () => {
  const folder = fresh();
  // Where the file of its lock has to be, there is a folder.
  mkdirSync(join(folder, 'bad', '.trivet', 'lock'), { recursive: true });
  const path = file(
    folder,
    ['bad', 'good']
      .map(
        (name) =>
          `  - { folder: ${name}, role: web, common_name: ${name}.example.com, exec: [touch, ${join(folder, name)}.ran] }`,
      )
      .reduce((text, line) => `${text}${line}\n`, 'endpoints:\n'),
  );
  for (const reason of ['renewed', 'ok']) {
    const { rows, code } = await guard(path);
    expect([code, statuses(rows)]).toEqual([12, ['failed', reason]]);
    expect(rows[0]?.detail).toContain('bad');
    expect(existsSync(join(folder, 'good.ran'))).toBe(true);
  }
});
