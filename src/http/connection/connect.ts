/** The two layers of a connection: TCP (or a unix socket), and verified TLS over it. */
import type { LookupFunction, Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import type { Tls } from '../../catalogue/http.ts';
import { TransportError } from '../../catalogue/http.ts';
import { connectFault, refusedCertificate, tlsFault } from '../faults.ts';
import { secureContext } from './tls.ts';

/** Called with each new socket, so that a deadline can end whatever is open. */
export type Track = (socket: Socket) => void;

const ignore = (): void => {};

/**
 * Opens TCP to the first address of `host` that answers, or the unix socket at `path`.
 * @param lookup resolves `host` instead of the system's resolver
 */
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
      // Both families are tried; an address that answers slowly is not given up after Node's 250 ms.
      autoSelectFamily: true,
      autoSelectFamilyAttemptTimeout: 500,
      noDelay: true,
      keepAlive: true,
      keepAliveInitialDelay: 60_000,
    });
    track(socket);
    // Never removed: an error between two owners must not end the process.
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

/**
 * The size of the server's RSA key; undefined for a key of another kind. Node takes what `getPeerX509Certificate`
 * returns out of the connection, so that a second call would find none.
 */
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
      // Explicit: NODE_TLS_REJECT_UNAUTHORIZED=0 must not switch verification off.
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

/**
 * True when the server asked for a client certificate on this open connection. The shared signature
 * algorithms of a client are those of the server's certificate request, so the list is empty without one.
 */
export const wantsClientCertificate = (socket: Socket): boolean => {
  if (!('getSharedSigalgs' in socket)) return false;
  const { getSharedSigalgs } = socket;
  const shared: unknown = typeof getSharedSigalgs === 'function' ? getSharedSigalgs.call(socket) : [];
  return Array.isArray(shared) && shared.length > 0;
};
