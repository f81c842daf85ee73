/** Tests the judge of the torture: what a connection carried. */
import { expect, test } from 'vitest';
import { requestLines, timesSent } from './oracle.ts';

const host = 'Host: 127.0.0.1:40000';
const read = `GET /v1/pki/cert/ca?x=1 HTTP/1.1\r\n${host}\r\n\r\n`;
const change = `POST /v1/pki/revoke HTTP/1.1\r\n${host}\r\nContent-Length: 24\r\n\r\n{"serial_number":"0102"}`;
const chunked = `PUT /v1/jobs HTTP/1.1\r\n${host}\r\nTransfer-Encoding: chunked\r\n\r\n4\r\n{"a"\r\n3\r\n:1}\r\n0\r\n\r\n`;
const [first, second, third] = ['GET /v1/pki/cert/ca', 'POST /v1/pki/revoke', 'PUT /v1/jobs'];

test.each([
  { carried: '', lines: [] },
  { carried: read, lines: [first] },
  { carried: read + change, lines: [first, second] },
  { carried: change + change + read, lines: [second, second, first] },
  { carried: chunked + change, lines: [third, second] },
  // A client that was stopped within its request.
  { carried: read + change.slice(0, 40), lines: [first, second] },
  { carried: chunked.slice(0, -9), lines: [third] },
])('each request of a connection that is kept is seen: $lines', ({ carried, lines }) => {
  expect(requestLines({ request: Buffer.from(carried) })).toEqual(lines);
});

test('a request that was sent twice is counted twice, on one connection or on two', () => {
  const of = (...texts: readonly string[]) => texts.map((text) => ({ request: Buffer.from(text) }));
  expect(timesSent(of(read + change, read), second)).toBe(1);
  expect(timesSent(of(change + change), second)).toBe(2);
  expect(timesSent(of(read + change, change), second)).toBe(2);
  expect(timesSent(of(read), second)).toBe(0);
  expect(timesSent(of(change), undefined)).toBe(0);
});
