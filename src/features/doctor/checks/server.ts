import type { Destination } from '../../../catalogue/http.ts';
import { header, TransportError } from '../../../catalogue/http.ts';
import type { ServerKind, ServiceName } from '../../../catalogue/product.ts';
import { decideAlike, generic, serverProductOf, serverTitle } from '../../../catalogue/product.ts';
import { quoted } from '../../../catalogue/text/server-text.ts';
import type { Endpoint } from '../../../config/endpoint.ts';
import { misplaced } from '../../../config/misplaced.ts';
import { rfc3339 } from '../../../documents/rfc3339.ts';
import { dial } from '../../../http/connection/dial.ts';
import { plural } from '../../../output/text/plural.ts';
import { detect, detectedIn } from '../../../run/session/detect.ts';
import type { Probe } from '../../../run/session/probe.ts';
import type { Session } from '../../../run/session/session.ts';
import { serviceOf } from '../../../services/index.ts';
import { Exit, TrivetError } from '../../../system/error.ts';
import { atMost, limits } from '../../../system/limits.ts';
import type { Finding, Findings } from './finding.ts';

interface PeerCertificate {
  readonly names: string;
  readonly issuer: string;
  readonly validTo: number;
  readonly protocol: string;
}

/**
 * Verifies the certificate like every request, without HTTP; undefined without TLS.
 * @param timeoutMs for name, TCP, proxy and TLS together
 * @throws TransportError if connection or verification fails
 */
