import { describe, expect, test } from 'vitest';
import type { HttpResponse, Phase, Transport, TransportFault } from '../../src/catalogue/http.ts';
import { TransportError } from '../../src/catalogue/http.ts';
import type { Judge, RetryOptions } from '../../src/http/retry.ts';
import { SendError, sendWithRetries, statedWait } from '../../src/http/retry.ts';
import type { Effect } from '../../src/catalogue/operation.ts';
import { request, sendOptions, targetAt } from './http-servers.ts';

const effects: readonly Effect[] = ['read', 'harmless', 'keyed', 'idempotent', 'unsafe'];
const repeatable: readonly Effect[] = ['read', 'harmless', 'keyed'];
const none: readonly Effect[] = [];

type Outcome = HttpResponse | TransportError;

const never: Judge = { notProcessed: () => false, final: () => false };

const reply = (status: number, headers: Readonly<Record<string, string | string[]>> = {}): HttpResponse => ({
  status,
  headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value].flat()])),
  body: new Uint8Array(),
});

const fault = (kind: TransportFault, phase: Phase, code?: string): TransportError =>
  new TransportError(kind, phase, kind, undefined, code === undefined ? undefined : { code });

/** A transport that plays `outcomes`, repeating the last, on a clock that only advances by sleeping. */
const play = (outcomes: readonly Outcome[], more: Partial<RetryOptions> = {}) => {
  const seen: { total: number }[] = [];
  const slept: number[] = [];
  let clock = 1_000;
  const transport: Transport = {
    send: async (_, options) => {
      seen.push({ total: options.deadlines.total });
      const outcome = outcomes[Math.min(seen.length, outcomes.length) - 1];
      if (outcome === undefined) throw new Error('no outcome');
      if (outcome instanceof TransportError) throw outcome;
      return await Promise.resolve(outcome);
    },
    close: () => Promise.resolve(),
  };
  const options: RetryOptions = {
    ...sendOptions(targetAt(1)),
    effect: 'read',
    clock: { monotonic: () => clock, now: () => Date.parse('2026-11-20T12:00:00Z') },
    random: () => 0.5,
    sleep: (ms) => {
      slept.push(ms);
      clock += ms;
      return Promise.resolve();
    },
    ...more,
  };
  return { run: () => sendWithRetries(transport, request(), options), seen, slept };
};

const failure = async (run: () => Promise<unknown>): Promise<SendError> => {
  try {
    await run();
  } catch (error) {
    if (error instanceof SendError) return error;
    throw error;
  }
  throw new Error('expected a failure');
};

const rule: readonly (readonly [name: string, first: Outcome, retried: readonly Effect[]])[] = [
  ['refused', fault('refused', 'not-sent', 'ECONNREFUSED'), effects],
  ['connect timeout', fault('connect-timeout', 'not-sent', 'ETIMEDOUT'), effects],
  ['no response of the name server', fault('dns', 'not-sent', 'EAI_AGAIN'), effects],
  ['no route', fault('unreachable', 'not-sent', 'EHOSTUNREACH'), effects],
  ['no network', fault('unreachable', 'not-sent', 'ENETUNREACH'), effects],
  ['proxy unreachable', fault('proxy', 'not-sent', 'ECONNREFUSED'), effects],
  ['proxy refuses', fault('proxy', 'not-sent'), none],
  ['unknown host', fault('dns', 'not-sent', 'ENOTFOUND'), none],
  ['no such unix socket', fault('refused', 'not-sent', 'ENOENT'), none],
  ['certificate', fault('tls', 'not-sent', 'CERT_HAS_EXPIRED'), none],
  ['client certificate wanted', fault('tls', 'sent', 'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED'), none],
  ['abort before', fault('aborted', 'not-sent'), none],
  ['abort', fault('aborted', 'sent'), none],
  ['closed, sent', fault('closed', 'sent', 'ECONNRESET'), repeatable],
  ['closed in the reply', fault('closed', 'reply-started', 'ECONNRESET'), repeatable],
  ['no answer', fault('timeout', 'sent'), repeatable],
  ['garbage', fault('protocol', 'sent'), repeatable],
  ['plain HTTP to a port for TLS', fault('plain-http', 'reply-started'), none],
  ['too large', fault('too-large', 'reply-started'), none],
  // Neither proves that nothing was done, unless the service documents it.
  ['429', reply(429), repeatable],
  ['429 with a wait', reply(429, { 'retry-after': '1' }), repeatable],
  ['503 with seconds', reply(503, { 'retry-after': '1' }), repeatable],
  ['503 with a date', reply(503, { 'retry-after': 'Fri, 20 Nov 2026 12:00:05 GMT' }), repeatable],
  ['503 with junk', reply(503, { 'retry-after': 'banana' }), repeatable],
  ['503 with a negative wait', reply(503, { 'retry-after': '-5' }), repeatable],
  ['503', reply(503), repeatable],
  ['408', reply(408), repeatable],
  ['500', reply(500), repeatable],
  ['502', reply(502), repeatable],
  ['504', reply(504), repeatable],
  ...[200, 204, 301, 302, 307, 308, 400, 401, 403, 404, 409, 412, 422, 501, 505].map(
    (status) => [String(status), reply(status, { 'retry-after': '1' }), none] as const,
  ),
];

