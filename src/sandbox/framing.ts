/**
 * Rewrites the verb LIST, which Node's parser refuses, to GET, and remembers it in a queue that no client can
 * imitate. Hides the offer of HTTP/2: the parser would hand over the connection without a reply.
 */

const LIST = Buffer.from('LIST ', 'latin1');
const GET = Buffer.from('GET ', 'latin1');
/** As long as `Upgrade`. */
const HIDDEN = Buffer.from('Ignored', 'latin1');
const LF = 0x0a;
const CR = 0x0d;

/** Node refuses longer heads itself. */
const LONGEST_LINE = 64 * 1024;

type State =
  | 'start'
  | 'request-line'
  | 'header'
  | 'body'
  | 'chunk-size'
  | 'chunk-data'
  | 'trailer'
  | 'opaque';

/** Java's client offers HTTP/2 with every request; only WebSockets are an upgrade here. */
function hideOffer(chunk: Buffer, start: number, end: number): void {
  const line = chunk.toString('latin1', start, end);
  if (/^upgrade:[ \t]*h2c[ \t]*\r?$/i.test(line)) HIDDEN.copy(chunk, start);
}

export class Framing {
  readonly #methods: boolean[] = [];
  #state: State = 'start';
  #matched = 0;
  #line = '';
  #remaining = 0;
  #chunked = false;
  #length = 0;
  #upgrade = false;
  #wantsUpgrade = false;

  /** A request's head is incomplete. */
  get insideHead(): boolean {
    return this.#state === 'request-line' || this.#state === 'header' || this.#matched > 0;
  }

  /** The next request from the parser was a LIST. */
  takeIsList(): boolean {
    return this.#methods.shift() ?? false;
  }

  /** Holds back a start that may become `LIST `. */
  pass(chunk: Buffer): Buffer {
    const parts: Buffer[] = [];
    let from = 0;
    let at = 0;
    while (at < chunk.length) {
      if (this.#state === 'start') {
        if (chunk[at] === LIST[this.#matched]) {
          if (at > from) parts.push(chunk.subarray(from, at));
          at += 1;
          from = at;
          this.#matched += 1;
          if (this.#matched === LIST.length) this.#begin(parts, GET, true);
        } else if (this.#matched === 0 && (chunk[at] === CR || chunk[at] === LF)) {
          at += 1;
        } else {
          this.#begin(parts, LIST.subarray(0, this.#matched), false);
        }
      } else {
        at = this.#follow(chunk, at);
      }
    }
    if (from === 0 && parts.length === 0) return chunk;
    parts.push(chunk.subarray(from));
    return Buffer.concat(parts);
  }

  flush(): Buffer {
    const held = LIST.subarray(0, this.#matched);
    this.#matched = 0;
    return held;
  }

  #begin(parts: Buffer[], line: Buffer, isList: boolean): void {
    if (line.length > 0) parts.push(line);
    this.#methods.push(isList);
    this.#matched = 0;
    this.#line = '';
    this.#chunked = false;
    this.#length = 0;
    this.#upgrade = false;
    this.#wantsUpgrade = false;
    this.#state = 'request-line';
  }

  #follow(chunk: Buffer, at: number): number {
    if (this.#state === 'opaque') return chunk.length;
    if (this.#state === 'body' || this.#state === 'chunk-data') {
      const taken = Math.min(this.#remaining, chunk.length - at);
      this.#remaining -= taken;
      if (this.#remaining === 0) this.#state = this.#state === 'body' ? 'start' : 'chunk-size';
      return at + taken;
    }
    const end = chunk.indexOf(LF, at);
    if (this.#state === 'header' && this.#line === '' && end !== -1) hideOffer(chunk, at, end);
    if (this.#state !== 'request-line') {
      this.#line += chunk.toString('latin1', at, end === -1 ? chunk.length : end);
      if (this.#line.length > LONGEST_LINE) this.#state = 'opaque';
    }
    if (end === -1) return chunk.length;
    const line = this.#line.endsWith('\r') ? this.#line.slice(0, -1) : this.#line;
    this.#line = '';
    this.#endOfLine(line);
    return end + 1;
  }

  #endOfLine(line: string): void {
    if (this.#state === 'request-line') this.#state = 'header';
    else if (this.#state === 'header') this.#header(line);
    else if (this.#state === 'chunk-size') this.#chunkSize(line);
    else if (this.#state === 'trailer' && line === '') this.#state = 'start';
  }

  #header(line: string): void {
    if (line === '') {
      this.#remaining = this.#length;
      if (this.#upgrade && this.#wantsUpgrade) this.#state = 'opaque';
      else if (this.#chunked) this.#state = 'chunk-size';
      else this.#state = this.#length > 0 ? 'body' : 'start';
      return;
    }
    const colon = line.indexOf(':');
    const value = line.slice(colon + 1).trim();
    switch (line.slice(0, Math.max(0, colon)).toLowerCase()) {
      case 'content-length':
        if (/^\d{1,15}$/.test(value)) this.#length = Number(value);
        else this.#state = 'opaque';
        break;
      case 'transfer-encoding':
        this.#chunked = /(^|[\s,])chunked$/i.test(value);
        break;
      case 'upgrade':
        this.#upgrade = true;
        break;
      case 'connection':
        this.#wantsUpgrade ||= /\bupgrade\b/i.test(value);
        break;
      default:
        // A folded header could hide a length.
        if (/^[ \t]/.test(line)) this.#state = 'opaque';
    }
  }

  #chunkSize(line: string): void {
    const size = /^([0-9a-f]{1,12})[ \t]*(;.*)?$/i.exec(line)?.[1];
    if (size === undefined) {
      this.#state = 'opaque';
      return;
    }
    this.#remaining = Number.parseInt(size, 16);
    if (this.#remaining === 0) this.#state = 'trailer';
    else {
      // The line break after the data belongs to the chunk.
      this.#remaining += 2;
      this.#state = 'chunk-data';
    }
  }
}
