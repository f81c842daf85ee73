import type { HttpResponse, Phase, Destination, TransportFault } from '../catalogue/http.ts';
import { TransportError } from '../catalogue/http.ts';

/** A code such as `ECONNREFUSED` or `HPE_INVALID_CONSTANT`, or an empty text. */
export const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string'
    ? error.code
    : '';

/** Keeps only the code, since parser errors carry bytes of the reply, which may be a secret. */
export const causeOf = (error: unknown): unknown => {
  const code = codeOf(error);
  return code === '' ? undefined : Object.assign(new Error(code), { code });
};

export const hostAndPort = (origin: string): { readonly host: string; readonly port: number } => {
  const { hostname, port, protocol } = new URL(origin);
  return {
    host: hostname.startsWith('[') ? hostname.slice(1, -1) : hostname,
    port: port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port),
  };
};

export const joinHostPort = (host: string, port: number | string): string =>
  host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;

export const targetName = (target: Destination): string => {
  if (target.socketPath !== undefined) return `unix socket ${target.socketPath}`;
  const { host, port } = hostAndPort(target.origin);
  return joinHostPort(host, port);
};

interface Fault {
  readonly fault: TransportFault;
  readonly words: string;
  readonly hint?: string;
}

const connectFaults: Readonly<Record<string, Fault>> = {
  ECONNREFUSED: {
    fault: 'refused',
    words: 'refused the connection',
    hint: 'Is the server running, and is the port right?',
  },
  ENOENT: { fault: 'refused', words: 'does not exist', hint: 'Check the path of the unix socket.' },
  EACCES: { fault: 'refused', words: 'cannot be opened by this user' },
  EPERM: { fault: 'refused', words: 'cannot be reached: this system forbids it' },
  ENOTFOUND: { fault: 'dns', words: 'has no address: the name is unknown', hint: 'Check the host name.' },
  EAI_AGAIN: { fault: 'dns', words: 'has no address yet: the name server did not answer' },
  ENETUNREACH: { fault: 'unreachable', words: 'cannot be reached: no route to its network' },
  EHOSTUNREACH: { fault: 'unreachable', words: 'cannot be reached: no route to the host' },
  EADDRNOTAVAIL: { fault: 'unreachable', words: 'cannot be reached: no local address for it' },
  ETIMEDOUT: { fault: 'connect-timeout', words: 'did not accept the connection in time' },
};

const field = (error: unknown, name: string): string => {
  const value: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, name) : undefined;
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
};

const tried = (error: unknown): string => {
  const each = error instanceof AggregateError ? error.errors : [error];
  const places = each.flatMap((one: unknown) => {
    const address = field(one, 'address');
    const port = field(one, 'port');
    return address === '' || port === '' ? [] : [`${joinHostPort(address, port)} ${codeOf(one)}`];
  });
  return places.length === 0 ? '' : ` (tried ${places.join(', ')})`;
};

/** A fault before anything was sent. `place` is the server, or the dialled proxy. */
export const connectFault = (error: unknown, place: string): TransportError => {
  if (error instanceof TransportError) return error;
  const code = codeOf(error) || (error instanceof AggregateError ? codeOf(error.errors[0]) : '');
  const said = connectFaults[code];
  const cause = Object.assign(new Error(code), { code });
  if (said !== undefined) {
    return new TransportError(
      said.fault,
      'not-sent',
      `${place} ${said.words}${tried(error)}`,
      said.hint,
      cause,
    );
  }
  return new TransportError(
    'closed',
    'not-sent',
    `no connection to ${place}${code === '' ? '' : `: ${code}`}`,
    undefined,
    cause,
  );
};

const truncated = new Set([
  'ECONNRESET',
  'EPIPE',
  'ECONNABORTED',
  'ETIMEDOUT',
  'UND_ERR_SOCKET',
  'UND_ERR_CLOSED',
  'UND_ERR_DESTROYED',
  'HPE_INVALID_EOF_STATE',
  'HPE_CLOSED_CONNECTION',
  'ERR_STREAM_PREMATURE_CLOSE',
]);

const looksLikeTls = (error: unknown): boolean => {
  for (const key of ['data', 'rawPacket']) {
    const found: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, key) : undefined;
    const bytes = typeof found === 'string' ? Buffer.from(found, 'latin1') : found;
    if (bytes instanceof Uint8Array) return (bytes[0] === 0x15 || bytes[0] === 0x16) && bytes[1] === 3;
  }
  return false;
};

const plainHttp = (phase: Phase, place: string, cause?: unknown): TransportError =>
  new TransportError(
    'plain-http',
    phase,
    `${place} speaks TLS, but the request was plain HTTP`,
    'Write https:// in the base URL.',
    cause,
  );

