/** Listens on 127.0.0.1 and ::1, so that no other program can take one while the browser tries the other. */
import { timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { randomHex } from '../../system/random-hex.ts';

/** Pages at the end of a log-in: no scripts, no other requests. */

interface Page {
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
const pageHeaders: Readonly<Record<string, string>> = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  connection: 'close',
};

const pageText = ({ title, text, quoted = '' }: Page): string =>
  '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">' +
  '<meta name="viewport" content="width=device-width, initial-scale=1">' +
  `<title>${escaped(title)} · trivet</title><link rel="icon" href="data:,"><style>${style}</style></head>` +
  `<body><main><h1>${escaped(title)}</h1><p role="status">${escaped(text)}</p>` +
  (quoted === '' ? '' : `<blockquote>${escaped(quoted.slice(0, longest))}</blockquote>`) +
  '</main></body></html>\n';

export interface Arrival {
  readonly params: URLSearchParams;
  end(page: Page): Promise<void>;
}

export interface CallbackListener {
  readonly port: number;
  /** A local address that redirects to `address` once, since others can read the arguments of programs. */
  entrance(address: string): string;
  arrival(state: string): Promise<Arrival>;
  close(): Promise<void>;
}

export class PortsTaken extends Error {
  readonly ports: readonly number[];
  constructor(ports: readonly number[]) {
    super('every port is in use');
    this.ports = ports;
  }
}

/** Bytes; a code and a state are shorter. */
const longestForm = 64 * 1024;

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

const bound = (server: Server, host: string, port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port, exclusive: true, ipv6Only: true }, () => {
      server.off('error', reject);
      resolve();
    });
  });

const closed = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });

type Handle = (message: IncomingMessage, output: ServerResponse) => void;

const portOf = (server: Server): number => {
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
};

/** IPv6 may be missing; a port taken on either address is taken. */
const bothOn = async (port: number, handle: Handle): Promise<readonly Server[]> => {
  const four = createServer(handle);
  await bound(four, '127.0.0.1', port);
  const six = createServer(handle);
  try {
    await bound(six, '::1', portOf(four));
    return [four, six];
  } catch (error) {
    if (codeOf(error) !== 'EADDRINUSE') return [four];
    await closed(four);
    throw error;
  }
};

const firstFree = async (ports: readonly number[], handle: Handle): Promise<readonly Server[]> => {
  for (const port of ports) {
    try {
      return await bothOn(port, handle);
    } catch (error) {
      if (!['EADDRINUSE', 'EACCES'].includes(codeOf(error))) throw error;
    }
  }
  throw new PortsTaken(ports);
};

const show = (output: ServerResponse, page: Page): Promise<void> =>
  new Promise((resolve) => {
    output.once('close', resolve);
    output.writeHead(page.status, pageHeaders).end(pageText(page));
  });

const isSame = (one: string, other: string): boolean => {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
};

const formOf = async (message: IncomingMessage): Promise<URLSearchParams | undefined> => {
  if (!/^application\/x-www-form-urlencoded\b/i.test(message.headers['content-type'] ?? '')) return undefined;
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of message) {
    const bytes: Buffer = Buffer.from(chunk);
    size += bytes.length;
    if (size > longestForm) return undefined;
    chunks.push(bytes);
  }
  return new URLSearchParams(Buffer.concat(chunks).toString('utf8'));
};

const foreign: Page = {
  status: 403,
  title: 'Not for this address',
  text: 'A log-in of trivet waits here, at localhost only.',
};
const unknown: Page = {
  status: 404,
  title: 'Nothing here',
  text: 'A log-in of trivet waits at another path of this address.',
};
const stray: Page = {
  status: 400,
  title: 'Not the log-in that waits',
  text: 'This page does not belong to the log-in that trivet waits for. Nothing was changed. Go back to the page of that log-in, or begin again in the terminal.',
};
const again: Page = {
  status: 409,
  title: 'Already answered',
  text: 'This log-in was answered in another window. You can close this page.',
};

export const listenForCallback = async (
  ports: readonly number[],
  path: string,
): Promise<CallbackListener> => {
  let expected: string | undefined;
  let arrive: ((arrival: Arrival) => void) | undefined;
  let hasArrived = false;
  const entrances = new Map<string, string>();
  let port = 0;

  const answer = async (message: IncomingMessage, output: ServerResponse): Promise<void> => {
    const { method = '', headers } = message;
    if (![`localhost:${port}`, `127.0.0.1:${port}`, `[::1]:${port}`].includes(headers.host ?? ''))
      return show(output, foreign);
    const url = new URL(message.url ?? '/', `http://localhost:${port}`);
    const onward = entrances.get(url.pathname);
    if (onward !== undefined && method === 'GET') {
      entrances.delete(url.pathname);
      output.writeHead(303, { ...pageHeaders, location: onward }).end();
      return undefined;
    }
    if (url.pathname !== path) return show(output, unknown);
    const params =
      method === 'GET' ? url.searchParams : method === 'POST' ? await formOf(message) : undefined;
    const state = params?.get('state') ?? '';
    if (params === undefined || expected === undefined || !isSame(state, expected))
      return show(output, stray);
    if (hasArrived) return show(output, again);
    hasArrived = true;
    let isOver = false;
    arrive?.({
      params,
      end: (page) => {
        if (isOver) return Promise.resolve();
        isOver = true;
        return show(output, page);
      },
    });
    return undefined;
  };
  const servers = await firstFree(ports, (message, output) => {
    answer(message, output).catch(() => output.destroy());
  });
  port = servers[0] === undefined ? 0 : portOf(servers[0]);
  return {
    port,
    entrance: (address) => {
      const place = `/${randomHex(16)}`;
      entrances.set(place, address);
      return `http://localhost:${port}${place}`;
    },
    arrival: (state) =>
      new Promise((resolve) => {
        expected = state;
        arrive = resolve;
      }),
    close: async () => {
      await Promise.all(servers.map(closed));
    },
  };
};
