import type { LookupFunction, Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import type { Tls } from '../../catalogue/http.ts';
import { TransportError } from '../../catalogue/http.ts';
import { connectFault, refusedCertificate, tlsFault } from '../faults.ts';
import { secureContext } from './tls.ts';

export type Track = (socket: Socket) => void;

const ignore = (): void => {};

/** @param lookup replaces the system's resolver */
export const openTcp = (
  where: { readonly host: string; readonly port: number } | { readonly path: string },
  place: string,
  track: Track,
  lookup?: LookupFunction,
): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = process.getBuiltinModule('node:net').connect({
      ...where,
      ...(lookup === undefined ? {} : { lookup }),
      // Tries both families; a slow address gets more than Node's 250 ms.
      autoSelectFamily: true,
      autoSelectFamilyAttemptTimeout: 500,
      noDelay: true,
      keepAlive: true,
      keepAliveInitialDelay: 60_000,
    });
    track(socket);
    // The listener is never removed: an error between two owners must not end the process.
    socket.on('error', ignore);
    const failed = (error: Error): void => {
      reject(connectFault(error, place));
    };
    socket.once('error', failed);
    const closed = (): void => {
      reject(new TransportError('closed', 'not-sent', `no connection to ${place}`));
    };
    socket.once('close', closed);
    socket.once('connect', () => {
      socket.off('error', failed);
      socket.off('close', closed);
      resolve(socket);
    });
  });

/** OpenSSL and BoringSSL accept shorter keys, depending on their version. */
const leastRsaBits = 2048;

/** Undefined for other keys. Not `getPeerX509Certificate`: in Node it removes the certificate from the connection. */
const rsaBits = (socket: TLSSocket): number | undefined => {
  const { modulus, bits } = socket.getPeerCertificate();
  return modulus === undefined ? undefined : bits;
};

export const openTls = (
  raw: Socket,
  host: string,
  tls: Tls,
  place: string,
  track: Track,
): Promise<TLSSocket> =>
  new Promise((resolve, reject) => {
    const name = tls.serverName ?? host;
    const named = process.getBuiltinModule('node:net').isIP(name) === 0;
    const socket = process.getBuiltinModule('node:tls').connect({
      socket: raw,
      host: name,
      ...(named ? { servername: name } : {}),
      secureContext: secureContext(tls),
      ALPNProtocols: ['http/1.1'],
      // This is explicit so that NODE_TLS_REJECT_UNAUTHORIZED=0 cannot switch verification off.
      rejectUnauthorized: true,
    });
    track(socket);
    socket.on('error', ignore);
    const failed = (error: Error): void => {
      reject(tlsFault(error, 'not-sent', place));
    };
    socket.once('error', failed);
    const closed = (): void => {
      reject(tlsFault(Object.assign(new Error('closed'), { code: 'ECONNRESET' }), 'not-sent', place));
    };
    socket.once('close', closed);
    socket.once('secureConnect', () => {
      socket.off('error', failed);
      socket.off('close', closed);
      const bits = rsaBits(socket);
      if (bits === undefined || bits >= leastRsaBits) return resolve(socket);
      socket.destroy();
      reject(refusedCertificate(place, `its RSA key has only ${bits} bits`, 'not-sent'));
    });
  });

/** A client has shared signature algorithms only if the server requested a certificate. */
export const wantsClientCertificate = (socket: Socket): boolean => {
  if (!('getSharedSigalgs' in socket)) return false;
  const { getSharedSigalgs } = socket;
  const shared: unknown = typeof getSharedSigalgs === 'function' ? getSharedSigalgs.call(socket) : [];
  return Array.isArray(shared) && shared.length > 0;
};
