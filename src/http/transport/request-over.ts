/** Runs Node's http client over a connection that trivet opened. */
import type { ClientRequest } from 'node:http';
import type { Socket } from 'node:net';
import { hostAndPort } from '../faults.ts';
import type { Destination } from '../../catalogue/http.ts';
import type { Wire } from '../wire.ts';

const hostHeader = (target: Destination): string => {
  const { host } = new URL(target.origin);
  return host === '' ? hostAndPort(target.origin).host : host;
};

const allHeaders = (wire: Wire, target: Destination): Record<string, string> => {
  const expectsBody = wire.method === 'POST' || wire.method === 'PUT' || wire.method === 'PATCH';
  const framed = wire.body !== undefined || expectsBody;
  return {
    Host: hostHeader(target),
    Connection: 'close',
    ...wire.headers,
    ...(framed ? { 'Content-Length': String(wire.body?.byteLength ?? 0) } : {}),
  };
};

export const requestOver = (socket: Socket, wire: Wire, target: Destination): ClientRequest => {
  const request = process.getBuiltinModule('node:http').request({
    method: wire.method,
    path: wire.path,
    headers: allHeaders(wire, target),
    setHost: false,
    createConnection: () => socket,
    // This is explicit so that NODE_OPTIONS cannot change how replies are read.
    maxHeaderSize: 16_384,
    insecureHTTPParser: false,
  });
  // Otherwise a LIST without a body announces an empty chunked one.
  request.useChunkedEncodingByDefault = false;
  return request;
};
