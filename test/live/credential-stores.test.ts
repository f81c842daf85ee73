/**
 * Tests the keeper of Linux desktops with a real one: gnome-keyring on a session bus of its own, judged by `secret-tool`
 * and `dbus-send`. The servers are the sandbox.
 */
import { execFileSync, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { runCli, words } from '../support/run-cli.ts';
import { useSandbox } from '../support/sandbox.ts';

const programs = ['dbus-daemon', 'dbus-send', 'gnome-keyring-daemon', 'secret-tool'];
const hasAll = programs.every((name) => {
  try {
    return execFileSync('sh', ['-c', `command -v ${name}`]).length > 0;
  } catch {
    return false;
  }
});

const { sandbox, requests, clear } = useSandbox({ fresh: true });

let folder = '';
let bus: ChildProcess | undefined;
let env: Record<string, string> = {};

const system = (name: string, ...args: string[]): string =>
  execFileSync(name, args, { env: { ...process.env, ...env } }).toString();

beforeAll(async () => {
  if (!hasAll) return;
  folder = mkdtempSync(join(tmpdir(), 'trivet-live-keepers-'));
  mkdirSync(join(folder, 'run'), { mode: 0o700 });
  mkdirSync(join(folder, 'home'));
  env = { HOME: join(folder, 'home'), XDG_RUNTIME_DIR: join(folder, 'run') };
  const started = spawn('dbus-daemon', ['--session', '--nofork', '--print-address'], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  bus = started;
  const address = await new Promise<string>((resolve) => {
    started.stdout.once('data', (chunk: Buffer) => resolve(chunk.toString().trim()));
  });
  env['DBUS_SESSION_BUS_ADDRESS'] = address;
  // It goes to the background, and ends with its bus.
  execFileSync('gnome-keyring-daemon', ['--unlock', '--components=secrets'], {
    env: { ...process.env, ...env },
    input: 'a password\n',
    stdio: ['pipe', 'pipe', 'ignore'],
  });
});
afterAll(() => {
  bus?.kill();
  rmSync(folder, { recursive: true, force: true });
});

const trivet = (line: string) =>
  runCli(words(line), {
    env: {
      PATH: process.env['PATH'] ?? '',
      TRIVET_CONFIG_DIR: join(folder, 'config'),
      PW: 'alice-password',
      ...env,
    },
  });
const profiles = (): string => readFileSync(join(folder, 'config/profiles.json'), 'utf8');
const idOf = (): string => /"id": "([0-9a-f]{24})"/.exec(profiles())?.[1] ?? '';
const inKeyring = (): number =>
  system('secret-tool', 'search', '--all', 'application', 'trivet').split('label = ').length - 1;
const login = 'login secrets --method userpass --username alice --password-from env:PW';

describe.runIf(hasAll)('Secret Service', () => {
  beforeEach(async () => {
    await trivet(`profile set live --secrets-url ${sandbox().urls.secrets} --secrets-product generic`);
  });

  test('keeps the token of a log-in, as secret-tool sees it, and gives it up at the log-out', async () => {
    const result = await trivet(login);
    expect(result.stderr).toContain('its token in Secret Service');
    const token = system('secret-tool', 'lookup', 'application', 'trivet', 'token', idOf());
    expect(token).toMatch(/^\S{20,}$/);
    expect(profiles()).not.toContain(token);
    expect(await trivet('pki role list')).toMatchObject({ code: 0, stderr: '' });
    expect((await trivet('auth status')).stdout).toContain('profile "live" (Secret Service)');
    await trivet(login);
    expect(inKeyring()).toBe(1);
    expect((await trivet('logout secrets')).stderr).toContain('the token was revoked');
    expect(inKeyring()).toBe(0);
  });

  test('gives tokens to the file, and takes them back', async () => {
    await trivet(login);
    await trivet('profile set live --token-keeper file');
    expect(inKeyring()).toBe(0);
    const [, token = ''] = /"value": "([^"]+)"/.exec(profiles()) ?? [];
    await trivet('profile set live --token-keeper system');
    expect(profiles()).not.toContain(token);
    expect(system('secret-tool', 'lookup', 'application', 'trivet', 'token', idOf())).toBe(token);
    expect(await trivet('pki role list')).toMatchObject({ code: 0 });
  });

  test('is an error with a hint when it is locked, and nothing is sent', async () => {
    await trivet(login);
    system(
      'dbus-send',
      '--session',
      '--print-reply',
      '--dest=org.freedesktop.secrets',
      '/org/freedesktop/secrets',
      'org.freedesktop.Secret.Service.Lock',
      'array:objpath:/org/freedesktop/secrets/collection/login',
    );
    clear();
    const result = await trivet('pki role list');
    expect(result.code).toBe(3);
    expect(result.stderr).toContain('Secret Service is locked, and nobody can be asked to unlock it');
    expect((await trivet(login)).code).toBe(3);
    const before = profiles();
    const out = await trivet('logout');
    expect([out.code, out.stderr]).toEqual([
      3,
      expect.stringContaining('profile live is still logged in to secrets'),
    ]);
    expect(profiles()).toBe(before);
    expect(requests()).toEqual([]);
    // Another daemon in its place unlocks with the password.
    execFileSync('gnome-keyring-daemon', ['--replace', '--unlock', '--components=secrets'], {
      env: { ...process.env, ...env },
      input: 'a password\n',
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    expect(await trivet('logout')).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('the token was revoked'),
    });
    expect(inKeyring()).toBe(0);
  });
});
