import type { WebSocket } from 'ws';
import type { Clock } from '../../contract.ts';
import { object, type JsonObject } from '../wire/json.ts';
import { parseFrame, sendFrame } from './frames.ts';
import type { Terminal } from './programs.ts';
import { runProgram } from './shell.ts';

/** Milliseconds between empty frames, which show that the session is alive. */
const HEARTBEAT = 500;
const CHUNK = 32 * 1024;
const END_OF_INPUT = 4;

export class ActionSession implements Terminal {
  readonly tty: boolean;
  readonly #socket: WebSocket;
  readonly #clock: Clock;
  readonly #timers = new Set<() => void>();
  readonly #input: ((data: Buffer) => void)[] = [];
  readonly #inputEnd: (() => void)[] = [];
  readonly #resize: ((rows: number, columns: number) => void)[] = [];
  /** Not yet read by a program. */
  readonly #unread: Buffer[] = [];
  #ended = false;
  #over = false;
  #deaf = false;
  #size: { rows: number; columns: number } | undefined;

  constructor(socket: WebSocket, clock: Clock, tty: boolean) {
    this.#socket = socket;
    this.#clock = clock;
    this.tty = tty;
    socket.on('close', () => this.abandon());
  }

  run(command: string, args: readonly string[]): void {
    this.#beat();
    runProgram(this, command, args);
  }

  #beat(): void {
    this.after(HEARTBEAT, () => {
      sendFrame(this.#socket, {});
      this.#beat();
    });
  }

  abandon(): void {
    this.#over = true;
    for (const cancel of this.#timers) cancel();
    this.#timers.clear();
  }

  receive(data: Buffer): void {
    if (this.#over || this.#deaf) return;
    const frame = parseFrame(data);
    if (frame === undefined) {
      // After an invalid frame, no more input is read.
      this.#deaf = true;
      return;
    }
    this.#takeInput(object(frame, 'stdin'));
    this.#takeSize(object(frame, 'tty_size'));
  }

  #takeInput(input: JsonObject | undefined): void {
    if (input === undefined) return;
    const data = input['data'];
    if (typeof data === 'string') this.#typed(Buffer.from(data, 'base64'));
    if (input['close'] === true) this.#endInput();
  }

  #typed(bytes: Buffer): void {
    const end = this.tty ? bytes.indexOf(END_OF_INPUT) : -1;
    const data = end === -1 ? bytes : bytes.subarray(0, end);
    if (data.length > 0) {
      if (this.tty) this.stdout(data);
      if (this.#input.length === 0) this.#unread.push(data);
      for (const listener of this.#input) listener(data);
    }
    if (end !== -1) this.#endInput();
  }

  #endInput(): void {
    if (this.#ended) return;
    this.#ended = true;
    for (const listener of this.#inputEnd) listener();
  }

  #takeSize(size: JsonObject | undefined): void {
    const [rows, columns] = [size?.['height'], size?.['width']];
    if (!this.tty || typeof rows !== 'number' || typeof columns !== 'number') return;
    this.#size = { rows, columns };
    for (const listener of this.#resize) listener(rows, columns);
  }

  #send(stream: 'stdout' | 'stderr', bytes: Buffer): void {
    for (let start = 0; start < bytes.length; start += CHUNK) {
      sendFrame(this.#socket, {
        [stream]: { data: bytes.subarray(start, start + CHUNK).toString('base64') },
      });
    }
  }

  stdout(data: string | Buffer): void {
    if (this.#over) return;
    const bytes = Buffer.isBuffer(data) ? data : Buffer.from(data);
    // Terminals need carriage return and line feed.
    this.#send(
      'stdout',
      this.tty ? Buffer.from(bytes.toString('latin1').replaceAll('\n', '\r\n'), 'latin1') : bytes,
    );
  }

  /** A terminal has one stream. */
  stderr(data: string): void {
    if (this.tty) this.stdout(data);
    else if (!this.#over) this.#send('stderr', Buffer.from(data));
  }

  exit(code: number): void {
    if (this.#over) return;
    this.abandon();
    if (!this.tty) sendFrame(this.#socket, { stderr: { close: true } });
    sendFrame(this.#socket, { stdout: { close: true } });
    // The service omits an exit code of 0.
    sendFrame(this.#socket, { exited: true, result: code === 0 ? {} : { exit_code: code } });
    this.#socket.close(1000);
  }

  after(milliseconds: number, task: () => void): void {
    if (this.#over) return;
    const cancel = this.#clock.after(milliseconds, () => {
      this.#timers.delete(cancel);
      if (!this.#over) task();
    });
    this.#timers.add(cancel);
  }

  onInput(listener: (data: Buffer) => void): void {
    this.#input.push(listener);
    for (const data of this.#unread.splice(0)) listener(data);
  }

  onInputEnd(listener: () => void): void {
    this.#inputEnd.push(listener);
    if (this.#ended) listener();
  }

  onResize(listener: (rows: number, columns: number) => void): void {
    this.#resize.push(listener);
  }

  size(): { readonly rows: number; readonly columns: number } | undefined {
    return this.#size;
  }
}

export function handshakeToken(frame: JsonObject): string {
  const token = frame['auth_token'];
  return typeof token === 'string' ? token : '';
}
