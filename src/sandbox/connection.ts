/** A client's connection for the HTTP server: bytes after framing, with limits on how long a client may take. */
import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { Framing } from './framing.ts';
import type { ClientCertificate } from './contract.ts';

export interface ConnectionLimits {
  /** Milliseconds until the end of a request's head. */
  readonly head: number;
  /** Milliseconds of silence, except while a reply is prepared. */
  readonly idle: number;
}

export class Connection extends Duplex {
  readonly framing = new Framing();
  /** Undefined without TLS or a client certificate. */
  readonly client: ClientCertificate | undefined;
  readonly #socket: Socket;
  readonly #limits: ConnectionLimits;
  readonly #raw: Socket;
  #headTimer: NodeJS.Timeout | undefined;
  #answering = 0;

  constructor(socket: Socket, limits: ConnectionLimits, raw: Socket = socket, client?: ClientCertificate) {
    super({ allowHalfOpen: true });
    this.client = client;
    this.#socket = socket;
    this.#limits = limits;
    this.#raw = raw;
    socket.on('data', (chunk: Buffer) => this.#receive(chunk));
    socket.on('end', () => {
      this.push(this.framing.flush());
      this.push(null);
    });
    socket.on('error', (error) => this.destroy(error));
    socket.on('close', () => this.destroy());
    socket.setTimeout(limits.idle, () => {
      if (this.#answering === 0) this.destroy();
    });
    this.on('error', () => undefined);
  }

  beginAnswer(): void {
    this.#answering += 1;
  }

  endAnswer(): void {
    this.#answering -= 1;
  }

  reset(): void {
    this.#raw.resetAndDestroy();
  }

  /** Closes without a reply. */
  hangUp(bytes: Buffer = Buffer.alloc(0)): void {
    this.#socket.end(bytes, () => this.#socket.destroy());
  }

  #receive(chunk: Buffer): void {
    const bytes = this.framing.pass(chunk);
    if (!this.framing.insideHead) {
      clearTimeout(this.#headTimer);
      this.#headTimer = undefined;
    } else if (this.#headTimer === undefined) {
      this.#headTimer = setTimeout(() => this.destroy(), this.#limits.head);
      this.#headTimer.unref();
    }
    if (bytes.length > 0 && !this.push(bytes)) this.#socket.pause();
  }

  override _read(): void {
    this.#socket.resume();
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#socket.write(chunk, done);
  }

  override _writev(chunks: readonly { chunk: Buffer }[], done: (error?: Error | null) => void): void {
    this.#socket.write(Buffer.concat(chunks.map(({ chunk }) => chunk)), done);
  }

  override _final(done: (error?: Error | null) => void): void {
    this.#socket.end(() => done());
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    clearTimeout(this.#headTimer);
    this.#socket.destroy();
    done(error);
  }
}
