import { limits } from '../../../system/limits.ts';
import { isIP } from 'node:net';
import { TransportError } from '../../../catalogue/http.ts';
import { joinHostPort } from '../../../http/faults.ts';
import type { StarttlsProtocol } from '../../../http/connection/starttls.ts';
import { starttlsPorts } from '../../../http/connection/starttls.ts';
import { proxyFor } from '../../../http/connection/proxy.ts';
import { Exit, TrivetError, usageError } from '../../../system/error.ts';
import type { Session } from '../../../run/session/session.ts';
import {
  orderedCertificates,
  presentedCertificates,
} from '../../../http/connection/presented-certificates.ts';

const noTls =
  'Check the port, and the scheme: smtp, imap, pop3, ldap and postgres begin TLS later (STARTTLS).';

const securePorts: Readonly<Record<string, number>> = {
  https: 443,
  smtps: 465,
  imaps: 993,
  pop3s: 995,
  ldaps: 636,
};

const clearPorts: Readonly<Record<string, number>> = starttlsPorts;

interface TlsServer {
  readonly host: string;
  readonly port: number;
  /** Undefined if TLS begins at once. */
  readonly protocol: StarttlsProtocol | undefined;
}

const schemeOf = (text: string): string => /^([a-z\d]+):\/\//i.exec(text)?.[1]?.toLowerCase() ?? '';

const isProtocol = (scheme: string): scheme is StarttlsProtocol => scheme in starttlsPorts;

export const isServerUrl = (text: string): boolean => {
  const scheme = schemeOf(text);
  return scheme in securePorts || scheme in clearPorts;
};

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

interface SentChain {
  /** Empty if the name is not looked up here. */
  readonly addresses: readonly string[];
  /** Certificates by issuer, the server's own first. */
  readonly shown: readonly Uint8Array[];
  /** In the order sent; undefined if that cannot be seen. */
  readonly ordered: readonly Uint8Array[] | undefined;
}

export interface ServerCertificates {
  readonly first: SentChain;
  readonly others: readonly SentChain[];
  readonly missed: readonly string[];
}

const mostAddresses = 8;

const addressesOf = async (host: string): Promise<readonly string[]> => {
  if (isIP(host) !== 0) return [];
  try {
    const found = await process.getBuiltinModule('node:dns').promises.lookup(host, { all: true });
    return [...new Set(found.map(({ address }) => address))];
  } catch {
    // The connection reports why.
    return [];
  }
};

const isSame = (one: SentChain, other: SentChain): boolean =>
  one.shown.length === other.shown.length &&
  one.shown.every((der, index) => Buffer.compare(der, other.shown[index] ?? Buffer.alloc(0)) === 0);

const distinct = (chains: readonly SentChain[]): readonly SentChain[] =>
  chains
    .filter((one, index) => chains.findIndex((other) => isSame(one, other)) === index)
    .map((one) => ({
      ...one,
      addresses: chains.filter((other) => isSame(one, other)).flatMap(({ addresses }) => addresses),
    }));

/**
 * Looks at every address; the order costs one more connection each.
 * @throws TrivetError unreachable, if no address can be reached
 */
export const certificatesSent = async (
  server: TlsServer,
  serverName: string | undefined,
  session: Session,
  isOrderWanted = false,
): Promise<ServerCertificates> => {
  const place = placeOf(server);
  const origin = `https://${place}`;
  const choice = proxyFor(origin, session.io.env);
  if (choice.kind === 'refused') {
    throw new TrivetError('proxy', Exit.unreachable, choice.message, { hint: choice.hint });
  }
  const busy = session.reporter.busy(`Connecting to ${place}`);
  const { protocol, host } = server;
  const timeoutMs = session.globals.timeout ?? limits.handshake;
  const proxy = choice.kind === 'proxy' ? choice.url : undefined;
  const look = async (address: string | undefined): Promise<SentChain> => {
    const target = { origin, basePath: '', tls: {}, proxy };
    const asking = { timeoutMs, serverName, protocol, address };
    const shown = await presentedCertificates(target, asking);
    const ordered = isOrderWanted ? await orderedCertificates(target, asking) : undefined;
    return { addresses: address === undefined ? [] : [address], shown, ordered };
  };
  try {
    // A proxy looks the name up.
    const addresses = proxy === undefined ? await addressesOf(host) : [];
    const wanted = addresses.length < 2 ? [undefined] : addresses.slice(0, mostAddresses);
    const missed = addresses.slice(mostAddresses).map((address) => `${address} was not looked at`);
    const chains: SentChain[] = [];
    let failure: TransportError | undefined;
    for (const [index, outcome] of (await Promise.allSettled(wanted.map(look))).entries()) {
      if (outcome.status === 'fulfilled') chains.push(outcome.value);
      else if (outcome.reason instanceof TransportError) {
        failure ??= outcome.reason;
        missed.push(`${wanted[index] ?? host} was not looked at: ${outcome.reason.message}`);
      } else throw outcome.reason;
    }
    const [first, ...others] = distinct(chains);
    if (first === undefined) throw failure ?? new Error(`${place} was not looked at`);
    return { first, others, missed };
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
