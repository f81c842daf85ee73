/**
 * Builds the documentation site as `npm run site` does, and checks what it consists of; then uses it in a browser, where
 * there is chromium.
 */
import { isHidden } from '../src/catalogue/command.ts';
import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join, posix, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { runInNewContext } from 'node:vm';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { siteOf } from '../scripts/generate/build.ts';
import { loadCatalogue } from '../scripts/generate/catalogue.ts';
import { chromiumIsHere, openChromium } from './support/chromium.ts';
import { startFakeServer } from './support/fake-server.ts';
import type { FakeServer } from './support/fake-server.ts';
import { partOf } from './support/part.ts';

const root = resolve(import.meta.dirname, '..');
const folder = mkdtempSync(join(tmpdir(), 'trivet-site-'));

let files: ReadonlyMap<string, string> = new Map();
beforeAll(async () => {
  const { GITHUB_REPOSITORY: _, ...env } = process.env;
  await promisify(execFile)(process.execPath, [join(root, 'scripts/site.mjs'), '--into', folder], { env });
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => extname(name) !== '',
  );
  files = new Map(names.map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
});
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));

const pages = (): readonly (readonly [path: string, html: string])[] =>
  [...files].filter(([path]) => path.endsWith('.html'));
const all = (html: string, pattern: RegExp): readonly string[] =>
  [...html.matchAll(pattern)].map(([, found = '']) => found);
const known = new Map<string, readonly string[]>();
const idsOf = (path: string): readonly string[] => {
  const ids = known.get(path) ?? all(files.get(path) ?? '', /\sid="([^"]*)"/g);
  known.set(path, ids);
  return ids;
};

/** Why a link of a page does not lead anywhere. */
const broken = (page: string, target: string): readonly string[] => {
  const [file = '', anchor] = target.split('#');
  const path = file === '' ? page : posix.join(posix.dirname(page), file);
  if (!files.has(path)) return [`${page}: ${target}`];
  return anchor === undefined || idsOf(path).includes(anchor) ? [] : [`${page}: ${target}`];
};