const wantsTls =
  /^Client sent an HTTP request to an HTTPS server\.\s*$|plain HTTP request was sent to HTTPS port|speaking plain HTTP to an SSL-enabled|combination of host and port requires TLS/;

/** A port for TLS can only reply so to plain HTTP. */
export const faultOfReply = (
  { status, body }: HttpResponse,
  target: Destination,
): TransportError | undefined =>
  status === 400 &&
  target.origin.startsWith('http:') &&
  body.byteLength <= 4096 &&
  wantsTls.test(Buffer.from(body).toString('latin1'))
    ? plainHttp('reply-started', targetName(target))
    : undefined;

const parserCode = (error: unknown): string => {
  if (!(error instanceof Error) || error.name !== 'HTTPParserError') return '';
  if (error.message.includes('EOF')) return 'HPE_INVALID_EOF_STATE';
  return error.message.includes('chunk size') ? 'HPE_INVALID_CHUNK_SIZE' : 'HPE_INVALID_CONSTANT';
};

const protocolWords = (code: string, message: string): string => {
  if (code === 'UND_ERR_HEADERS_OVERFLOW' || code === 'HPE_HEADER_OVERFLOW') {
    return 'sent more than 16 KiB of headers';
  }
  if (code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH' || code === 'HPE_UNEXPECTED_CONTENT_LENGTH') {
    return 'sent contradictory Content-Length headers';
  }
  if (code === 'HPE_INVALID_CONTENT_LENGTH') return 'sent an invalid Content-Length';
  if (code === 'HPE_INVALID_TRANSFER_ENCODING') return 'sent contradictory length headers';
  if (code === 'HPE_INVALID_CHUNK_SIZE') return 'sent a broken chunked body';
  if (message === 'bad response') return 'sent an unexpected "100 Continue"';
  if (message === 'bad upgrade') return 'switched protocols unexpectedly';
  return 'did not reply in HTTP';
};

/** A fault on an open connection. `askedForCertificate`: the server wanted a client certificate. */
export const exchangeFault = (
  error: unknown,
  phase: Phase,
  target: Destination,
  askedForCertificate = false,
): TransportError => {
  if (error instanceof TransportError) return error;
  const place = targetName(target);
  const code = codeOf(error) || parserCode(error);
  const message = error instanceof Error ? error.message : '';
  const cause = causeOf(error);
  if (code.startsWith('ERR_SSL') || code.startsWith('ERR_TLS') || code === 'EPROTO') {
    return tlsFault(error, phase, place);
  }
  if (looksLikeTls(error)) return plainHttp(phase, place, cause);
  const refused = message === 'bad response' || message === 'bad upgrade';
  // undici reports a short body so if the reply announced the end of the connection.
  const short = code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH' && phase === 'reply-started';
  if (!refused && (short || truncated.has(code) || code === '')) {
    if (phase === 'reply-started') {
      return new TransportError('closed', phase, `${place} cut its reply short`, undefined, cause);
    }
    if (phase === 'sent' && askedForCertificate) return missingCertificate(phase, place, cause);
    const words = phase === 'sent' ? `closed the connection before it replied` : 'closed the connection';
    const hint =
      phase === 'sent' && target.origin.startsWith('http:') && target.socketPath === undefined
        ? 'If the server requires TLS, write https:// in the base URL.'
        : undefined;
    return new TransportError('closed', phase, `${place} ${words}`, hint, cause);
  }
  return new TransportError('protocol', phase, `${place} ${protocolWords(code, message)}`, undefined, cause);
};

const certificateFaults: Readonly<Record<string, readonly [words: string, hint?: string]>> = {
  CERT_HAS_EXPIRED: [
    'has an expired certificate',
    'Check the clock of this machine, then report it to the operator of the server.',
  ],
  CERT_NOT_YET_VALID: ['has a certificate that is not valid yet', 'Check the clock of this machine.'],
  DEPTH_ZERO_SELF_SIGNED_CERT: [
    'has a self-signed certificate',
    'Give that certificate, or the CA that should have signed it, with --ca-file.',
  ],
  SELF_SIGNED_CERT_IN_CHAIN: [
    'has a certificate of a CA that is not trusted here',
    'Give the CA with --ca-file.',
  ],
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: [
    'has a certificate of an unknown CA, or does not send the intermediate certificates',
    'Give the CA with --ca-file.',
  ],
  UNABLE_TO_GET_ISSUER_CERT: ['has a certificate of an unknown CA', 'Give the CA with --ca-file.'],
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: ['has a certificate of an unknown CA', 'Give the CA with --ca-file.'],
  CERT_SIGNATURE_FAILURE: ['has a certificate whose signature is wrong'],
  CERT_REVOKED: ['has a revoked certificate'],
  INVALID_PURPOSE: ['has a certificate that is not meant for a server'],
};

