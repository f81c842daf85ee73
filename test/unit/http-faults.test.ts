/** Tests the faults of a connection: one table for every way to send. */
import { describe, expect, test } from 'vitest';
import type { Phase, TransportFault } from '../../src/catalogue/http.ts';
import type { Serve } from './http-servers.ts';
import { ok, rawServer, request, sendOptions, targetAt } from './http-servers.ts';
import { failureOf, replyOf, ways } from './http-transports.ts';

interface Fault {
  readonly name: string;
  readonly serve: Serve;
  readonly fault: TransportFault;
  readonly phase: Phase;
  readonly says: RegExp;
  readonly maxBytes?: number;
  readonly deadlines?: { readonly firstByte?: number; readonly idle?: number; readonly total?: number };
}

const head = (length: number): string => `HTTP/1.1 200 OK\r\nContent-Length: ${length}\r\n\r\n`;
const chunked = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n';
const many = Array.from({ length: 3000 }, (_, index) => `X-${index}: ${index}\r\n`).join('');

/** Sends bytes, and ends the connection once they had time to arrive. */
const then =
  (bytes: string, after: 'fin' | 'rst' | 'mute'): Serve =>
  (socket) => {
    socket.write(Buffer.from(bytes, 'latin1'), () => {
      if (after === 'fin') socket.end();
      if (after === 'rst') setTimeout(() => socket.resetAndDestroy(), 100);
    });
  };

const drip: Serve = (socket) => {
  socket.write(chunked);
  const timer = setInterval(() => socket.write('1\r\na\r\n'), 20);
  socket.on('close', () => {
    clearInterval(timer);
  });
};