describe('a request is retried, or not', () => {
  test.each(
    rule.flatMap(([name, first, retried]) => effects.map((effect) => ({ name, effect, first, retried }))),
  )('after $name if its effect is $effect', async ({ effect, first, retried }) => {
    const { run, seen } = play([first, reply(200)], { effect });
    await run().catch(() => {});
    expect(seen.length - 1).toBe(retried.includes(effect) ? 1 : 0);
  });

  test('up to four attempts, and returns the last reply', async () => {
    const { run, slept } = play([reply(502)]);
    expect(await run()).toMatchObject({ response: { status: 502 }, attempts: 4 });
    // Half of 400, 800, 1600 ms.
    expect(slept).toEqual([200, 400, 800]);
  });

  test('up to four attempts, and throws the last failure', async () => {
    const error = await failure(play([fault('refused', 'not-sent', 'ECONNREFUSED')]).run);
    expect(error).toMatchObject({ attempts: 4, reached: false, fault: 'refused', phase: 'not-sent' });
  });

  test.each([
    ['plain-http', false],
    ['tls', true],
    ['closed', true],
  ] as const)('and knows whether the server may have got it: %s', async (kind, reached) => {
    const error = await failure(play([fault(kind, 'reply-started')], { effect: 'unsafe' }).run);
    expect(error).toMatchObject({ attempts: 1, reached, sent: true });
  });

  test('never after a known mistake of the user', async () => {
    const { run, seen } = play([reply(500)], { judge: { ...never, final: ({ status }) => status === 500 } });
    expect(await run()).toMatchObject({ response: { status: 500 }, attempts: 1 });
    expect(seen).toHaveLength(1);
  });

  test('even if unsafe, after a 503 that is known not to be processed', async () => {
    const { run } = play([reply(503), reply(201)], {
      effect: 'unsafe',
      judge: { ...never, notProcessed: ({ status }) => status === 503 },
    });
    expect(await run()).toMatchObject({ response: { status: 201 }, attempts: 2, reached: false });
  });

  test('never after a defect', async () => {
    const transport: Transport = {
      send: () => Promise.reject(new RangeError('defect')),
      close: () => Promise.resolve(),
    };
    const options: RetryOptions = {
      ...sendOptions(targetAt(1)),
      effect: 'read',
      clock: { monotonic: () => 0, now: () => 0 },
    };
    await expect(sendWithRetries(transport, request(), options)).rejects.toThrow(RangeError);
  });
});

