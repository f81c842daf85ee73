/** What stands around the content of every page. */
import { escaped, link } from './html.ts';

export interface SiteEntry {
  readonly title: string;
  readonly href: string;
}

export interface Shelf {
  readonly title: string;
  readonly entries: readonly SiteEntry[];
  /** Below one of its entries, while a page of it is shown. */
  readonly inside?: ReadonlyMap<string, readonly SiteEntry[]>;
}

interface Framed {
  /** Path below the site. */
  readonly path: string;
  readonly title: string;
  readonly about: string;
  readonly html: string;
  /** Its headings, for the list of what is on the page. */
  readonly headings: readonly { readonly id: string; readonly text: string; readonly depth: number }[];
  readonly previous: SiteEntry | undefined;
  readonly next: SiteEntry | undefined;
}

export interface Site {
  readonly version: string;
  readonly shelves: readonly Shelf[];
  /** The address of the site, and that of its sources; undefined where package.json does not name them. */
  readonly address: string | undefined;
  readonly repository: string | undefined;
}

/** From a page to a path of the site. */
export const relativeTo = (page: string, target: string): string =>
  /^https?:/.test(target) ? target : `${'../'.repeat(page.split('/').length - 1)}${target}`;

/** Nothing from elsewhere; `file:` for a copy on the disk, where `'self'` means nothing to some browsers. */
const policy =
  "default-src 'none'; script-src 'self' file:; style-src 'self' file:; img-src 'self' file: data:; base-uri 'none'; form-action 'none'";

const entryHtml = (page: string, { title, href }: SiteEntry, inner = ''): string =>
  `<li><a href="${escaped(relativeTo(page, href))}"${href === page ? ' aria-current="page"' : ''}>${escaped(title)}</a>${inner}</li>`;

const shelfHtml = (page: string, { title, entries, inside }: Shelf): string => {
  const below = ({ href }: SiteEntry): string => {
    const own = inside?.get(href) ?? [];
    return [href, ...own.map((one) => one.href)].includes(page) && own.length > 0
      ? `<ul>${own.map((one) => entryHtml(page, one)).join('')}</ul>`
      : '';
  };
  const isOpen =
    page === 'index.html' ||
    entries.some((one) => one.href === page || inside?.get(one.href)?.some(({ href }) => href === page));
  return `<details${isOpen ? ' open' : ''}><summary>${escaped(title)}</summary><ul>${entries
    .map((one) => entryHtml(page, one, below(one)))
    .join('')}</ul></details>`;
};

/** Too long a list leads nowhere. */
const onPage = (headings: Framed['headings']): string => {
  const all = headings.filter(({ depth }) => depth === 2 || depth === 3);
  const shown = all.length > 40 ? all.filter(({ depth }) => depth === 2) : all;
  return shown.length < 3
    ? ''
    : `<nav class="contents" aria-label="On this page"><p>On this page</p><ul>${shown
        .map(
          ({ id, text, depth }) =>
            `<li class="depth-${depth}"><a href="#${escaped(id)}">${escaped(text)}</a></li>`,
        )
        .join('')}</ul></nav>`;
};

const turn = (page: string, previous: SiteEntry | undefined, next: SiteEntry | undefined): string => {
  const one = (entry: SiteEntry | undefined, rel: string, word: string): string =>
    entry === undefined
      ? ''
      : `<a rel="${rel}" href="${escaped(relativeTo(page, entry.href))}"><span>${word}</span> ${escaped(entry.title)}</a>`;
  return previous === undefined && next === undefined
    ? ''
    : `<nav class="turn" aria-label="Previous and next page">${one(previous, 'prev', 'Previous')}${one(next, 'next', 'Next')}</nav>`;
};

/** The whole page. */
export const framed = (
  site: Site,
  { path, title, about, html, headings, previous, next }: Framed,
): string => {
  const to = (target: string): string => escaped(relativeTo(path, target));
  const canonical =
    site.address === undefined
      ? ''
      : `<link rel="canonical" href="${escaped(new URL(path.replace(/(^|\/)index\.html$/, '$1'), site.address).href)}">\n`;
  const sources = site.repository === undefined ? '' : link(site.repository, 'Source');
  return `<!doctype html>
<html lang="en" data-root="${to('')}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${escaped(title === 'trivet' ? 'trivet: one command line for workspaces, secrets and jobs' : `${title} · trivet`)}</title>
<meta name="description" content="${escaped(about)}">
${canonical}<link rel="stylesheet" href="${to('style.css')}">
<link rel="icon" href="${to('icon.svg')}" type="image/svg+xml">
<script src="${to('site.js')}" defer></script>
</head>
<body${path === 'index.html' ? ' class="home"' : ''}>
<a class="skip" href="#content">Skip to the content</a>
<header class="top">
<button type="button" class="menu" popovertarget="pages">Menu</button>
<a class="brand" href="${to('index.html')}"><img src="${to('icon.svg')}" alt="" width="22" height="22">trivet</a>
<div class="search" data-search></div>
<nav aria-label="Site"><a href="${to('docs/index.html')}">Guides</a><a href="${to('commands/index.html')}">Commands</a><a href="${to('pages.html')}">All pages</a>${sources}</nav>
</header>
<div class="frame">
<nav id="pages" popover aria-label="Pages">
<button type="button" class="close" popovertarget="pages" popovertargetaction="hide">Close</button>
${site.shelves.map((shelf) => shelfHtml(path, shelf)).join('\n')}
</nav>
<main id="content" tabindex="-1">
<article>
${html}</article>
${turn(path, previous, next)}
</main>
${onPage(headings)}
</div>
<footer>trivet ${escaped(site.version)} · <a href="${to('CHANGELOG.html')}">Changelog</a> · <a href="${to('LICENSE.html')}">MIT licence</a> · <a href="${to('pages.html')}">All pages</a></footer>
</body>
</html>
`;
};
