/** Pages at the end of a log-in: no scripts, no other requests. */

export interface Page {
  readonly status: number;
  readonly title: string;
  readonly text: string;
  readonly quoted?: string | undefined;
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** Characters of a server's words that a page repeats. */
const longest = 400;

const style =
  'body{font:1.1rem/1.5 system-ui,sans-serif;margin:0;background:#fff;color:#1b1b1b}' +
  'main{max-width:34rem;margin:12vh auto;padding:0 1.25rem;overflow-wrap:anywhere}' +
  'h1{font-size:1.5rem;line-height:1.2;margin:0 0 .75rem}' +
  'blockquote{margin:1rem 0;padding:.5rem 1rem;border-left:.25rem solid #767676}' +
  '@media(prefers-color-scheme:dark){body{background:#161616;color:#f2f2f2}}';

/** Only the page's own style applies, whatever its text holds. */
export const pageHeaders: Readonly<Record<string, string>> = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  connection: 'close',
};

export const pageText = ({ title, text, quoted = '' }: Page): string =>
  '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">' +
  '<meta name="viewport" content="width=device-width, initial-scale=1">' +
  `<title>${escaped(title)} · trivet</title><link rel="icon" href="data:,"><style>${style}</style></head>` +
  `<body><main><h1>${escaped(title)}</h1><p role="status">${escaped(text)}</p>` +
  (quoted === '' ? '' : `<blockquote>${escaped(quoted.slice(0, longest))}</blockquote>`) +
  '</main></body></html>\n';
