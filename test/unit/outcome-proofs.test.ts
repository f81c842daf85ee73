/**
 * Walks every change of the catalogue through every failure: each known error of each product, every status without known
 * words, a reset before and after the request was sent, a lost reply, a timeout, garbage, and each of them after a first
 * attempt. What may be concluded is said here a second time, in few lines.
 */
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { HttpResponse, TransportFault } from '../../src/catalogue/http.ts';
import { TransportError } from '../../src/catalogue/http.ts';
import type { Operation } from '../../src/catalogue/operation.ts';
import { sentBy } from '../../src/catalogue/operation.ts';
import { SendError, sendWithRetries } from '../../src/http/retry.ts';
import type { TrivetError } from '../../src/system/error.ts';
import type { Call } from '../../src/services/call.ts';
import { effectOf, ReplyJudge } from '../../src/services/call.ts';
import { serviceOf } from '../../src/services/index.ts';
import { garbledReply, replyFailure, transportFailure } from '../../src/services/outcome.ts';
import type { KnownError, Product } from '../../src/services/product.ts';
import { lacking, productsOfService } from '../../src/services/products.ts';
import { allOperations } from '../support/catalogue.ts';
import { knowingEndpoint } from '../support/endpoint.ts';

const names = ['workspaces', 'secrets', 'jobs'] as const;
const changes = allOperations.filter((one) => one.effect !== 'read' && sentBy(one) === one);

const isFor = ({ operations }: KnownError, { id }: Operation): boolean =>
  operations === undefined || operations.some((one) => (one.endsWith('.') ? id.startsWith(one) : id === one));

/** An error body as each service writes it. */
const bodyOf: Readonly<Record<string, (text: string) => string>> = {
  workspaces: (text) => JSON.stringify({ errors: [{ detail: text }] }),
  secrets: (text) => JSON.stringify({ errors: [text] }),
  jobs: (text) => text,
};

const reply = (service: string, status: number, text: string): HttpResponse => ({
  status,
  headers: {},
  body: new TextEncoder().encode(bodyOf[service]?.(text) ?? text),
});

// A text for each pattern of the tables, made from the pattern itself.

/** The alternatives of a pattern, up to the parenthesis that ends it. */
const firstOf = (pattern: string): string => {
  let depth = 0;
  for (const { 0: letter, index } of pattern.matchAll(/[()|]/g)) {
    if (letter === '(') depth += 1;
    if (letter === ')') depth -= 1;
    if (letter === '|' && depth === 0) return pattern.slice(0, index);
  }
  return pattern;
};

const group = /\((?:\?:)?([^()]*)\)(\?)?/;

const sampleOf = ({ source, flags }: RegExp): string => {
  let left = firstOf(source).replaceAll(/\(\?!(?:[^()]|\([^()]*\))*\)/g, '');
  for (let found = group.exec(left); found !== null; found = group.exec(left)) {
    left = left.replace(group, () => (found?.[2] === '?' ? '' : firstOf(found?.[1] ?? '')));
  }
  const text = left
    .replaceAll(/\[\^[^\]]*\]\*/g, 'x')
    .replaceAll(/\[(.)[^\]]*\]/g, '$1')
    .replaceAll(/\\d[+*]?/g, '4')
    .replaceAll(/\\S\+/g, 'x')
    .replaceAll(/\\b|[$^]|\.\*/g, '')
    .replaceAll(/.\?/g, '')
    .replaceAll(/\\(.)/g, '$1')
    .replaceAll('.', 'x')
    .trim();
  const sample = text === '' ? 'words' : text;
  if (!new RegExp(source, flags).test(sample)) throw new Error(`no text for ${source}: ${sample}`);
  return sample;
};

// What happens to one attempt, and what it leaves open.

type End =
  | { readonly kind: 'reply'; readonly status: number; readonly text: string }
  | { readonly kind: 'fault'; readonly fault: TransportFault; readonly sent: boolean }
  | { readonly kind: 'garbage' };

const strange = 'zzz';
const replied = (status: number, text = strange): End => ({ kind: 'reply', status, text });

const faults: readonly End[] = [
  { kind: 'fault', fault: 'closed', sent: false },
  { kind: 'fault', fault: 'closed', sent: true },
  { kind: 'fault', fault: 'timeout', sent: false },
  { kind: 'fault', fault: 'timeout', sent: true },
  { kind: 'fault', fault: 'protocol', sent: true },
  { kind: 'fault', fault: 'aborted', sent: false },
  { kind: 'fault', fault: 'aborted', sent: true },
  { kind: 'garbage' },
];

const statuses = [
  301, 302, 303, 307, 308, 400, 401, 402, 403, 404, 405, 406, 408, 409, 410, 411, 412, 413, 415, 422, 423,
  429, 500, 501, 502, 503, 504, 599,
];

/** By RFC 9110 and 6585 the server has not begun: another address, a token, a method, a body, less of them. */
const refusedUnread = [307, 308, 401, 403, 404, 405, 410, 411, 413, 415, 429, 501];

