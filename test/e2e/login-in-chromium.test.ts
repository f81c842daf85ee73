/** Logs in with a real browser and its keyboard, on a small screen. Skipped where there is no chromium. */
import { afterAll, expect, test } from 'vitest';
import { chromiumIsHere, openChromium } from '../support/chromium.ts';
import { useConfigFolder } from '../support/config-folder.ts';
import { freePort } from '../support/free-port.ts';
import { useSandbox } from '../support/sandbox.ts';

const { trivet } = useConfigFolder();
const { sandbox } = useSandbox();

let page: Awaited<ReturnType<typeof openChromium>> | undefined;
afterAll(() => page?.close());

test.skipIf(!chromiumIsHere)(
  'a log-in works in chromium with the keyboard, at 360 pixels',
  { timeout: 90_000 },
  async () => {
    const browser = await openChromium();
    page = browser;
    await browser.resize(360, 640);
    const port = await freePort();
    await trivet(`profile set demo --secrets-url ${sandbox().urls.secrets} --secrets-product generic`);
    const ends: Promise<void>[] = [];
    const walk = async (address: string): Promise<void> => {
      await browser.open(address);
      expect(await browser.value('document.title')).toBe('Log in to the sandbox');
      const end = browser.loaded();
      await browser.press('Tab', 9);
      await browser.press('Enter', 13, '\r');
      await end;
    };
    const result = await trivet(`login secrets --method oidc --callback-port ${port} --timeout 60s`, {
      env: { BROWSER: '/bin/sh' },
      io: {
        startProgram: async (argv) => {
          ends.push(walk(argv.at(-1) ?? ''));
          return true;
        },
      },
    });
    await ends[0];
    expect(result).toMatchObject({ code: 0 });
    expect(await browser.value('document.title')).toBe('Logged in · trivet');
    expect(await browser.value('document.querySelector("[role=status]").textContent')).toContain(
      'close this page',
    );
    expect(await browser.value('document.documentElement.scrollWidth')).toBe(360);
    expect(await browser.value('document.documentElement.lang')).toBe('en');
    const requests = browser.seen
      .filter(({ method }) => method === 'Network.requestWillBeSent')
      .map(({ params }) => new URL((params['request'] as { readonly url: string }).url));
    expect(requests.filter(({ protocol }) => protocol === 'http:').map(({ host }) => host)).toEqual([
      `localhost:${port}`,
      new URL(sandbox().origin).host,
      new URL(sandbox().origin).host,
      `localhost:${port}`,
    ]);
    expect(browser.seen.filter(({ method }) => method === 'Log.entryAdded')).toEqual([]);
  },
);
