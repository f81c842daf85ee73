/** Reads the certificates of a TLS server without verifying them, to inspect them. */
import type { X509Certificate } from 'node:crypto';
import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import type { Target } from '../http.ts';
import { TransportError } from '../http.ts';
import { dial } from './dial.ts';
import type { StarttlsProtocol } from './starttls.ts';
import { beginTls } from './starttls.ts';
import { hostAndPort, targetName, tlsFault } from '../faults.ts';

const ignore = (): void => {};

const handshake = (
  raw: Socket,
  host: string,
  serverName: string | undefined,
  place: string,
  timeoutMs: number,
): Promise<TLSSocket> =>
  new Promise((resolve, reject) => {
    const named = process.getBuiltinModule('node:net').isIP(host) === 0;
    const socket = process.getBuiltinModule('node:tls').connect({
      socket: raw,
      host,
      ...(serverName !== undefined || named ? { servername: serverName ?? host } : {}),
      // No roots: Node would add one of its own to what the server sent.
      ca: [],
      rejectUnauthorized: false,
    });
    const failed = (error: Error): void => reject(tlsFault(error, 'not-sent', place));
    socket.once('error', failed);
    socket.on('error', ignore);
    socket.once('close', () => failed(Object.assign(new Error('closed'), { code: 'ECONNRESET' })));
    socket.setTimeout(timeoutMs, () => {
      reject(
        new TransportError(
          'connect-timeout',
          'not-sent',
          `${place} did not finish the TLS handshake in time`,
        ),
      );
      socket.destroy();
    });
    socket.once('secureConnect', () => resolve(socket));
  });

interface Asking {
  readonly timeoutMs: number;
  /** The name that is asked for, where it is not the host. */
  readonly serverName?: string | undefined;
  /** How the connection begins in the clear. */
  readonly protocol?: StarttlsProtocol | undefined;
}

/**
 * Makes a TLS handshake and ends the connection: no byte of HTTP is sent, nothing is verified, so that expired and
 * unknown certificates can be looked at.
 * @param target of `https:`; its `tls` is not used
 * @returns DER, that of the server first
 * @throws TransportError when there is no connection
 */
export const shownCertificates = async (
  target: Target,
  { timeoutMs, serverName, protocol }: Asking,
): Promise<readonly Uint8Array[]> => {
  const { host, port } = hostAndPort(target.origin);
  const plain = { ...target, origin: `http://${new URL(target.origin).hostname}:${port}` };
  const raw = await dial(plain, timeoutMs).socket;
  try {
    if (protocol !== undefined) await beginTls(raw, protocol, targetName(target), timeoutMs);
    const socket = await handshake(raw, host, serverName, targetName(target), timeoutMs);
    const shown: Uint8Array[] = [];
    let next: X509Certificate | undefined = socket.getPeerX509Certificate();
    while (next !== undefined && shown.length < 20) {
      const { raw: der } = next;
      if (shown.some((other) => Buffer.compare(other, der) === 0)) break;
      shown.push(der);
      next = next.issuerCertificate;
    }
    socket.destroy();
    return shown;
  } finally {
    raw.destroy();
  }
};