describe('the site', () => {
  test('has each page of the documentation and of every command', async () => {
    const markdown = ['docs', 'docs/adr'].flatMap((one) =>
      readdirSync(join(root, one))
        .filter((name) => name.endsWith('.md'))
        .map((name) => `${one}/${name}`),
    );
    const documents = ['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md', ...markdown].map(
      (path) => path.replace('README.md', 'index.md').replace('.md', '.html'),
    );
    const commands = (await loadCatalogue())
      .flatMap(({ commands: own }) => own)
      .filter((one) => !isHidden(one))
      .map(({ path }) => `commands/${path.replaceAll(' ', '-')}.html`);
    const manual = readdirSync(join(root, 'man'))
      .filter((name) => name !== 'trivet.1')
      .map((name) => `commands/${name.replace('trivet-', '').replace('.1', '.html')}`);
    const wanted = [
      ...documents,
      ...commands,
      ...manual,
      'docs/cookbook/index.html',
      'pages.html',
      '404.html',
    ];
    expect(wanted.filter((path) => !files.has(path))).toEqual([]);
    const listed = files.get('pages.html') ?? '';
    expect(wanted.filter((path) => path !== '404.html' && !listed.includes(`href="${path}"`))).toEqual([]);
  });

  test('has links and anchors that all lead somewhere', () => {
    const targets = pages().flatMap(([page, html]) =>
      all(html, /\s(?:href|src)="([^"]*)"/g)
        .filter((target) => !/^https?:/.test(target))
        .flatMap((target) => broken(page, target)),
    );
    expect(targets).toEqual([]);
  });

  test('loads nothing from elsewhere, and says so to the browser', () => {
    for (const [page, html] of pages()) {
      const [policy = ''] = all(html, /http-equiv="Content-Security-Policy" content="([^"]*)"/g);
      expect(`${page}: ${policy}`).toContain(`${page}: default-src 'none'; `);
      expect(`${page}: ${policy}`).not.toMatch(/https?:|\*|unsafe/);
      const loaded = [
        ...all(html, /<(?:script|img)[^>]* src="([^"]*)"/g),
        ...all(html, /<link[^>]* href="([^"]*)"/g),
      ];
      expect(loaded.filter((target) => /^(?:\w+:)?\/\//.test(target))).toEqual([]);
      expect(
        `${page}: ${/<script(?![^>]* src=)|\son\w+=|\sstyle=|<style|<iframe|<form/.exec(html)?.[0]}`,
      ).toBe(`${page}: undefined`);
    }
    expect(files.get('style.css')).not.toMatch(/url\(|@import/);
  });

  test('has pages with a language, a title, one first heading, landmarks, and no id twice', () => {
    for (const [page, html] of pages()) {
      const ids = idsOf(page);
      expect(`${page}: ${ids.filter((id, at) => ids.indexOf(id) !== at).join()}`).toBe(`${page}: `);
      for (const part of [
        '<html lang="en"',
        '<title>',
        '<h1 ',
        '<main ',
        '<header ',
        '<footer>',
        '<!doctype html>',
      ])
        expect(`${page}: ${part}: ${html.split(part).length - 1}`).toBe(`${page}: ${part}: 1`);
      const opened = all(
        html,
        /<(article|nav|ul|ol|li|table|tr|td|th|p|pre|code|figure|details|div|a|dl|dt|dd|span)\b/g,
      );
      const closed = all(
        html,
        /<\/(article|nav|ul|ol|li|table|tr|td|th|p|pre|code|figure|details|div|a|dl|dt|dd|span)>/g,
      );
      expect(`${page}: ${opened.toSorted().join()}`).toBe(`${page}: ${closed.toSorted().join()}`);
      expect(all(html, /(<img(?![^>]* alt=)[^>]*>)/g)).toEqual([]);
    }
    const titles = pages().map(([, html]) => all(html, /<title>([^<]*)/g)[0]);
    expect(titles.filter((title, at) => titles.indexOf(title) !== at)).toEqual([]);
  });

  test('holds no path of the machine that built it, and is not part of the package', () => {
    expect([...files].filter(([, text]) => text.includes(root)).map(([path]) => path)).toEqual([]);
    const { files: shipped } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      readonly files: readonly string[];
    };
    expect(shipped).toContain('!dist/site');
  });

  test('leads to the sources and says its address as soon as these are known', async () => {
    const named = await siteOf(root, {
      address: 'https://trivet.example/docs/',
      repository: 'https://git.example/acme/trivet',
      notices: '# Third-party notices\n',
    });
    expect(named.get('CONTRIBUTING.html')).toContain(
      'href="https://git.example/acme/trivet/blob/HEAD/src/config/globals.ts"',
    );
    expect(named.get('docs/index.html')).toContain(
      'rel="canonical" href="https://trivet.example/docs/docs/"',
    );
    const bare = await siteOf(root, { address: undefined, repository: undefined, notices: '# Notices\n' });
    expect(bare.get('CONTRIBUTING.html')).toContain('globals.ts');
    expect(bare.get('CONTRIBUTING.html')).not.toContain('globals.ts"');
    expect(bare.get('index.html')).not.toContain('canonical');
    const { homepage } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      readonly homepage: string;
    };
    expect(files.get('CONTRIBUTING.html')).toContain(`href="${homepage}/blob/HEAD/src/config/globals.ts"`);
    // The address of the sources is not that of the site.
    expect(files.get('index.html')).not.toContain('canonical');
  });
});

interface Found {
  readonly title: string;
  readonly href: string;
  readonly lines: readonly string[];
}

describe('the search of the site', () => {
  interface Io {
    readonly trivetEntries: readonly Found[];
    readonly trivetSearch: Promise<(question: string, most: number) => readonly Found[]>;
  }
  let io: Io;
  beforeAll(() => {
    io = runInNewContext(`${files.get('search.js')}; globalThis`) as Io;
  });

  test('has entries that all lead somewhere', () => {
    expect(io.trivetEntries.length).toBeGreaterThan(800);
    expect(io.trivetEntries.flatMap(({ href }) => broken('index.html', href))).toEqual([]);
  });

  test.each([
    ['lock all prod workspaces', 'commands/workspace-lock.html'],
    ['revoke a certificate', 'commands/pki-revoke.html'],
    ['what is a receipt', 'docs/glossary.html#row-receipt'],
    ['certificat renew', 'commands/pki-renew.html'],
    ['exit code 9', 'docs/troubleshooting.html#exit-9'],
    ['vault kv', 'commands/api.html'],
    ['kubectl logs', 'commands/job-logs.html'],
    ['uninstall', 'docs/installation.html'],
  ])('finds a page for: %s', async (question, page) => {
    const found = (await io.trivetSearch)(question, 8).map(({ href }) => href);
    expect(found.slice(0, 5).filter((href) => href.startsWith(page))).not.toEqual([]);
  });
});

