/** Lines of a log, without secrets and harmless on a terminal. */
import type { Secret } from '../../../../catalogue/http.ts';
import { safe } from '../../../../output/text/safe.ts';
import { unsafe } from '../../../../documents/invisible.ts';
import { redactedMark, redactor, isSecretName } from '../../../../catalogue/shown.ts';

interface LineOptions {
  readonly prefix: string;
  readonly terminal: boolean;
  readonly secrets: readonly Secret[] | undefined;
  readonly write: (text: string | Uint8Array) => Promise<void>;
}

const escape = String.fromCodePoint(0x1b);
const bell = String.fromCodePoint(7);
/** CSI, OSC, and sequences of two characters. */
const sequences = new RegExp(
  `${escape}(?:\\[[0-?]*[ -/]*[@-~]|\\][^${bell}${escape}]*(?:${bell}|${escape}\\\\)|[@-Z\\\\^_])`,
  'g',
);
const controls = unsafe();

/** Characters; a longer line is shown without its end. */
const longestLine = 64 * 1024;
/** More control characters mean that the output is binary. */
const fewControls = 8;

/** Of a progress bar only what it drew last stays. */
const forTerminal = (line: string): string => {
  const plain = line.replace(/\r+$/, '').replace(sequences, '');
  const drawn = plain.slice(plain.lastIndexOf('\r') + 1);
  const bad = drawn.replaceAll('\t', '').match(controls)?.length ?? 0;
  if (bad > fewControls && bad * 4 > drawn.length)
    return `(${Buffer.byteLength(line)} bytes that are not text)`;
  return safe(drawn, { multiline: true });
};

const begin = /-----BEGIN [A-Z0-9 ]*PRIVATE KEY-----/;
const end = /-----END [A-Z0-9 ]*PRIVATE KEY-----/;

/** Programs print their settings as `PASSWORD=x` or `db_password: x`. */
const pair = /([A-Za-z][\w.-]{0,63})(=|: ?)("[^"]*"|'[^']*'|[^\s&;,"'\]})]+)/g;

const withoutNamed = (text: string): string =>
  text.replaceAll(pair, (all: string, name: string, between: string, value: string) =>
    isSecretName(name) && value !== redactedMark && !/^\[hidden$/.test(value)
      ? `${name}${between}${redactedMark}`
      : all,
  );

/** Bytes stay as they are in a pipe, except secrets. */
export class LogLines {
  readonly #options: LineOptions;
  readonly #hide: ((text: string) => string) | undefined;
  readonly #encoding: 'utf8' | 'latin1';
  #held: Uint8Array = new Uint8Array(0);
  #inKey = false;

  constructor(options: LineOptions) {
    this.#options = options;
    const hide = options.secrets === undefined ? undefined : redactor(options.secrets);
    this.#hide = hide && ((text) => withoutNamed(hide(text)));
    // The encoding has one character for each byte.
    this.#encoding = options.terminal ? 'utf8' : 'latin1';
  }

  async write(bytes: Uint8Array): Promise<void> {
    const whole = this.#held.length === 0 ? bytes : Buffer.concat([this.#held, bytes]);
    const cut = whole.lastIndexOf(0x0a) + 1;
    this.#held = whole.slice(cut);
    if (cut > 0) await this.#pass(Buffer.from(whole.buffer, whole.byteOffset, cut).toString(this.#encoding));
    if (this.#held.length > longestLine) await this.flush();
  }

  /** Also writes a line that has no end yet. */
  async flush(): Promise<void> {
    if (this.#held.length === 0) return;
    const text = Buffer.from(this.#held).toString(this.#encoding);
    this.#held = new Uint8Array(0);
    await this.#pass(`${text}\n`);
  }

  async #pass(text: string): Promise<void> {
    const { prefix, terminal, write } = this.#options;
    const lines = text
      .slice(0, -1)
      .split('\n')
      .flatMap((line) => this.#format(line));
    if (lines.length === 0) return;
    const shown = lines.map((line) => `${prefix}${terminal ? forTerminal(line) : line}\n`).join('');
    await write(this.#encoding === 'utf8' ? shown : Buffer.from(shown, 'latin1'));
  }

  /** A private key gets one mark. */
  #format(line: string): readonly string[] {
    if (this.#hide === undefined) return [line];
    if (this.#inKey) {
      const last = end.exec(line);
      if (last === null) return [];
      this.#inKey = false;
      const rest = line.slice(last.index + last[0].length);
      return rest.trim() === '' ? [] : this.#format(rest);
    }
    const first = begin.exec(line);
    if (first === null) return [this.#hide(line)];
    const before = this.#hide(line.slice(0, first.index));
    const after = line.slice(first.index + first[0].length);
    const last = end.exec(after);
    if (last === null) this.#inKey = true;
    const rest = last === null ? [] : this.#format(after.slice(last.index + last[0].length));
    return [`${before}${redactedMark}${rest.join('')}`];
  }
}