describe('the pause before a retry', () => {
  test.each([
    ['3', 3_000],
    ['0', 200],
    ['1.5', 1_500],
    ['Fri, 20 Nov 2026 12:00:20 GMT', 20_000],
    ['Fri, 20 Nov 2026 11:00:00 GMT', 200],
    ['banana', 200],
    ['-5', 200],
    ['1e9', 200],
    ['', 200],
    ['2026-11-20', 200],
    [' 1 ', 1_000],
  ])('is that of Retry-After: %s', async (value, ms) => {
    const { run, slept } = play([reply(429, { 'retry-after': value }), reply(200)]);
    await run();
    expect(slept).toEqual([ms]);
  });

  test('is the longer of two, without those that cannot be read', async () => {
    const { run, slept } = play([reply(429, { 'retry-after': ['1', '2', 'banana'] }), reply(200)]);
    await run();
    expect(slept).toEqual([2_000]);
  });

  test("counts a date from the server's clock", async () => {
    const headers = { date: 'Fri, 20 Nov 2026 15:00:00 GMT', 'retry-after': 'Fri, 20 Nov 2026 15:00:07 GMT' };
    const { run, slept } = play([reply(503, headers), reply(200)]);
    await run();
    expect(slept).toEqual([7_000]);
  });

  test('is that of x-ratelimit-reset only after a 429', async () => {
    const limited = play([reply(429, { 'x-ratelimit-reset': ' 0.725 ' }), reply(200)]);
    await limited.run();
    expect(limited.slept).toEqual([725]);
    const broken = play([reply(502, { 'x-ratelimit-reset': '0.725' }), reply(200)]);
    await broken.run();
    expect(broken.slept).toEqual([200]);
  });

  test.each(['61', '86400', '1000000000', 'Fri, 31 Dec 9999 23:59:59 GMT'])(
    'is refused if too long (%s): the reply is returned at once',
    async (value) => {
      const { run, slept } = play([reply(429, { 'retry-after': value })]);
      expect(await run()).toMatchObject({ response: { status: 429 }, attempts: 1 });
      expect(slept).toEqual([]);
    },
  );

  test('does not exceed the deadline', async () => {
    const options = sendOptions(targetAt(1));
    const deadlines = { ...options.deadlines, total: 5_000 };
    const { run, slept } = play([reply(503, { 'retry-after': '6' })], { deadlines });
    expect(await run()).toMatchObject({ attempts: 1 });
    expect(slept).toEqual([]);
  });

  test('leaves each attempt the rest of the deadline', async () => {
    const options = sendOptions(targetAt(1));
    const deadlines = { ...options.deadlines, total: 5_000 };
    const { run, seen } = play([reply(503, { 'retry-after': '2' })], { deadlines });
    await run();
    expect(seen).toEqual([{ total: 5_000 }, { total: 3_000 }, { total: 1_000 }]);
  });

  test.each([
    ['if it takes as long as the one before', 900, 0, 503],
    ['if the machine slept for longer', 10, 900, 503],
    ['unless it fits', 10, 0, 200],
  ])('starts no attempt that cannot end in time: %s', async (_, took, late, status) => {
    let clock = 0;
    let sent = 0;
    const options = sendOptions(targetAt(1));
    const { response } = await sendWithRetries(
      {
        send: () => {
          clock += took;
          sent += 1;
          return Promise.resolve(reply(sent === 1 ? 503 : 200));
        },
        close: () => Promise.resolve(),
      },
      request(),
      {
        ...options,
        deadlines: { ...options.deadlines, total: 1_000 },
        effect: 'harmless',
        clock: { monotonic: () => clock, now: () => 0 },
        random: () => 0.5,
        sleep: (ms) => {
          clock += ms + late;
          return Promise.resolve();
        },
      },
    );
    expect([response.status, sent]).toEqual([status, status === 200 ? 2 : 1]);
  });

  test('leaves each attempt unlimited without a deadline', async () => {
    const options = sendOptions(targetAt(1));
    const deadlines = { ...options.deadlines, total: 0 };
    const { run, seen } = play([reply(502), reply(200)], { deadlines });
    await run();
    expect(seen).toEqual([{ total: 0 }, { total: 0 }]);
  });

  test('is at most eight seconds without a header, and less at random', async () => {
    const { run, slept } = play([reply(502)], { random: () => 0.999 });
    await run();
    expect(Math.max(...slept)).toBeLessThan(8_000);
    const lucky = play([reply(502)], { random: () => 0 });
    await lucky.run();
    expect(lucky.slept).toEqual([0, 0, 0]);
  });

  test('ends with an abort', async () => {
    const stop = new AbortController();
    const error = await failure(
      play([fault('closed', 'sent', 'ECONNRESET')], {
        signal: stop.signal,
        sleep: () => {
          stop.abort();
          return Promise.resolve();
        },
      }).run,
    );
    expect(error).toMatchObject({
      fault: 'aborted',
      phase: 'not-sent',
      message: 'stopped while waiting to retry',
      attempts: 1,
      reached: true,
    });
  });

  test('really sleeps, and ends with the signal', async () => {
    const stop = new AbortController();
    const transport: Transport = {
      send: () => Promise.resolve(reply(429, { 'retry-after': '30' })),
      close: () => Promise.resolve(),
    };
    const options: RetryOptions = {
      ...sendOptions(targetAt(1)),
      deadlines: { connect: 0, firstByte: 0, idle: 0, total: 0 },
      effect: 'read',
      signal: stop.signal,
      clock: { monotonic: () => 0, now: () => 0 },
      onRetry: () => {
        setTimeout(() => {
          stop.abort();
        }, 10);
      },
    };
    await expect(sendWithRetries(transport, request(), options)).rejects.toMatchObject({ fault: 'aborted' });
  });
});