const missingCertificate = (phase: Phase, place: string, cause: unknown): TransportError =>
  new TransportError(
    'tls',
    phase,
    `${place} requires a client certificate and closed the connection`,
    'Configure a client certificate and key.',
    cause,
  );

export const refusedCertificate = (
  place: string,
  why: string,
  phase: Phase,
  cause?: unknown,
): TransportError =>
  new TransportError(
    'tls',
    phase,
    `${place} has a certificate that is refused: ${why}`,
    `The server needs another certificate. To see it: trivet pki inspect https://${place}`,
    cause,
  );

/** `phase`: `not-sent` during the handshake, `sent` if an alert came later. */
export const tlsFault = (error: unknown, phase: Phase, place: string): TransportError => {
  if (error instanceof TransportError) return error;
  const code = codeOf(error);
  const cause = causeOf(error);
  const say = (words: string, hint?: string): TransportError =>
    new TransportError('tls', phase, `${place} ${words}`, hint, cause);
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') {
    const certificate: unknown =
      typeof error === 'object' && error !== null ? Reflect.get(error, 'cert') : undefined;
    const names = field(certificate, 'subjectaltname').slice(0, 200);
    return say(
      `has a certificate for another name${names === '' ? '' : ` (it is for ${names})`}`,
      'Use a name that the certificate contains.',
    );
  }
  // OpenSSL has faults without a name in Node: a weak digest or key.
  const unnamed = code === 'UNSPECIFIED' ? /^[\w ]{1,80}$/.exec(field(error, 'message'))?.[0] : undefined;
  if (unnamed !== undefined) return refusedCertificate(place, unnamed, phase, cause);
  const known = certificateFaults[code];
  if (known !== undefined) return say(...known);
  if (code === 'ERR_SSL_WRONG_VERSION_NUMBER' || code === 'ERR_SSL_PACKET_LENGTH_TOO_LONG') {
    return say('does not speak TLS', 'If it is a plain http server, write http:// in the base URL.');
  }
  if (code === 'ERR_SSL_HTTP_REQUEST') return say('does not speak TLS');
  if (code.includes('CERTIFICATE_REQUIRED')) return missingCertificate('not-sent', place, cause);
  if (code.includes('PROTOCOL_VERSION') || code.includes('UNSUPPORTED_PROTOCOL')) {
    return say('offers no safe TLS version (1.2 or newer is required)');
  }
  if (code.includes('ALERT_UNKNOWN_CA') || code.includes('ALERT_BAD_CERTIFICATE')) {
    const hint = 'Check which CA the server trusts.';
    return new TransportError(
      'tls',
      'not-sent',
      `${place} does not accept the client certificate`,
      hint,
      cause,
    );
  }
  if (code.includes('HANDSHAKE_FAILURE')) {
    return say(
      'ended the TLS handshake: no common parameters, or it requires a client certificate',
      'Check whether the server asks for a client certificate.',
    );
  }
  if (code === 'ECONNRESET' || code === 'EPIPE') {
    return say('closed the connection during the TLS handshake', 'Does this port speak TLS?');
  }
  return say(`failed in TLS${code === '' ? '' : `: ${code}`}`);
};

export const proxyFault = (proxy: string, words: string, code?: string): TransportError =>
  new TransportError(
    'proxy',
    'not-sent',
    `proxy ${proxy} ${words}`,
    'The proxy comes from HTTPS_PROXY or HTTP_PROXY; NO_PROXY lists hosts without it.',
    code === undefined ? undefined : Object.assign(new Error(code), { code }),
  );

const seconds = (ms: number): string => (ms % 1000 === 0 ? `${ms / 1000} s` : `${ms} ms`);

export const deadlineFault = (
  which: 'connect' | 'firstByte' | 'idle' | 'total',
  ms: number,
  phase: Phase,
  place: string,
): TransportError => {
  const words = {
    connect: `no connection to ${place} within ${seconds(ms)}`,
    firstByte: `${place} did not reply within ${seconds(ms)}`,
    idle: `${place} stopped sending for ${seconds(ms)} in the middle of its reply`,
    total: `${place} did not finish within the deadline of ${seconds(Math.ceil(ms))}`,
  }[which];
  return which === 'connect'
    ? new TransportError(
        'connect-timeout',
        phase,
        words,
        undefined,
        Object.assign(new Error('ETIMEDOUT'), { code: 'ETIMEDOUT' }),
      )
    : new TransportError('timeout', phase, words);
};