type Browser = Awaited<ReturnType<typeof openChromium>>;

describe.skipIf(!chromiumIsHere)('the site in chromium, which is not on every machine', () => {
  let server: FakeServer;
  let browser: Browser;
  beforeAll(async () => {
    const types: Readonly<Record<string, string>> = {
      '.html': 'text/html; charset=utf-8',
      '.css': 'text/css',
      '.js': 'text/javascript',
      '.svg': 'image/svg+xml',
    };
    server = await startFakeServer(({ path }) => {
      const body = files.get(path.slice(1));
      return body === undefined
        ? { status: 404, headers: { 'content-type': 'text/html' }, body: files.get('404.html') ?? '' }
        : { headers: { 'content-type': types[extname(path)] ?? '' }, body };
    });
    browser = await openChromium();
  });
  afterAll(async () => {
    await browser.close();
    await server.close();
  });

  const open = (path: string): Promise<void> => browser.open(`${server.origin}/${path}`);
  /** After what happens in the page by itself. */
  const until = async (expression: string, value: unknown): Promise<void> => {
    await expect.poll(() => browser.value(expression)).toEqual(value);
  };
  const type = (text: string): Promise<unknown> => browser.ask('Input.insertText', { text });

  test(
    'shows its pages at 360 pixels without scrolling sideways, and asks nobody else',
    { timeout: 900_000 },
    async () => {
      await browser.resize(360, 740);
      const guides = pages().filter(
        ([path]) => !path.startsWith('commands/') && !path.startsWith('docs/adr'),
      );
      const others = pages().filter((page) => !guides.includes(page));
      for (const [path] of [...partOf(guides, 3), ...partOf(others, 20)]) {
        await open(path);
        expect(`${path}: ${String(await browser.value('document.documentElement.scrollWidth'))}`).toBe(
          `${path}: 360`,
        );
      }
      const asked = browser.seen
        .filter(({ method }) => method === 'Network.requestWillBeSent')
        .map(({ params }) => new URL((params['request'] as { readonly url: string }).url).host);
      expect([...new Set(asked)]).toEqual([new URL(server.origin).host]);
      expect(browser.seen.filter(({ method }) => method === 'Log.entryAdded')).toEqual([]);
    },
  );

  test('is searched with only the keyboard', async () => {
    await browser.resize(1280, 800);
    await open('docs/many.html');
    await browser.press('/', 191, '/');
    await until('document.activeElement.type', 'search');
    expect(await browser.value('document.activeElement.value')).toBe('');
    await type('revoke a certificate');
    await until('document.querySelector(".results").hidden', false);
    const chosen = 'document.querySelector("[aria-selected=true] a")?.pathname';
    const first = await browser.value(chosen);
    expect(first).toBe('/commands/pki-revoke.html');
    await browser.press('ArrowDown', 40);
    expect(await browser.value(chosen)).not.toBe(first);
    await browser.press('ArrowUp', 38);
    expect(await browser.value('document.activeElement.getAttribute("aria-activedescendant")')).toBe(
      'result-0',
    );
    await browser.press('Escape', 27);
    expect(await browser.value('document.querySelector(".results").hidden')).toBe(true);
    await browser.press('ArrowDown', 40);
    await browser.press('ArrowUp', 38);
    const next = browser.loaded();
    await browser.press('Enter', 13, '\r');
    await next;
    expect(await browser.value('location.pathname')).toBe('/commands/pki-revoke.html');
  });

  test('says when nothing was found', async () => {
    await open('index.html');
    await browser.press('/', 191, '/');
    await type('xyzzyqwv');
    const said = 'document.querySelector("[role=status]").textContent';
    await until(said, 'Nothing was found.');
    expect(await browser.value('document.querySelector(".results").hidden')).toBe(true);
  });

  test('lets the keyboard skip to the content', async () => {
    await open('docs/many.html');
    await browser.press('Tab', 9);
    expect(await browser.value('document.activeElement.textContent')).toBe('Skip to the content');
    expect(await browser.value('document.activeElement.getBoundingClientRect().top >= 0')).toBe(true);
    await browser.press('Enter', 13, '\r');
    await until('document.activeElement.id', 'content');
  });

  test.each(['light', 'dark'])('has texts with enough contrast when the system is %s', async (scheme) => {
    await browser.ask('Emulation.setEmulatedMedia', {
      features: [{ name: 'prefers-color-scheme', value: scheme }],
    });
    await open('commands/workspace-lock.html');
    // The formula of WCAG 2; 4.5 is what it asks of text.
    const least = await browser.value(`(() => {
      const light = (color) => {
        const [r, g, b] = color.match(/[\\d.]+/g).map((part) => {
          const share = part / 255;
          return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
        });
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
      };
      const ground = (element) => {
        const { backgroundColor } = getComputedStyle(element);
        return backgroundColor === 'rgba(0, 0, 0, 0)' ? ground(element.parentElement) : backgroundColor;
      };
      return [...document.querySelectorAll('p, a, code, dd, td, th, h1, h2, summary, span, footer, input')]
        .filter((element) => element.offsetParent !== null)
        .map((element) => {
          const [a, b] = [light(getComputedStyle(element).color), light(ground(element))];
          return [(Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05), element.outerHTML.slice(0, 90)];
        })
        .filter(([contrast]) => contrast < 4.5);
    })()`);
    expect(least).toEqual([]);
    const dark = await browser.value(
      'getComputedStyle(document.body).backgroundColor === "rgb(255, 255, 255)"',
    );
    expect(dark).toBe(scheme === 'light');
  });

  test('copies the commands of a session without what they printed', async () => {
    await browser.ask('Browser.grantPermissions', {
      permissions: ['clipboardReadWrite', 'clipboardSanitizedWrite'],
    });
    await open('index.html');
    await browser.value('document.querySelector(".console .copy").click()');
    await until('document.querySelector(".console .copy").textContent', 'Copied');
    const copied = String(await browser.value('navigator.clipboard.readText()')).split('\n');
    expect(copied[0]).toMatch(/^trivet workspace list /);
    expect(copied.filter((line) => !/^(?:trivet|echo) /.test(line))).toEqual([]);
  });

  test('works without JavaScript: the menu opens, all pages are listed, nothing offers a search', async () => {
    await browser.ask('Emulation.setScriptExecutionDisabled', { value: true });
    await browser.resize(360, 740);
    await open('docs/concepts.html');
    expect(await browser.value('document.querySelectorAll("input, .copy").length')).toBe(0);
    const shown = 'document.getElementById("pages").checkVisibility()';
    expect(await browser.value(shown)).toBe(false);
    for (const kind of ['mousePressed', 'mouseReleased'])
      await browser.ask('Input.dispatchMouseEvent', {
        type: kind,
        x: 35,
        y: 28,
        button: 'left',
        clickCount: 1,
      });
    await until(shown, true);
    await browser.press('Escape', 27);
    await until(shown, false);
    expect(await browser.value('document.querySelector("footer a[href$=\'pages.html\']") !== null')).toBe(
      true,
    );
    await browser.ask('Emulation.setScriptExecutionDisabled', { value: false });
  });

  test('works as files on the disk, with its search', async () => {
    await browser.resize(1280, 800);
    await browser.open(pathToFileURL(join(folder, 'docs/many.html')).href);
    expect(await browser.value('getComputedStyle(document.querySelector(".top")).position')).toBe('sticky');
    await browser.press('/', 191, '/');
    await type('renew certificates');
    await until(
      'document.querySelector("[aria-selected=true] a")?.pathname.split("/").slice(-2).join("/")',
      'commands/pki-renew.html',
    );
    expect(await browser.value('[...document.images].every((image) => image.naturalWidth > 0)')).toBe(true);
  });
});