const peerCertificate = async (
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

const day = 86_400_000;
/** Milliseconds. */
const soon = 21 * day;
/** Seconds; with more, times of leases and tokens mislead. */
const tolerated = 60;

const firstQuestion = (service: ServiceName): string => serviceOf(service).questions[0]?.path ?? '/';

const days = (milliseconds: number): string => plural(Math.floor(milliseconds / day), 'day');

const checkTls = async (session: Session, endpoint: Endpoint, findings: Findings): Promise<Finding> => {
  const url = new URL(endpoint.baseUrl);
  if (endpoint.socketPath !== undefined) return findings.ok('tls', 'not needed: a socket on this machine');
  if (url.protocol === 'http:') {
    return /^(?:localhost|127\.|\[::1\])/.test(url.hostname)
      ? findings.ok('tls', 'not needed: plain HTTP that stays on this machine')
      : findings.warning(
          'tls',
          'plain HTTP to another machine: everyone on the network path can read and change everything',
          'Use the https:// address.',
        );
  }
  const found = await peerCertificate(
    (await session.server(endpoint.service)).route(false).target,
    atMost(limits.probe, session.globals.timeout),
  );
  if (found === undefined) return findings.skipped('tls', 'the server showed no certificate');
  const left = found.validTo - session.io.now();
  const until = rfc3339(found.validTo);
  const facts = { names: found.names, issuer: found.issuer, 'valid-to': until, protocol: found.protocol };
  const detail = `${found.protocol}, certificate valid until ${until} (${days(left)}), from ${found.issuer}`;
  return left < soon
    ? findings.warning('tls', detail, 'Renew the certificate before it expires.', facts)
    : findings.ok('tls', detail, facts);
};

/** Below a namespace, or as documented, the health path may be missing. */
const hasApi = ({ baseUrl, product }: Endpoint): boolean =>
  /\/v1\/./.test(baseUrl) || (baseUrl.endsWith('/v1') && product === generic);

const refusal = (endpoint: Endpoint, { response }: Probe, findings: Findings): Finding | undefined => {
  const { service, baseUrl } = endpoint;
  const { status } = response;
  if (status >= 300 && status < 400) {
    return findings.problem(
      'server',
      Exit.unreachable,
      `the server redirects to ${header(response, 'location') ?? 'nowhere'}; trivet does not follow redirects`,
      'If that is the right server, make it the base URL.',
    );
  }
  const adapter = serviceOf(service);
  const { health } = adapter;
  const said = adapter.readError(response);
  if (said.kind === 'html' || (header(response, 'content-type') ?? '').includes('text/html')) {
    return findings.problem(
      'server',
      Exit.unreachable,
      `the reply is a web page (status ${status}); this is not the API`,
      'Check the base URL; a proxy or a login page might be in between.',
    );
  }
  const why = health?.refuses[status];
  if (why !== undefined) {
    return findings.problem(
      'server',
      Exit.unavailable,
      `the server ${why}`,
      'Only the operators of the server can change this.',
    );
  }
  const better = status === 404 ? misplaced(baseUrl, service) : undefined;
  // A server may lack only the health path.
  if (status === 404 && (health === undefined ? better !== undefined : !hasApi(endpoint))) {
    return findings.problem(
      'server',
      Exit.unreachable,
      `${baseUrl} has no ${firstQuestion(service)} (status 404); this is not the API`,
      better ?? 'Check the base URL.',
    );
  }
  if (health?.serves.includes(status) === true) return undefined;
  if (status >= 500 || status === 429) {
    const text = said.text === '' ? `status ${status}` : quoted(said.text);
    return findings.problem(
      'server',
      Exit.unavailable,
      `the server is unavailable: ${text}`,
      'Try again later.',
    );
  }
  return undefined;
};

const checkClock = (probe: Probe, now: number, findings: Findings): Finding => {
  const date = Date.parse(header(probe.response, 'date') ?? '');
  if (Number.isNaN(date)) return findings.skipped('clock', 'the server does not report its time');
  const seconds = Math.round((date - now) / 1000);
  const facts = { 'skew-seconds': seconds };
  if (Math.abs(seconds) <= tolerated) return findings.ok('clock', 'agrees with this machine', facts);
  const detail = `${Math.abs(seconds)} s ${seconds > 0 ? 'ahead of' : 'behind'} this machine`;
  return findings.warning(
    'clock',
    detail,
    'Correct the clock that is wrong: otherwise the times of tokens mislead.',
    facts,
  );
};

const detected = async (
  session: Session,
  service: ServiceName,
  first: Probe,
): Promise<ServerKind | undefined> => {
  const found = detectedIn(service, first) ?? (await detect(session, service));
  const { agent } = serviceOf(service);
  if (agent === undefined) return found;
  try {
    const { document } = await session.probe(service, agent.path, { withToken: true });
    return agent.identify(document) ?? found;
  } catch (error) {
    // The check of the token reports it.
    if (error instanceof TrivetError) return found;
    throw error;
  }
};

const checkProduct = async (
  session: Session,
  endpoint: Endpoint,
  first: Probe,
  findings: Findings,
): Promise<Finding> => {
  const { service, product, productChosen, sources, profile } = endpoint;
  const found = await detected(session, service, first);
  const used = `${product} (${productChosen ? (sources['product'] ?? '') : 'not chosen'})`;
  if (found === undefined) {
    return findings.ok('product', `${used}; the server does not report its product`, { used: product });
  }
  const { edition, version } = found;
  const shown = serverTitle(found.product, found);
  const facts = {
    used: product,
    detected: found.product,
    version: version ?? null,
    edition: edition ?? null,
  };
  if (found.product === product) {
    // Only a chosen version says which product is meant.
    const alike =
      endpoint.version === undefined || decideAlike(serverProductOf(endpoint), serverProductOf(found));
    return alike
      ? findings.ok('product', shown, facts)
      : findings.warning(
          'product',
          `the server is ${shown}, but ${sources['product'] ?? 'a setting'} says ${serverTitle(product, endpoint)}`,
          `Store what it is now: trivet profile set ${profile ?? 'NAME'} --${service}-product detect`,
          facts,
        );
  }
  // The server accepts both names.
  if (productChosen && product === generic) {
    return findings.ok('product', `${used}; the server looks like ${shown}`, facts);
  }
  return findings.warning(
    'product',
    `the server looks like ${shown}, but trivet is using product ${used}`,
    `Give --product ${found.product}, or store it: trivet profile set ${profile ?? 'NAME'} --${service}-product ${found.product}`,
    facts,
  );
};

export const checkServer = async (
  session: Session,
  endpoint: Endpoint,
  findings: Findings,
): Promise<{ readonly found: readonly Finding[]; readonly reached: boolean }> => {
  const { service } = endpoint;
  const found: Finding[] = [];
  try {
    found.push(await checkTls(session, endpoint, findings));
    const first = await session.probe(service, firstQuestion(service));
    const refused = refusal(endpoint, first, findings);
    if (refused !== undefined) return { found: [...found, refused], reached: false };
    found.push(
      findings.ok('server', `replied after ${first.milliseconds} ms`, { milliseconds: first.milliseconds }),
      checkClock(first, session.io.now(), findings),
      await checkProduct(session, endpoint, first, findings),
    );
    return { found, reached: true };
  } catch (error) {
    if (error instanceof TransportError) {
      found.push(findings.problem('server', Exit.unreachable, error.message, error.hint));
    } else if (error instanceof TrivetError) found.push(findings.failure('server', error));
    else throw error;
    return { found, reached: false };
  }
};
