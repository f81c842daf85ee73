/** Reads the certificate of a server for reports; requests verify it themselves. */
import type { Destination } from '../../catalogue/http.ts';
import { dial } from './dial.ts';

interface PeerCertificate {
  /** The names that it is for, as in the certificate: `DNS:api.example.com, IP Address:10.0.0.1`. */
  readonly names: string;
  readonly issuer: string;
  readonly validTo: number;
  readonly protocol: string;
}

/**
 * Connects, verifies as every request does, and reads the certificate; no byte of HTTP is sent. Undefined where the
 * connection has none.
 * @param timeoutMs for name, TCP, proxy and TLS together
 * @throws TransportError when the connection or its verification fails
 */
export const peerCertificate = async (
  target: Destination,
  timeoutMs: number,
): Promise<PeerCertificate | undefined> => {
  const { TLSSocket } = process.getBuiltinModule('node:tls');
  const socket = await dial(target, timeoutMs).socket;
  try {
    if (!(socket instanceof TLSSocket)) return undefined;
    const certificate = socket.getPeerX509Certificate();
    if (certificate === undefined) return undefined;
    return {
      names: certificate.subjectAltName ?? certificate.subject,
      issuer: certificate.issuer.replaceAll('\n', ', '),
      validTo: Date.parse(certificate.validTo),
      protocol: socket.getProtocol() ?? 'TLS',
    };
  } finally {
    socket.destroy();
  }
};