const faults: readonly Fault[] = [
  {
    name: 'RST before headers',
    serve: (s) => s.resetAndDestroy(),
    fault: 'closed',
    phase: 'sent',
    says: /before it replied/,
  },
  {
    name: 'FIN before headers',
    serve: (s) => s.end(),
    fault: 'closed',
    phase: 'sent',
    says: /before it replied/,
  },
  {
    name: 'FIN in the status line',
    serve: then('HTTP/1.1 2', 'fin'),
    fault: 'closed',
    phase: 'sent',
    says: /before it replied/,
  },
  {
    name: 'FIN in the headers',
    serve: then('HTTP/1.1 200 OK\r\nContent-Le', 'fin'),
    fault: 'closed',
    phase: 'sent',
    says: /before it replied/,
  },
  {
    name: 'RST in the body',
    serve: then(`${head(10)}12345`, 'rst'),
    fault: 'closed',
    phase: 'reply-started',
    says: /cut its reply short/,
  },
  {
    name: 'FIN in the body',
    serve: then(`${head(10)}12345`, 'fin'),
    fault: 'closed',
    phase: 'reply-started',
    says: /cut its reply short/,
  },
  {
    name: 'FIN in the body of a last reply',
    serve: then('HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 10\r\n\r\n12345', 'fin'),
    fault: 'closed',
    phase: 'reply-started',
    says: /cut its reply short/,
  },
  {
    name: 'chunked body without its end, FIN',
    serve: then(`${chunked}5\r\nhello\r\n`, 'fin'),
    fault: 'closed',
    phase: 'reply-started',
    says: /cut its reply short/,
  },
  {
    name: 'chunked body without its end, last reply',
    serve: then('HTTP/1.1 200 OK\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhel', 'fin'),
    fault: 'closed',
    phase: 'reply-started',
    says: /cut its reply short/,
  },
  {
    name: 'chunked body without its end, RST',
    serve: then(`${chunked}5\r\nhello\r\n`, 'rst'),
    fault: 'closed',
    phase: 'reply-started',
    says: /cut its reply short/,
  },
  {
    name: 'broken chunk size',
    serve: then(`${chunked}zz\r\nhello\r\n`, 'mute'),
    fault: 'protocol',
    phase: 'reply-started',
    says: /broken chunked body/,
  },
  {
    name: 'garbage for a status line',
    serve: then('SSH-2.0-OpenSSH_9.2\r\n', 'mute'),
    fault: 'protocol',
    phase: 'sent',
    says: /did not reply in HTTP/,
  },
  {
    name: 'a TLS alert in plain http',
    serve: then('\u0015\u0003\u0001\u0000\u0002\u0002\u0046', 'fin'),
    fault: 'plain-http',
    phase: 'sent',
    says: /speaks TLS/,
  },
  ...[
    'Client sent an HTTP request to an HTTPS server.\n',
    '<center>The plain HTTP request was sent to HTTPS port</center>',
    "Reason: You're speaking plain HTTP to an SSL-enabled server port.<br />",
    'Bad Request\r\nThis combination of host and port requires TLS.\r\n',
  ].map((body): Fault => ({
    name: `a port for TLS, which says: ${body.trim()}`,
    serve: then(`HTTP/1.0 400 Bad Request\r\n\r\n${body}`, 'fin'),
    fault: 'plain-http',
    phase: 'reply-started',
    says: /speaks TLS, but the request was plain HTTP/,
  })),
  {
    name: 'two lengths',
    serve: then('HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\nabc', 'mute'),
    fault: 'protocol',
    phase: 'sent',
    says: /contradictory/,
  },
  {
    name: 'length and chunked',
    serve: then(
      'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n0\r\n\r\n',
      'mute',
    ),
    fault: 'protocol',
    phase: 'sent',
    says: /contradictory/,
  },
  {
    name: 'a header of 20 kB',
    serve: then(`HTTP/1.1 200 OK\r\nX-Long: ${'a'.repeat(20_000)}\r\n\r\n`, 'mute'),
    fault: 'protocol',
    phase: 'sent',
    says: /more than 16 KiB of headers/,
  },
  {
    name: '3000 headers',
    serve: then(`HTTP/1.1 200 OK\r\n${many}\r\n`, 'mute'),
    fault: 'protocol',
    phase: 'sent',
    says: /more than 16 KiB of headers/,
  },
  {
    name: 'an unexpected upgrade',
    serve: then('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n', 'mute'),
    fault: 'protocol',
    phase: 'sent',
    says: /switched protocols/,
  },
  {
    name: 'a compressed reply',
    serve: then('HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 2\r\n\r\nab', 'mute'),
    fault: 'protocol',
    phase: 'reply-started',
    says: /compressed/,
  },
  {
    name: 'announced too large',
    serve: then(head(5000), 'mute'),
    fault: 'too-large',
    phase: 'reply-started',
    says: /more than 1000 bytes/,
    maxBytes: 1000,
  },
  {
    name: 'grown too large',
    serve: then(`${chunked}7d0\r\n${'a'.repeat(2000)}\r\n`, 'mute'),
    fault: 'too-large',
    phase: 'reply-started',
    says: /more than 1000 bytes/,
    maxBytes: 1000,
  },
  {
    name: 'no answer',
    serve: then('', 'mute'),
    fault: 'timeout',
    phase: 'sent',
    says: /did not reply within 300 ms/,
    deadlines: { firstByte: 300 },
  },
  {
    name: 'half a header, then nothing',
    serve: then('HTTP/1.1 200 OK\r\nConte', 'mute'),
    fault: 'timeout',
    phase: 'sent',
    says: /did not reply within 300 ms/,
    deadlines: { firstByte: 300 },
  },
  {
    name: 'half a body, then nothing',
    serve: then(`${head(10)}12345`, 'mute'),
    fault: 'timeout',
    phase: 'reply-started',
    says: /stopped sending for 300 ms/,
    deadlines: { idle: 300 },
  },
  {
    name: 'a byte now and then for ever',
    serve: drip,
    fault: 'timeout',
    phase: 'reply-started',
    says: /deadline of 2 s/,
    deadlines: { total: 2000, idle: 20_000 },
  },
  {
    name: 'nothing, until the total deadline',
    serve: then('', 'mute'),
    fault: 'timeout',
    phase: 'sent',
    says: /deadline of 1500 ms/,
    deadlines: { total: 1500 },
  },
];

