import type { X509Certificate } from 'node:crypto';
import type { Socket } from 'node:net';
import type { SecureContext, TLSSocket } from 'node:tls';
import type { Destination } from '../../catalogue/http.ts';
import { TransportError } from '../../catalogue/http.ts';
import { dial } from './dial.ts';
import type { StarttlsProtocol } from './starttls.ts';
import { beginTls } from './starttls.ts';
import { sentCertificates } from './sent-certificates.ts';
import { hostAndPort, joinHostPort, targetName, tlsFault } from '../faults.ts';

const ignore = (): void => {};

/** No roots: Node would add one to what the server sent. */
let rootless: SecureContext | undefined;
const withoutRoots = (): SecureContext =>
  (rootless ??= process.getBuiltinModule('node:tls').createSecureContext({ ca: [] }));

const handshake = (
  raw: Socket,
  host: string,
  serverName: string | undefined,
  place: string,
  timeoutMs: number,
): Promise<TLSSocket> =>
  new Promise((resolve, reject) => {
    const servername = nameFor(host, serverName);
    const socket = process.getBuiltinModule('node:tls').connect({
      socket: raw,
      host,
      ...(servername === undefined ? {} : { servername }),
      secureContext: withoutRoots(),
      rejectUnauthorized: false,
    });
    const failed = (error: Error): void => reject(tlsFault(error, 'not-sent', place));
    socket.once('error', failed);
    socket.on('error', ignore);
    const closed = (): void => failed(Object.assign(new Error('closed'), { code: 'ECONNRESET' }));
    socket.once('close', closed);
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
    socket.once('secureConnect', () => {
      socket.off('close', closed);
      resolve(socket);
    });
  });

interface Asking {
  readonly timeoutMs: number;
  readonly serverName?: string | undefined;
  /** The address to connect to; by default the first one that replies. */
  readonly address?: string | undefined;
  readonly protocol?: StarttlsProtocol | undefined;
}

const beforeTls = async (target: Destination, { timeoutMs, protocol, address }: Asking): Promise<Socket> => {
  const { host, port } = hostAndPort(target.origin);
  const plain = { ...target, origin: `http://${joinHostPort(address ?? host, port)}` };
  const raw = await dial(plain, timeoutMs).socket;
  try {
    if (protocol !== undefined) await beginTls(raw, protocol, targetName(target), timeoutMs);
    return raw;
  } catch (error) {
    raw.destroy();
    throw error;
  }
};

const nameFor = (host: string, serverName: string | undefined): string | undefined =>
  serverName ?? (process.getBuiltinModule('node:net').isIP(host) === 0 ? host : undefined);

export const orderedCertificates = async (
  target: Destination,
  asking: Asking,
): Promise<readonly Uint8Array[] | undefined> => {
  const { host } = hostAndPort(target.origin);
  try {
    return await sentCertificates(
      await beforeTls(target, asking),
      nameFor(host, asking.serverName),
      asking.timeoutMs,
    );
  } catch (error) {
    if (error instanceof TransportError) return undefined;
    throw error;
  }
};

/**
 * Makes a TLS handshake and ends the connection. Nothing is verified and no HTTP is sent: for expired and unknown
 * certificates.
 * @param target of `https:`; its `tls` is not used
 * @returns DER, that of the server first
 * @throws TransportError without a connection
 */
export const presentedCertificates = async (
  target: Destination,
  asking: Asking,
): Promise<readonly Uint8Array[]> => {
  const { timeoutMs, serverName } = asking;
  const { host } = hostAndPort(target.origin);
  const raw = await beforeTls(target, asking);
  try {
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
