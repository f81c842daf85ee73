/** A headless chromium with one page, asked by the DevTools protocol. */
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WebSocket } from 'ws';

/** Not every machine has one: its tests are skipped there. */
export const chromiumIsHere = spawnSync('chromium', ['--version']).status === 0;

type Parameters = Readonly<Record<string, unknown>>;

/** Starts it and returns the address of its debugger, and what ends it. */
const start = async (
  profile: string,
): Promise<{ readonly host: string; readonly end: () => Promise<void> }> => {
  const flags = ['--headless=new', '--no-sandbox', '--disable-gpu', '--remote-debugging-port=0'];
  const child = spawn('chromium', [...flags, `--user-data-dir=${profile}`, 'about:blank'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  // Its other processes write to the profile until they end: they hold the pipe, too.
  const gone = new Promise((done) => child.once('close', done));
  const host = await new Promise<string>((resolve, reject) => {
    child.once('exit', () => reject(new Error('chromium ended')));
    child.stderr.on('data', (chunk: Buffer) => {
      const found = /DevTools listening on ws:\/\/([^/]+)\//.exec(chunk.toString());
      if (found?.[1] !== undefined) resolve(found[1]);
    });
  });
  return {
    host,
    end: async () => {
      child.kill();
      await gone;
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
};

export const openChromium = async () => {
  const { host, end } = await start(mkdtempSync(join(tmpdir(), 'trivet-chromium-')));
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
  /** Ends with the next page that is loaded. */
  const loaded = (): Promise<void> => new Promise((resolve) => loads.push(resolve));
  for (const domain of ['Page', 'Runtime', 'Network', 'Log']) await ask(`${domain}.enable`);
  await ask('Emulation.setFocusEmulationEnabled', { enabled: true });
  return {
    ask,
    loaded,
    /** What the protocol reported: requests, and what the console shows. */
    seen,
    open: async (url: string): Promise<void> => {
      const done = loaded();
      await ask('Page.navigate', { url });
      await done;
    },
    /** The value of an expression in the page, of a promise what it becomes. */
    value: async (expression: string): Promise<unknown> =>
      (
        (await ask('Runtime.evaluate', { expression, returnByValue: true, awaitPromise: true }))[
          'result'
        ] as Parameters
      )['value'],
    press: async (name: string, code: number, text?: string): Promise<void> => {
      const key = {
        key: name,
        code: name,
        windowsVirtualKeyCode: code,
        ...(text === undefined ? {} : { text }),
      };
      await ask('Input.dispatchKeyEvent', { type: 'keyDown', ...key });
      await ask('Input.dispatchKeyEvent', { type: 'keyUp', ...key });
    },
    resize: async (width: number, height: number): Promise<void> => {
      await ask('Emulation.setDeviceMetricsOverride', {
        width,
        height,
        deviceScaleFactor: 1,
        mobile: width < 600,
      });
    },
    close: async (): Promise<void> => {
      socket.close();
      await end();
    },
  };
};