describe('the limits of a retry', () => {
  const unlimited = { ...sendOptions(targetAt(1)).deadlines, total: 0 };

  test('are eight seconds for a wait that no header states', async () => {
    const { run, slept } = play([reply(502)], { attempts: 7, deadlines: unlimited, random: () => 1 });
    await run();
    expect(slept).toEqual([400, 800, 1600, 3200, 6400, 8000]);
  });

  test.each([
    ['0.001', [1]],
    ['60', [60_000]],
    ['60.001', []],
  ])('are a minute for a stated wait: %s', async (value, waits) => {
    const { run, slept } = play([reply(429, { 'retry-after': value }), reply(200)], { deadlines: unlimited });
    await run();
    expect(slept).toEqual(waits);
  });

  test.each([
    [300, 2],
    [299, 1],
    [200, 1],
    [199, 2],
  ])('are the successes: status %d is sent %d times', async (status, times) => {
    const judge = { ...never, notProcessed: () => true };
    const { run, seen } = play([reply(status), reply(204)], { judge, effect: 'unsafe' });
    await run();
    expect(seen).toHaveLength(times);
  });

  test.each([
    [1, [1, 1, 1, 1]],
    [1.5, [1.5, 2, 2, 2]],
  ])('are whole milliseconds of what is left of %d', async (total, totals) => {
    const deadlines = { ...unlimited, total };
    const { run, seen } = play([reply(502)], { deadlines, random: () => 0 });
    await run();
    expect(seen).toEqual(totals.map((left) => ({ total: left })));
  });

  test('are the time of the attempt before, of a slow one a second', async () => {
    const attempts = async (total: number, wait: number): Promise<number> => {
      let clock = 0;
      const { attempts: made } = await sendWithRetries(
        {
          send: () => {
            clock += 2000;
            return Promise.resolve(reply(502));
          },
          close: () => Promise.resolve(),
        },
        request(),
        {
          ...sendOptions(targetAt(1)),
          deadlines: { ...unlimited, total },
          effect: 'read',
          attempts: 2,
          clock: { monotonic: () => clock, now: () => 0 },
          random: () => wait / 400,
          sleep: (ms) => {
            clock += ms;
            return Promise.resolve();
          },
        },
      );
      return made;
    };
    expect(await attempts(3000, 0)).toBe(1);
    expect(await attempts(3001, 0)).toBe(2);
    expect(await attempts(3001, 1)).toBe(1);
    expect(await attempts(3002, 1)).toBe(2);
  });

  test('leave the first attempt all of the time, on a clock that goes on', async () => {
    let clock = 0;
    const deadlines = { ...unlimited, total: 5000 };
    const { run, seen } = play([reply(200)], {
      deadlines,
      clock: { monotonic: () => (clock += 10), now: () => 0 },
    });
    await run();
    expect(seen).toEqual([{ total: 5000 }]);
  });
});