type Done = 'no' | 'yes' | 'part' | 'unknown';

interface Case {
  readonly operation: Operation;
  readonly product: Product;
  readonly severalAtOnce: boolean;
  readonly end: End;
}

const rowOf = ({ operation, product, end }: Case): KnownError | undefined =>
  end.kind === 'reply'
    ? product.errors.find(
        (known) => known.status.includes(end.status) && isFor(known, operation) && known.text.test(end.text),
      )
    : undefined;

const doneBy = (one: Case): Done => {
  const { end, operation, severalAtOnce } = one;
  if (end.kind === 'fault') return end.sent ? 'unknown' : 'no';
  if (end.kind === 'garbage') return 'unknown';
  const row = rowOf(one);
  if (row?.inTurn !== undefined && severalAtOnce) return 'unknown';
  if (row?.proves !== undefined)
    return ({ nothing: 'no', part: 'part', all: 'yes' } as const)[row.proves.made];
  if (refusedUnread.includes(end.status)) return 'no';
  if (end.status === 503 && /sealed/i.test(end.text) && operation.service === 'secrets') return 'no';
  return end.status >= 400 && end.status < 500 && operation.steps === undefined ? 'no' : 'unknown';
};

const words = { no: 'unchanged', yes: 'done', part: 'unknown', unknown: 'unknown' } as const;

/** The exit codes of the README. */
const exitOf = (one: Case, done: Done): number => {
  const { end, operation, product } = one;
  if (words[done] === 'unknown') return 9;
  if (end.kind !== 'reply') return end.kind === 'fault' && end.fault === 'timeout' ? 124 : 8;
  const row = rowOf(one);
  if (row?.is !== undefined) return row.is.exit;
  if (end.status < 400) return 8;
  if (end.status === 404 && lacking(product, operation) !== undefined) return 7;
  if (end.status === 401 || end.status === 403) return 4;
  if (end.status === 404 || end.status === 410) return 5;
  if ([409, 412, 423].includes(end.status)) return 6;
  return end.status === 405 || end.status === 429 || end.status >= 500 ? 7 : 1;
};

/** Exit code and effect that the last of these attempts must end with. */
const expected = (ends: readonly Case[]): string => {
  const last = ends.at(-1);
  if (last === undefined) return '';
  // A gateway may give up with 408, too: what comes after it is about a request that may have worked.
  const mayHaveWorked = (one: Case): boolean =>
    doneBy(one) !== 'no' || (one.end.kind === 'reply' && one.end.status === 408);
  if (ends.slice(0, -1).some(mayHaveWorked)) return '9 unknown';
  const done = doneBy(last);
  const isUnsent = ends.every(({ end }) => end.kind === 'fault' && !end.sent);
  return `${exitOf(last, done)} ${isUnsent ? 'not-sent' : words[done]}`;
};

// The way of a request through trivet, without a connection.

const callOf = ({ operation, product, severalAtOnce }: Omit<Case, 'end'>): Call => {
  const input = Object.fromEntries(
    Object.entries(operation.parameters).flatMap(([key, parameter]) =>
      parameter.in === 'path' && parameter.required === true ? [[key, 'x']] : [],
    ),
  );
  return {
    operation,
    input: severalAtOnce ? { ...input, service_account_names: ['a', 'b'] } : input,
    request: { method: operation.method, path: '/x', query: [], headers: {}, secrets: [] },
    server: {
      endpoint: knowingEndpoint(operation.service),
      product,
      route: () => {
        throw new Error('nothing is sent');
      },
    },
    service: serviceOf(operation.service),
    how: {},
    tokenSource: 'TOKEN',
    serverFlags: [],
  };
};

interface Sending {
  readonly error: TrivetError;
  /** How many of the attempts were made. */
  readonly made: number;
}

const send = async (call: Call, ends: readonly End[]): Promise<Sending> => {
  let made = 0;
  const transport = {
    send: async (): Promise<HttpResponse> => {
      const end = ends[Math.min(made, ends.length - 1)];
      made += 1;
      if (end === undefined || end.kind === 'garbage') return reply('jobs', 200, '<<<');
      if (end.kind === 'reply') return reply(call.operation.service, end.status, end.text);
      const cause = Object.assign(new Error('x'), { code: 'ECONNREFUSED' });
      throw new TransportError(end.fault, end.sent ? 'sent' : 'not-sent', 'x', undefined, cause);
    },
    close: async () => undefined,
  };
  try {
    const { response, reached } = await sendWithRetries(transport, call.request, {
      target: { origin: 'https://s', basePath: '', tls: {} },
      connection: 'fresh',
      maxBytes: 1000,
      deadlines: { connect: 0, firstByte: 0, idle: 0, total: 0 },
      signal: new AbortController().signal,
      effect: effectOf(call.operation, true),
      clock: { monotonic: () => 0, now: () => 0 },
      judge: new ReplyJudge(call),
      attempts: ends.length,
      sleep: async () => undefined,
    });
    const error =
      response.status < 300 ? garbledReply(call, response, 'why') : replyFailure(call, response, reached);
    return { error, made };
  } catch (error) {
    if (error instanceof SendError) return { error: transportFailure(call, error), made };
    throw error;
  }
};

