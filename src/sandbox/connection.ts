/**
 * One client's connection as node:http sees it: the socket's bytes after framing, with the limits on how long a
 * client may take. The HTTP server is handed this stream instead of the socket.
 */
import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { Framing } from './framing.ts';

export interface ConnectionLimits {
  /** Milliseconds from the first byte of a request to the end of its head. */
  readonly head: number;
  /** Milliseconds without a byte in either direction, unless a request is being answered. */
  readonly idle: number;
}

export class Connection extends Duplex {
  readonly framing = new Framing();
  readonly #socket: Socket;
  readonly #limits: ConnectionLimits;
  #headTimer: NodeJS.Timeout | undefined;
  #answering = 0;

  constructor(socket: Socket, limits: ConnectionLimits) {
    super({ allowHalfOpen: true });
    this.#socket = socket;
    this.#limits = limits;
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
    // A connection that breaks is the client's affair; whoever cares listens to 'close'.
    this.on('error', () => undefined);
  }

  /** Between these two the client waits for us, however long that takes. */
  beginAnswer(): void {
    this.#answering += 1;
  }

  endAnswer(): void {
    this.#answering -= 1;
  }

  /** Ends the connection with a TCP reset. */
  reset(): void {
    this.#socket.resetAndDestroy();
  }

  /** Ends the connection without an answer, after writing these bytes. */
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
