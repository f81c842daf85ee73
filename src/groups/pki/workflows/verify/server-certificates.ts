/** The certificates that a TLS server sends. */
import { TransportError } from '../../../../net/http.ts';
import { joinHostPort } from '../../../../net/faults.ts';
import type { StarttlsProtocol } from '../../../../net/connection/starttls.ts';
import { starttlsPorts } from '../../../../net/connection/starttls.ts';
import { proxyFor } from '../../../../net/connection/proxy.ts';
import { Exit, TrivetError, usageError } from '../../../../model/error.ts';
import type { Session } from '../../../../engine/session/session.ts';

/** What else is wrong with TLS is of no interest here: nothing is verified. */
const noTls =
  'Check the port, and the scheme: smtp, imap, pop3, ldap and postgres begin TLS later (STARTTLS).';

/** Milliseconds for connection and handshake. */
const patience = 10_000;

/** Schemes of servers that speak TLS from the beginning, with their usual ports. */
const securePorts: Readonly<Record<string, number>> = {
  https: 443,
  smtps: 465,
  imaps: 993,
  pop3s: 995,
  ldaps: 636,
};

const clearPorts: Readonly<Record<string, number>> = starttlsPorts;

/** A TLS server, and how its connection begins. */
interface TlsServer {
  readonly host: string;
  readonly port: number;
  /** Undefined where TLS begins at once. */
  readonly protocol: StarttlsProtocol | undefined;
}

const schemeOf = (text: string): string => /^([a-z\d]+):\/\//i.exec(text)?.[1]?.toLowerCase() ?? '';

const isProtocol = (scheme: string): scheme is StarttlsProtocol => scheme in starttlsPorts;

/** Whether a word is the URL of a TLS server. */
export const isServerUrl = (text: string): boolean => {
  const scheme = schemeOf(text);
  return scheme in securePorts || scheme in clearPorts;
};

/** The server that a URL names. @throws TrivetError usage */
export const tlsServer = (text: string): TlsServer => {
  const scheme = schemeOf(text);
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || url.hostname === '') {
    throw usageError(`"${text}" is not a URL such as https://host:8443`);
  }
  const { hostname, port } = url;
  return {
    host: hostname.startsWith('[') ? hostname.slice(1, -1) : hostname,
    port: port === '' ? (securePorts[scheme] ?? clearPorts[scheme] ?? 443) : Number(port),
    protocol: isProtocol(scheme) ? scheme : undefined,
  };
};

export const placeOf = ({ host, port }: TlsServer): string => joinHostPort(host, port);

/** The certificates of a server, in DER. */
interface ServerCertificates {
  /** Linked by their issuers, the server's own first. */
  readonly shown: readonly Uint8Array[];
  /** All of them as they are sent; undefined where that cannot be seen. */
  readonly ordered: readonly Uint8Array[] | undefined;
}

/** Returns the certificates, the server's own first. @throws TrivetError unreachable */
export const serverCertificates = async (
  server: TlsServer,
  serverName: string | undefined,
  session: Session,
): Promise<readonly Uint8Array[]> => (await certificatesSent(server, serverName, session, false)).shown;

/** Like `serverCertificates`, and their order by one more connection if it `isOrderWanted`. @throws TrivetError unreachable */
export const certificatesSent = async (
  server: TlsServer,
  serverName: string | undefined,
  session: Session,
  isOrderWanted: boolean,
): Promise<ServerCertificates> => {
  const place = placeOf(server);
  const origin = `https://${place}`;
  const choice = proxyFor(origin, session.world.env);
  if (choice.kind === 'refused') {
    throw new TrivetError('proxy', Exit.unreachable, choice.message, { hint: choice.hint });
  }
  const { orderedCertificates, shownCertificates } =
    await import('../../../../net/connection/shown-certificates.ts');
  const busy = session.reporter.busy(`Connecting to ${place}`);
  const proxy = choice.kind === 'proxy' ? choice.url : undefined;
  const { protocol } = server;
  const timeoutMs = session.globals.timeout ?? patience;
  try {
    const target = { origin, basePath: '', tls: {}, proxy };
    const asking = { timeoutMs, serverName, protocol };
    const shown = await shownCertificates(target, asking);
    return { shown, ordered: isOrderWanted ? await orderedCertificates(target, asking) : undefined };
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
