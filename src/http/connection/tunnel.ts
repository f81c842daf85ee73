/** CONNECT through an http or https proxy; all its failures become one message. */
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { Socket as NetSocket } from 'node:net';
import type { Track } from './connect.ts';
import { openTcp, openTls } from './connect.ts';
import { codeOf, hostAndPort, joinHostPort, proxyFault } from '../faults.ts';
import { TransportError } from '../../catalogue/http.ts';

interface Tunnel {
  readonly socket: Socket;
  readonly proxyPlace: string;
}

const parse = (proxy: string): URL => {
  if (!URL.canParse(proxy)) throw proxyFault('of the environment', 'is not a URL');
  const url = new URL(proxy);
  if (url.protocol === 'http:' || url.protocol === 'https:') return url;
  throw proxyFault(url.host, `has a scheme that trivet does not speak: ${url.protocol}//`);
};

const authorization = (url: URL): Readonly<Record<string, string>> => {
  if (url.username === '') return {};
  const plain = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
  return { 'Proxy-Authorization': `Basic ${Buffer.from(plain).toString('base64')}` };
};

const openProxy = async (url: URL, place: string, track: Track): Promise<Socket> => {
  try {
    const where = hostAndPort(url.origin);
    const raw = await openTcp(where, place, track);
    return url.protocol === 'https:' ? await openTls(raw, where.host, {}, place, track) : raw;
  } catch (error) {
    if (!(error instanceof TransportError)) throw error;
    const words = error.message.startsWith(place) ? error.message.slice(place.length + 1) : error.message;
    throw proxyFault(place, words, codeOf(error.cause) || undefined);
  }
};

const refusal = (reply: IncomingMessage): string =>
  reply.statusCode === 407
    ? 'requires a user name and password (407)'
    : `refused the tunnel with status ${reply.statusCode}`;

const request = (socket: Socket, path: string, url: URL, place: string): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const fail = (words: string): void => {
      socket.destroy();
      reject(proxyFault(place, words));
    };
    const connect = process.getBuiltinModule('node:http').request({
      method: 'CONNECT',
      path,
      headers: { Host: path, ...authorization(url) },
      createConnection: () => socket,
      maxHeaderSize: 16_384,
      insecureHTTPParser: false,
    });
    connect.on('connect', (reply, stream, head) => {
      const status = reply.statusCode ?? 0;
      if (status < 200 || status > 299 || !(stream instanceof NetSocket)) {
        fail(refusal(reply));
        return;
      }
      if (head.length > 0) stream.unshift(head);
      resolve(stream);
    });
    connect.on('error', (error) => {
      fail(codeOf(error).startsWith('HPE_') ? 'did not reply in HTTP' : 'closed the connection');
    });
    connect.on('close', () => {
      reject(proxyFault(place, 'closed the connection'));
    });
    connect.end();
  });

/** @throws TransportError proxy, always `not-sent` */
export const openTunnel = async (
  proxy: string,
  host: string,
  port: number,
  track: Track,
): Promise<Tunnel> => {
  const url = parse(proxy);
  const { host: proxyHost, port: proxyPort } = hostAndPort(url.origin);
  const proxyPlace = joinHostPort(proxyHost, proxyPort);
  const socket = await openProxy(url, proxyPlace, track);
  return { socket: await request(socket, joinHostPort(host, port), url, proxyPlace), proxyPlace };
};
