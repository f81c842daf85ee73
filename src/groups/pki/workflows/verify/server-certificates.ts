/** The certificates that a TLS server sends. */
import { TransportError } from '../../../../net/http.ts';
import { proxyFor } from '../../../../net/connection/proxy.ts';
import { Exit, TrivetError, usageError } from '../../../../model/error.ts';
import type { Session } from '../../../../engine/session/session.ts';

/** What else is wrong with TLS is of no interest here: nothing is verified. */
const noTls = 'Check the port: a plain HTTP server, or one that uses STARTTLS, shows no certificates.';

/** Milliseconds for connection and handshake. */
const patience = 10_000;

/** The URL of a server. @throws TrivetError usage */
export const serverUrl = (text: string): URL => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url !== undefined && url.hostname !== '') return url;
  throw usageError(`"${text}" is not a URL such as https://host:8443`);
};

/** Returns the certificates in DER, the server's own first. @throws TrivetError unreachable */
export const serverCertificates = async (url: URL, session: Session): Promise<readonly Uint8Array[]> => {
  const choice = proxyFor(url.origin, session.world.env);
  if (choice.kind === 'refused') {
    throw new TrivetError('proxy', Exit.unreachable, choice.message, { hint: choice.hint });
  }
  const { shownCertificates } = await import('../../../../net/connection/shown-certificates.ts');
  const busy = session.reporter.busy(`Connecting to ${url.host}`);
  const target = {
    origin: url.origin,
    basePath: '',
    tls: {},
    proxy: choice.kind === 'proxy' ? choice.url : undefined,
  };
  try {
    return await shownCertificates(target, session.globals.timeout ?? patience);
  } catch (error) {
    if (!(error instanceof TransportError)) throw error;
    throw new TrivetError('unreachable', Exit.unreachable, error.message, {
      hint: error.fault === 'tls' ? noTls : error.hint,
      cause: error,
    });
  } finally {
    busy.end();
  }
};
