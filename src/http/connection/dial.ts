import type { Socket } from 'node:net';
import type { Destination } from '../../catalogue/http.ts';
import { TransportError } from '../../catalogue/http.ts';
import type { Track } from './connect.ts';
import { openTcp, openTls } from './connect.ts';
import { codeOf, connectFault, deadlineFault, hostAndPort, targetName, proxyFault } from '../faults.ts';
import { loopbackLookup } from '../../config/loopback.ts';
import { secureContext } from './tls.ts';
import { openTunnel } from './tunnel.ts';

export interface Dial {
  readonly socket: Promise<Socket>;
  cancel(): void;
}

const ignore = (): void => {};

const viaProxy = async (target: Destination, proxy: string, track: Track): Promise<Socket> => {
  const { host, port } = hostAndPort(target.origin);
  const { socket, proxyPlace } = await openTunnel(proxy, host, port, track);
  if (!target.origin.startsWith('https:')) return socket;
  try {
    return await openTls(socket, host, target.tls, targetName(target), track);
  } catch (error) {
    // A proxy that hangs up has failed itself; a wrong certificate is not its fault.
    if (error instanceof TransportError && codeOf(error.cause) === 'ECONNRESET') {
      throw proxyFault(proxyPlace, `opened a tunnel to ${targetName(target)} and closed it`);
    }
    throw error;
  }
};

const open = async (target: Destination, track: Track): Promise<Socket> => {
  const place = targetName(target);
  const secure = target.origin.startsWith('https:');
  // Bad certificate files fail before anything is dialled.
  if (secure) secureContext(target.tls);
  if (target.proxy !== undefined && target.socketPath === undefined) {
    return await viaProxy(target, target.proxy, track);
  }
  const { host, port } = hostAndPort(target.origin);
  const where = target.socketPath === undefined ? { host, port } : { path: target.socketPath };
  const raw = await openTcp(where, place, track, secure ? undefined : loopbackLookup(host, place));
  return secure ? await openTls(raw, host, target.tls, place, track) : raw;
};

export const dial = (target: Destination, timeoutMs: number): Dial => {
  const opened: Socket[] = [];
  let over = false;
  let timer: NodeJS.Timeout | undefined;
  let giveUp: (error: TransportError) => void = ignore;
  const end = (): void => {
    over = true;
    clearTimeout(timer);
    for (const socket of opened) socket.destroy();
  };
  const socket = new Promise<Socket>((resolve, reject) => {
    giveUp = (error) => {
      if (over) return;
      end();
      reject(error);
    };
    open(target, (made) => {
      opened.push(made);
      if (over) made.destroy();
    }).then(
      (ready) => {
        if (over) return;
        over = true;
        clearTimeout(timer);
        resolve(ready);
      },
      (error: unknown) => {
        giveUp(connectFault(error, targetName(target)));
      },
    );
  });
  if (timeoutMs > 0) {
    timer = setTimeout(() => {
      giveUp(slow(target, timeoutMs, opened));
    }, timeoutMs);
  }
  return {
    socket,
    cancel: () => {
      if (over) return;
      giveUp(
        new TransportError('aborted', 'not-sent', `the connection to ${targetName(target)} was given up`),
      );
    },
  };
};

const slow = (target: Destination, timeoutMs: number, opened: readonly Socket[]): TransportError => {
  const fault = deadlineFault('connect', timeoutMs, 'not-sent', targetName(target));
  if (target.proxy !== undefined && target.socketPath === undefined) {
    const { host, port } = hostAndPort(target.proxy);
    return proxyFault(`${host}:${port}`, `gave ${fault.message}`, 'ETIMEDOUT');
  }
  const addresses = opened.flatMap((socket) => socket.autoSelectFamilyAttemptedAddresses ?? []);
  if (addresses.length === 0) return fault;
  const message = `${fault.message} (tried ${addresses.join(', ')})`;
  return new TransportError(fault.fault, fault.phase, message, undefined, fault.cause);
};