describe('the final error', () => {
  const refused = fault('refused', 'not-sent', 'ECONNREFUSED');
  const cut = fault('closed', 'sent', 'ECONNRESET');
  const limited = ({ status }: HttpResponse): boolean => status === 429;

  test.each<[string, readonly Outcome[], boolean]>([
    ['unreachable', [refused], false],
    ['sent once, then unreachable', [cut, refused], true],
    ['unreachable, then sent', [refused, cut, refused], true],
    ['limited as documented, then unreachable', [reply(429), refused], false],
    ['asked to wait, then unreachable', [reply(503, { 'retry-after': '0' }), refused], true],
    ['internal error, then unreachable', [reply(500), refused], true],
  ])('knows whether the request arrived: %s', async (_, outcomes, reached) => {
    const error = await failure(
      play(outcomes, { effect: 'harmless', judge: { ...never, notProcessed: limited } }).run,
    );
    expect(error.reached).toBe(reached);
  });

  test.each<[string, readonly Outcome[], boolean]>([
    ['unreachable', [refused], false],
    ['sent, and cut', [cut], true],
    ['cut in the reply', [fault('closed', 'reply-started', 'ECONNRESET')], true],
    ['sent once, then unreachable', [cut, refused], true],
    ['limited, then unreachable', [reply(429), refused], true],
  ])('knows whether anything was sent: %s', async (_, outcomes, sent) => {
    const error = await failure(
      play(outcomes, { effect: 'harmless', judge: { ...never, notProcessed: limited } }).run,
    );
    expect(error.sent).toBe(sent);
  });

  test.each<[string, readonly Outcome[], boolean]>([
    ['to the first attempt', [reply(404)], false],
    ['after a cut', [cut, reply(404)], true],
    ['after a refusal', [refused, reply(404)], false],
    ['after a 429', [reply(429), reply(409)], false],
    ['after a 502', [reply(502), reply(409)], true],
  ])('knows whether the request arrived if it is a reply %s', async (_, outcomes, reached) => {
    expect(
      await play(outcomes, { effect: 'harmless', judge: { ...never, notProcessed: limited } }).run(),
    ).toMatchObject({
      reached,
    });
  });

  test('follows an announcement of each wait', async () => {
    const retries: unknown[] = [];
    const { run } = play([cut, reply(429), reply(200)], { onRetry: (retry) => retries.push(retry) });
    await run();
    expect(retries).toMatchObject([
      { attempt: 1, delay: 200, because: { fault: 'closed' } },
      { attempt: 2, delay: 400, because: { status: 429 } },
    ]);
  });
});

describe('the wait that a reply states', () => {
  const now = Date.parse('2026-11-29T12:00:00Z');
  const date = 'Sun, 29 Nov 2026 12:00:00 GMT';
  const later = 'Sun, 29 Nov 2026 12:00:30 GMT';
  test.each<[string, Readonly<Record<string, readonly string[]>>, number, ReturnType<typeof statedWait>]>([
    ['none', {}, 429, undefined],
    ['seconds', { 'retry-after': [' 7 '] }, 503, { text: '7', ms: 7000 }],
    ['a time', { 'retry-after': [later], date: [date] }, 503, { text: later, ms: 30_000 }],
    ['a time that has passed', { 'retry-after': [date], date: [later] }, 503, { text: date, ms: 0 }],
    ['a word', { 'retry-after': ['soon'] }, 503, { text: 'soon', ms: undefined }],
    ['the longest of several', { 'retry-after': ['3', '9', '4'] }, 503, { text: '9', ms: 9000 }],
    ['the first of equal ones', { 'retry-after': ['3', '3.0'] }, 503, { text: '3', ms: 3000 }],
    ['a time beside a word', { 'retry-after': ['soon', '0'] }, 503, { text: '0', ms: 0 }],
    ['a time before a word', { 'retry-after': ['0', 'soon'] }, 503, { text: '0', ms: 0 }],
    ['the first of two words', { 'retry-after': ['soon', 'later'] }, 503, { text: 'soon', ms: undefined }],
    ['a reset', { 'x-ratelimit-reset': ['5'] }, 429, { text: '5', ms: 5000 }],
    [
      'a reset beside a word',
      { 'retry-after': ['soon'], 'x-ratelimit-reset': ['5'] },
      429,
      { text: '5', ms: 5000 },
    ],
    [
      'a reset beside a time',
      { 'retry-after': ['2'], 'x-ratelimit-reset': ['5'] },
      429,
      { text: '2', ms: 2000 },
    ],
    ['a reset of another status', { 'x-ratelimit-reset': ['5'] }, 503, undefined],
  ])('is %s', (_, headers, status, expected) => {
    expect(statedWait({ headers, status }, now)).toEqual(expected);
  });
});