// Concurrent, since most of them wait for a deadline.
describe.concurrent.each(ways)('$name', (way) => {
  test.each(faults)('reports $name', async ({ serve, fault, phase, says, maxBytes, deadlines }) => {
    const server = await rawServer(serve);
    const defaults = sendOptions(targetAt(server.port));
    const failure = await failureOf(way, request(), {
      ...defaults,
      maxBytes: maxBytes ?? defaults.maxBytes,
      deadlines: { ...defaults.deadlines, ...deadlines },
    });
    expect({ fault: failure.fault, phase: failure.phase }).toEqual({ fault, phase });
    expect(failure.message).toMatch(says);
    expect(failure.message).toContain(`127.0.0.1:${server.port}`);
    expect(server.connections()).toBe(1);
    await server.close();
  });

  test.each([301, 302, 303, 307, 308])('treats a %d as a reply and does not follow it', async (status) => {
    const other = await rawServer((socket) => socket.end(ok()));
    for (const location of [
      `http://127.0.0.1:${other.port}/v1/thing`,
      `http://u:p@127.0.0.1:${other.port}/`,
      `//127.0.0.1:${other.port}/x`,
      '/v1/elsewhere',
    ]) {
      const server = await rawServer((socket) =>
        socket.write(`HTTP/1.1 ${status} Moved\r\nLocation: ${location}\r\nContent-Length: 0\r\n\r\n`),
      );
      const reply = await replyOf(
        way,
        request({ method: 'POST', headers: { 'X-Vault-Token': 'hvs.canary' } }),
        sendOptions(targetAt(server.port)),
      );
      expect(reply.status).toBe(status);
      expect(server.connections()).toBe(1);
      expect(server.received().match(/POST /g)).toHaveLength(1);
      await server.close();
    }
    expect(other.connections()).toBe(0);
    await other.close();
  });

  test('skips 103 Early Hints', async () => {
    const server = await rawServer((socket) => {
      socket.write(`HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n${ok('after')}`);
    });
    const reply = await replyOf(way, request(), sendOptions(targetAt(server.port)));
    expect(Buffer.from(reply.body).toString()).toBe('after');
    await server.close();
  });

  test.each([
    ['garbage', 'garbage\r\n\r\n', 'mute'],
    ['another reply', ok('another'), 'mute'],
    ['garbage and the end', 'x', 'fin'],
    ['garbage and a reset', 'x', 'rst'],
  ] as const)('keeps a complete reply that is followed by %s', async (_, more, after) => {
    const server = await rawServer(then(ok('whole') + more, after));
    const reply = await replyOf(way, request({ method: 'POST' }), sendOptions(targetAt(server.port)));
    expect(reply.status).toBe(200);
    expect(Buffer.from(reply.body).toString()).toBe('whole');
    await server.close();
  });

  test('accepts the reply after an unexpected "100 Continue"', async () => {
    const server = await rawServer((socket) => socket.write(`HTTP/1.1 100 Continue\r\n\r\n${ok('after')}`));
    const transport = await way.open();
    const options = { ...sendOptions(targetAt(server.port)), connection: way.connection };
    // undici ends such a connection, so requests that may be retried use Node's client.
    if (way.connection === 'kept')
      await expect(transport.send(request(), options)).rejects.toThrow('100 Continue');
    const reply = await transport.send(request(), options);
    expect(Buffer.from(reply.body).toString()).toBe('after');
    expect(server.connections()).toBe(way.connection === 'fresh' ? 1 : 2);
    await transport.close();
    await server.close();
  });

  test('treats a reply that ends with its connection as complete', async () => {
    const server = await rawServer((socket) => socket.end('HTTP/1.1 200 OK\r\n\r\nall of it'));
    const reply = await replyOf(way, request(), sendOptions(targetAt(server.port)));
    expect(Buffer.from(reply.body).toString()).toBe('all of it');
    await server.close();
  });
});
