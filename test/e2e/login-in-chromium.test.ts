/** Logs in with a real browser and its keyboard, on a small screen. Skipped where there is no chromium. */
import type { ChildProcess } from 'node:child_process';
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { useConfigFolder } from '../support/config-folder.ts';
import { freePort } from '../support/free-port.ts';
import { useSandbox } from '../support/sandbox.ts';

const isHere = spawnSync('chromium', ['--version']).status === 0;
const profile = mkdtempSync(join(tmpdir(), 'trivet-chromium-'));
const { trivet } = useConfigFolder();
const { sandbox } = useSandbox();

let chromium: ChildProcess | undefined;
afterAll(async () => {
  if (chromium !== undefined) {
    const gone = new Promise((done) => chromium?.once('exit', done));
    chromium.kill();
    await gone;
  }
  rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
});

/** Starts it and returns the address of its debugger. */
const start = (): Promise<string> =>
  new Promise((resolve, reject) => {
    const flags = ['--headless=new', '--no-sandbox', '--disable-gpu', '--remote-debugging-port=0'];
    chromium = spawn('chromium', [...flags, `--user-data-dir=${profile}`, 'about:blank'], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    chromium.once('exit', () => reject(new Error('chromium ended')));
    chromium.stderr?.on('data', (chunk: Buffer) => {
      const found = /DevTools listening on ws:\/\/([^/]+)\//.exec(chunk.toString());
      if (found?.[1] !== undefined) resolve(found[1]);
    });
  });

type Parameters = Readonly<Record<string, unknown>>;

/** A page of it, asked by the DevTools protocol. */
const openPage = async () => {
  const host = await start();
  const pages = (await (await fetch(`http://${host}/json/list`)).json()) as {
    webSocketDebuggerUrl: string;
    type: string;
  }[];
  const socket = new WebSocket(pages.find(({ type }) => type === 'page')?.webSocketDebuggerUrl ?? '');
  await new Promise((resolve) => socket.once('open', resolve));
  const waiting = new Map<number, (result: Parameters) => void>();
  const loads: (() => void)[] = [];
  const seen: { readonly method: string; readonly params: Parameters }[] = [];
  socket.on('message', (data: Buffer) => {
    const { id, result, method, params } = JSON.parse(data.toString()) as {
      id?: number;
      result?: Parameters;
      method?: string;
      params?: Parameters;
    };
    if (id !== undefined) waiting.get(id)?.(result ?? {});
    if (method !== undefined) seen.push({ method, params: params ?? {} });
    if (method === 'Page.loadEventFired') for (const done of loads.splice(0)) done();
  });
  let count = 0;
  const ask = (method: string, params: Parameters = {}): Promise<Parameters> =>
    new Promise((resolve) => {
      count += 1;
      waiting.set(count, resolve);
      socket.send(JSON.stringify({ id: count, method, params }));
    });
  const loaded = (): Promise<void> => new Promise((resolve) => loads.push(resolve));
  const value = async (expression: string): Promise<unknown> =>
    ((await ask('Runtime.evaluate', { expression, returnByValue: true }))['result'] as Parameters)['value'];
  const press = async (name: string, code: number, text?: string): Promise<void> => {
    const key = {
      key: name,
      code: name,
      windowsVirtualKeyCode: code,
      ...(text === undefined ? {} : { text }),
    };
    await ask('Input.dispatchKeyEvent', { type: 'keyDown', ...key });
    await ask('Input.dispatchKeyEvent', { type: 'keyUp', ...key });
  };
  for (const domain of ['Page', 'Runtime', 'Network', 'Log']) await ask(`${domain}.enable`);
  await ask('Emulation.setDeviceMetricsOverride', {
    width: 360,
    height: 640,
    deviceScaleFactor: 1,
    mobile: true,
  });
  return { ask, loaded, value, press, seen, close: () => socket.close() };
};

test.skipIf(!isHere)(
  'a log-in works in chromium with the keyboard, at 360 pixels',
  { timeout: 90_000 },
  async () => {
    const page = await openPage();
    const port = await freePort();
    await trivet(`profile set demo --secrets-url ${sandbox().urls.secrets} --secrets-product documented`);
    const ends: Promise<void>[] = [];
    const walk = async (address: string): Promise<void> => {
      const provider = page.loaded();
      await page.ask('Page.navigate', { url: address });
      await provider;
      expect(await page.value('document.title')).toBe('Log in to the sandbox');
      const end = page.loaded();
      await page.press('Tab', 9);
      await page.press('Enter', 13, '\r');
      await end;
    };
    const result = await trivet(`login secrets --method oidc --callback-port ${port} --timeout 60s`, {
      env: { BROWSER: '/bin/sh' },
      world: {
        startProgram: async (argv) => {
          ends.push(walk(argv.at(-1) ?? ''));
          return true;
        },
      },
    });
    await ends[0];
    expect(result).toMatchObject({ code: 0 });
    expect(await page.value('document.title')).toBe('Logged in · trivet');
    expect(await page.value('document.querySelector("[role=status]").textContent')).toContain(
      'close this page',
    );
    expect(await page.value('document.documentElement.scrollWidth')).toBe(360);
    expect(await page.value('document.documentElement.lang')).toBe('en');
    const requests = page.seen
      .filter(({ method }) => method === 'Network.requestWillBeSent')
      .map(({ params }) => new URL((params['request'] as { readonly url: string }).url));
    expect(requests.filter(({ protocol }) => protocol === 'http:').map(({ host }) => host)).toEqual([
      `localhost:${port}`,
      new URL(sandbox().origin).host,
      new URL(sandbox().origin).host,
      `localhost:${port}`,
    ]);
    expect(page.seen.filter(({ method }) => method === 'Log.entryAdded')).toEqual([]);
    page.close();
  },
);