const nameOf = (end: End): string =>
  end.kind === 'reply'
    ? `${end.status} ${end.text}`
    : end.kind === 'fault'
      ? `${end.fault} ${end.sent ? 'after' : 'before'} it was sent`
      : end.kind;

/** Every failure of one attempt. */
const endsOf = (product: Product, operation: Operation): readonly End[] => [
  ...product.errors
    .filter((known) => isFor(known, operation))
    .flatMap(({ status, text }) => status.map((one) => replied(one, sampleOf(text)))),
  ...statuses.map((status) => replied(status)),
  replied(503, 'Vault is sealed'),
  ...faults,
];

const lost: End = { kind: 'fault', fault: 'closed', sent: true };
const refused: End = { kind: 'fault', fault: 'closed', sent: false };

/** What happens to a request that may be sent twice. */
const attemptsOf = (product: Product, operation: Operation): readonly (readonly End[])[] =>
  endsOf(product, operation).flatMap((end) => [[end], [lost, end], [refused, end], [end, replied(400)]]);

const mayRepeat = ({ effect }: Operation): boolean => effect === 'harmless' || effect === 'keyed';

const wrongOf = async (product: Product, operation: Operation): Promise<readonly string[]> => {
  const wrong: string[] = [];
  const isTaken = product.errors.some((known) => known.inTurn !== undefined && isFor(known, operation));
  for (const severalAtOnce of isTaken ? [false, true] : [false]) {
    const call = callOf({ operation, product, severalAtOnce });
    for (const ends of attemptsOf(product, operation)) {
      const { error, made } = await send(call, ends);
      const cases = ends.slice(0, made).map((end) => ({ operation, product, severalAtOnce, end }));
      const is = `${error.exit} ${error.effect}`;
      const isTwice = cases.slice(0, -1).some((one) => doneBy(one) !== 'no') && !mayRepeat(operation);
      if (is === expected(cases) && !isTwice) continue;
      wrong.push(
        `${product.name} ${operation.id}: ${ends.map(nameOf).join(', then ')}: ${is} after ${made}, not ${expected(cases)}`,
      );
    }
  }
  return wrong;
};

describe.each(names)('a change of %s', (service) => {
  const own = changes.filter((operation) => operation.service === service);

  test.each(own.map((operation) => [operation.id, operation] as const))(
    'is reported as not made only with a proof: %s',
    async (_, operation) => {
      const products = await productsOfService(service);
      const wrong = await Promise.all(products.map((product) => wrongOf(product, operation)));
      expect(wrong.flat()).toEqual([]);
    },
  );
});

const rows = (await Promise.all(names.map(async (service) => productsOfService(service))))
  .flat()
  .flatMap(({ service, errors }) => errors.map((known) => ({ service, known })))
  .filter(({ known }, index, all) => all.findIndex((other) => other.known === known) === index);

interface Recorded {
  readonly operation: string;
  readonly response: {
    readonly status: number;
    readonly body: null | { readonly json?: unknown; readonly text?: string };
  };
}

const isRecorded = (value: unknown): value is Recorded =>
  typeof value === 'object' && value !== null && 'operation' in value && 'response' in value;

describe('a proof', () => {
  const recorded = rows.filter(({ known }) => known.proves?.shownBy.startsWith('test/recordings/'));

  test.each(recorded.map((one) => [one.known.proves?.shownBy ?? '', one] as const))(
    'is a recording with the words of the error: %s',
    (path, { service, known }) => {
      expect(existsSync(path)).toBe(true);
      const parsed: unknown = JSON.parse(readFileSync(path, 'utf8'));
      if (!isRecorded(parsed)) throw new Error(`${path} is not a recording`);
      const { status, body } = parsed.response;
      expect(known.status).toContain(status);
      const text = body === null ? '' : (body.text ?? JSON.stringify(body.json));
      const headers = { 'tfp-api-version': ['2.6'] };
      const said = serviceOf(service).readError({ status, headers, body: new TextEncoder().encode(text) });
      expect(said.text).toMatch(known.text);
      if (allOperations.some(({ id }) => id === parsed.operation)) {
        const operation = allOperations.filter(({ id }) => id === parsed.operation);
        expect(operation.some((one) => isFor(known, one))).toBe(true);
      }
    },
  );

  test('is missing only where the outcome is unknown', () => {
    const unproven = rows.filter(
      ({ known, service }) =>
        known.proves === undefined && changes.some((one) => one.service === service && isFor(known, one)),
    );
    expect(unproven.map(({ known }) => known.text.source)).toEqual([
      'retrieving included resource',
      'during CRL building',
      'retries will continue',
      '^unable to (?:store new password|update password) due to',
    ]);
  });
});
