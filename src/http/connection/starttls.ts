import type { Socket } from 'node:net';
import { TransportError } from '../../catalogue/http.ts';

/** Protocols that begin in the clear, with their usual ports. */
export const starttlsPorts = { smtp: 25, imap: 143, pop3: 110, ldap: 389, postgres: 5432 } as const;

export type StarttlsProtocol = keyof typeof starttlsPorts;

type Judgment = (received: Buffer) => boolean | undefined;

interface Step {
  readonly send: Uint8Array;
  readonly agrees: Judgment;
}

/** The last line of an SMTP reply has a blank after its code. */
const smtp =
  (code: string): Judgment =>
  (received) => {
    const last = /^(\d{3}) [^\n]*\n$/m.exec(received.toString('latin1'));
    return last === null ? undefined : last[1] === code;
  };

const line =
  (good: RegExp, any: RegExp): Judgment =>
  (received) => {
    const text = received.toString('latin1');
    if (good.test(text)) return true;
    return any.test(text) ? false : undefined;
  };

/** An extended request for 1.3.6.1.4.1.1466.20037 (RFC 4511, section 4.14). */
const ldapRequest = Buffer.concat([
  Buffer.from('301d02010177188016', 'hex'),
  Buffer.from('1.3.6.1.4.1.1466.20037'),
]);

const ldapAgrees: Judgment = (received) => {
  const length = received[1];
  if (length === undefined || received.length < 2 + (length & 0x7f)) return undefined;
  // The result code is the first enumerated value.
  const at = received.indexOf(Buffer.from([0x0a, 0x01]));
  return at !== -1 && received[at + 2] === 0;
};

const text = (words: string): Uint8Array => Buffer.from(words, 'latin1');

const steps: Readonly<Record<StarttlsProtocol, readonly Step[]>> = {
  smtp: [
    { send: text(''), agrees: smtp('220') },
    { send: text('EHLO localhost\r\n'), agrees: smtp('250') },
    { send: text('STARTTLS\r\n'), agrees: smtp('220') },
  ],
  imap: [
    { send: text(''), agrees: line(/^\* OK[^\n]*\n/i, /\n/) },
    { send: text('a STARTTLS\r\n'), agrees: line(/^a OK[^\n]*\n/im, /^a [^\n]*\n/im) },
  ],
  pop3: [
    { send: text(''), agrees: line(/^\+OK[^\n]*\n/, /\n/) },
    { send: text('STLS\r\n'), agrees: line(/^\+OK[^\n]*\n/, /\n/) },
  ],
  ldap: [{ send: ldapRequest, agrees: ldapAgrees }],
  postgres: [
    {
      send: Buffer.from('0000000804d2162f', 'hex'),
      agrees: (received) => (received.length === 0 ? undefined : received.toString('latin1') === 'S'),
    },
  ],
};

const longest = 64 * 1024;

const exchange = (
  socket: Socket,
  { send, agrees }: Step,
  protocol: StarttlsProtocol,
  place: string,
  timeoutMs: number,
): Promise<void> =>
  new Promise((resolve, reject) => {
    let received = Buffer.alloc(0);
    const end = (error?: TransportError): void => {
      socket.removeListener('data', take);
      socket.removeListener('error', fail);
      socket.removeListener('close', closed);
      socket.setTimeout(0);
      if (error === undefined) resolve();
      else reject(error);
    };
    const refused = (why: string): void =>
      end(new TransportError('tls', 'not-sent', `${place} does not begin TLS over ${protocol}: ${why}`));
    const take = (chunk: Buffer): void => {
      received = Buffer.concat([received, chunk]);
      const agreed = agrees(received);
      if (agreed === true) end();
      else if (agreed === false) refused('it refused');
      else if (received.length > longest) refused('its reply does not end');
    };
    const fail = (error: Error): void => refused(error.message);
    const closed = (): void => refused('it closed the connection');
    socket.on('data', take);
    socket.once('error', fail);
    socket.once('close', closed);
    socket.setTimeout(timeoutMs, () => refused('it did not reply in time'));
    if (send.length > 0) socket.write(send);
  });

export const beginTls = async (
  socket: Socket,
  protocol: StarttlsProtocol,
  place: string,
  timeoutMs: number,
): Promise<void> => {
  for (const step of steps[protocol]) await exchange(socket, step, protocol, place, timeoutMs);
};
