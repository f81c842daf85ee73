/** Certificates in the order sent. TLS 1.2 sends them in the clear, so a hello suffices; runtimes reorder them. */
import { randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';

const record = { alert: 21, handshake: 22 } as const;
const message = { clientHello: 1, certificate: 11 } as const;
/** Bytes of a reply after which no certificate follows. */
const longest = 512 * 1024;

/** Suites for keys of every kind, since servers choose the certificate by them. */
const cipherSuites = [
  0xc02b, 0xc02f, 0xc02c, 0xc030, 0xcca9, 0xcca8, 0xc009, 0xc013, 0xc00a, 0xc014, 0x009c, 0x009d, 0x002f,
  0x0035,
];
const groups = [0x001d, 0x0017, 0x0018, 0x0019];
const signatures = [0x0403, 0x0503, 0x0603, 0x0807, 0x0808, 0x0804, 0x0805, 0x0806, 0x0401, 0x0501, 0x0601];

const number = (value: number, octets: number): Buffer => {
  const bytes = Buffer.alloc(octets);
  bytes.writeUIntBE(value, 0, octets);
  return bytes;
};

const vector = (octets: number, ...parts: readonly Uint8Array[]): Buffer => {
  const content = Buffer.concat(parts);
  return Buffer.concat([number(content.length, octets), content]);
};

const words = (values: readonly number[]): Buffer => vector(2, ...values.map((value) => number(value, 2)));

const extension = (type: number, ...parts: readonly Uint8Array[]): Buffer =>
  Buffer.concat([number(type, 2), vector(2, ...parts)]);

const helloFor = (serverName: string | undefined): Buffer => {
  const name =
    serverName === undefined
      ? []
      : [extension(0, vector(2, number(0, 1), vector(2, Buffer.from(serverName, 'latin1'))))];
  const content = Buffer.concat([
    number(0x0303, 2),
    randomBytes(32),
    vector(1),
    words(cipherSuites),
    vector(1, number(0, 1)),
    vector(
      2,
      ...name,
      extension(10, words(groups)),
      extension(11, vector(1, number(0, 1))),
      extension(13, words(signatures)),
      extension(0x17),
      extension(0xff01, number(0, 1)),
    ),
  ]);
  const hello = Buffer.concat([number(message.clientHello, 1), vector(3, content)]);
  return Buffer.concat([number(record.handshake, 1), number(0x0301, 2), vector(2, hello)]);
};

const certificatesOf = (body: Buffer): readonly Uint8Array[] => {
  const found: Uint8Array[] = [];
  for (let at = 3; at + 3 <= body.length;) {
    const end = at + 3 + body.readUIntBE(at, 3);
    if (end > body.length) return [];
    found.push(body.subarray(at + 3, end));
    at = end;
  }
  return found;
};

const read = (bytes: Buffer): readonly Uint8Array[] | 'more' | 'nothing' => {
  const parts: Buffer[] = [];
  for (let at = 0; at + 5 <= bytes.length;) {
    const end = at + 5 + bytes.readUInt16BE(at + 3);
    if (bytes[at] !== record.handshake) return 'nothing';
    if (end > bytes.length) break;
    parts.push(bytes.subarray(at + 5, end));
    at = end;
  }
  const messages = Buffer.concat(parts);
  for (let at = 0; at + 4 <= messages.length;) {
    const end = at + 4 + messages.readUIntBE(at + 1, 3);
    if (end > messages.length) break;
    if (messages[at] === message.certificate) return certificatesOf(messages.subarray(at + 4, end));
    at = end;
  }
  return bytes.length > longest ? 'nothing' : 'more';
};

/**
 * Sends a hello and reads the certificates; the connection is useless afterwards.
 * @param raw a connection on which TLS is to begin
 * @returns DER, that of the server first; undefined without TLS 1.2
 */
export const sentCertificates = (
  raw: Socket,
  serverName: string | undefined,
  timeoutMs: number,
): Promise<readonly Uint8Array[] | undefined> =>
  new Promise((resolve) => {
    let bytes = Buffer.alloc(0);
    const done = (found: readonly Uint8Array[] | undefined): void => {
      clearTimeout(timer);
      raw.destroy();
      resolve(found === undefined || found.length === 0 ? undefined : found);
    };
    const timer = setTimeout(done, timeoutMs, undefined);
    raw.on('error', () => done(undefined));
    raw.once('close', () => done(undefined));
    raw.on('data', (chunk: Buffer) => {
      bytes = Buffer.concat([bytes, chunk]);
      const found = read(bytes);
      if (found !== 'more') done(found === 'nothing' ? undefined : found);
    });
    if (raw.destroyed) done(undefined);
    else raw.write(helloFor(serverName));
  });
