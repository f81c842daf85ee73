import type { HttpRequest, HttpResponse, Secret } from '../catalogue/http.ts';
import type { Retry } from '../http/retry.ts';
import { TransportError } from '../catalogue/http.ts';
import type { ErrorEffect, TrivetError } from '../system/error.ts';
import { writeJson } from '../documents/json/lossless.ts';
import { quoted, serverText } from '../catalogue/text/server-text.ts';
import { safe } from '../output/text/safe.ts';
import { wrapWords } from '../output/text/wrap.ts';
import type { Activity, Progress } from '../output/progress.ts';
import { errorFacts, foreignIn } from './error-facts.ts';
import type { OutputSink } from '../system/output.ts';
import { HiddenSecrets } from '../catalogue/shown.ts';

export interface Reporter {
  readonly userAgent: string;
  warned(): boolean;
  /** Keeps secrets out of any later message. */
  hide(secrets: readonly Secret[]): void;
  note(text: string): void;
  /** @param server the server's own words */
  warn(text: string, server?: string): void;
  warnOnce(text: string): void;
  /** Prints why the run did not succeed, even with `--quiet`. */
  fault(text: string, server?: string): void;
  readonly lines?: ((text: string) => void) | undefined;
  request(request: HttpRequest, baseUrl: string): void;
  reply(response: HttpResponse, attempts: number): void;
  retry(retry: Retry, what: string | undefined): void;
  error(error: TrivetError): void;
  busy(activity: Activity): Busy;
  clear(): void;
  flush(): Promise<void>;
}

export interface Busy {
  update(done: number, total: number): void;
  say(text: string): boolean;
  end(): void;
}

interface ReporterOptions {
  readonly startProgress?: ((activity: Activity) => Progress) | undefined;
  readonly version: string;
  readonly sink: Pick<OutputSink, 'write'>;
  readonly quiet: boolean;
  readonly verbose: boolean;
  readonly json: boolean;
  /** The width at which texts are broken; undefined without a terminal. */
  readonly width?: (() => number | undefined) | undefined;
  /** Paints a word of the prefix; returns it unchanged if there is no colour. */
  readonly paint: (tone: 'error' | 'warning' | 'dim', text: string) => string;
}

/** Other headers might contain a secret. */
const formatHeaders = [
  'content-type',
  'retry-after',
  'location',
  'x-ratelimit-limit',
  'x-ratelimit-reset',
  'tfp-api-version',
  'x-nomad-index',
  'x-request-id',
];

/** The only wordings: no other text says whether something was changed. */
const effectWords: Readonly<Record<ErrorEffect, string>> = {
  'not-sent': 'Nothing was sent.',
  unchanged: 'Nothing was changed.',
  done: 'The change was made.',
  unknown: 'It is not known whether the change was made.',
};

/** Characters: a huge argument is not repeated. */
const longest = 8_000;

const shortened = (text: string): string =>
  text.length <= longest ? text : `${text.slice(0, longest)}… (${text.length - longest} more characters)`;

/** Draws nothing: items of a batch would draw many lines. */
export const unseen: Busy = { update: () => undefined, say: () => false, end: () => undefined };

export const retryText = ({ attempt, delay, because }: Retry, what: string): string => {
  const why =
    because instanceof TransportError ? because.message : `the server replied with status ${because.status}`;
  return `${what}: ${why}; retrying in ${(delay / 1000).toFixed(1)} s (attempt ${attempt + 1})`;
};

const inOneLine = (text: string, foreign: readonly string[]): string =>
  foreign.reduce((line, part) => (part === '' ? line : line.replaceAll(part, () => serverText(part))), text);

const written = Promise.resolve();

const prefixes: Readonly<Record<string, string>> = { warning: 'warning: ', request: '> ', reply: '< ' };

/** A class: a batch makes one for each line, and closures cost several times as much. */
class OneReporter implements Reporter {
  readonly userAgent: string;
  readonly #options: ReporterOptions;
  readonly #hidden = new HiddenSecrets();
  #writing: Promise<void> = written;
  #warned = false;
  #said: Set<string> | undefined;
  #progress: Progress | undefined;
  #depth = 0;
  #activity: Activity = '';

  constructor(options: ReporterOptions) {
    this.#options = options;
    this.userAgent = `trivet/${options.version}`;
  }

  /** Breaks the text between words, since a terminal would break it anywhere. */
  #broken(prefix: string, text: string): string {
    const width = this.#options.width?.();
    return width === undefined ? text : wrapWords(text, width, 2, prefix.length);
  }

  #write(line: string): void {
    // A closed stderr must not turn a success into a failure.
    this.#writing = this.#writing.then(() => this.#options.sink.write(`${line}\n`)).catch(() => undefined);
  }

  /** Indents the server's words, so that no text can imitate a message. */
  #clean(text: string, foreign: readonly string[]): string {
    const plain = this.#hidden.redact(inOneLine(text, foreign), foreign.map(serverText));
    return shortened(safe(plain, { multiline: true }))
      .trimEnd()
      .replaceAll(/\n(?!$| )/g, '\n  ');
  }

  #say(
    kind: 'note' | 'warning' | 'output' | 'request' | 'reply' | 'retry',
    prefix: string,
    text: string,
    foreign: readonly string[] = [],
  ): void {
    const plain = prefixes[kind] ?? '';
    this.#write(
      this.#options.json
        ? writeJson({ [kind]: this.#hidden.redact(text, foreign) })
        : `${prefix}${this.#broken(plain, this.#clean(text, foreign))}`,
    );
  }

  get lines(): Reporter['lines'] {
    return this.#options.json ? (text) => this.#say('output', '', text) : undefined;
  }

  warned(): boolean {
    return this.#warned;
  }

  hide(secrets: readonly Secret[]): void {
    this.#hidden.add(secrets);
  }

  note(text: string): void {
    // A server's value must not begin another line.
    if (!this.#options.quiet) this.#say('note', '', this.#options.json ? text : text.replaceAll('\n', ' '));
  }

  warn(text: string, server = ''): void {
    this.#warned = true;
    if (!this.#options.quiet) this.fault(text, server);
  }

  fault(text: string, server = ''): void {
    const { paint, json } = this.#options;
    this.#warned = true;
    const marked = text === server && !json ? `server: ${text}` : text;
    this.#say('warning', paint('warning', 'warning: '), marked, [server]);
  }

  warnOnce(text: string): void {
    this.#said ??= new Set();
    if (this.#said.has(text)) return;
    this.#said.add(text);
    this.warn(text);
  }

  request(request: HttpRequest, baseUrl: string): void {
    const { verbose, paint } = this.#options;
    if (!verbose) return;
    const query = request.query.map(([name, value]) => `${name}=${value}`).join('&');
    this.#say(
      'request',
      paint('dim', '> '),
      `${request.method} ${baseUrl}${request.path}${query && `?${query}`}`,
      request.query.map(([, value]) => value),
    );
  }

  reply(response: HttpResponse, attempts: number): void {
    const { verbose, paint } = this.#options;
    if (!verbose) return;
    const headers = formatHeaders.flatMap((name) =>
      (response.headers[name] ?? []).map((value) => `${name}: ${value}`),
    );
    const tries = attempts > 1 ? ` after ${attempts} attempts` : '';
    this.#say(
      'reply',
      paint('dim', '< '),
      [`${response.status}, ${response.body.length} bytes${tries}`, ...headers].join('; '),
      headers,
    );
  }

  retry(retry: Retry, what: string | undefined): void {
    const { delay, because } = retry;
    const { quiet, verbose } = this.#options;
    if (quiet) return;
    if (this.#progress?.visible() === true && !verbose) {
      const reason = because instanceof TransportError ? because.message : `status ${because.status}`;
      this.#progress.text(
        this.#activity,
        ` (retry in ${Math.ceil(delay / 1000)} s: ${this.#hidden.redact(reason, [])})`,
      );
      setTimeout(() => this.#progress?.text(this.#activity), delay).unref();
      return;
    }
    if (what === undefined) return;
    this.#say('retry', '', retryText(retry, what));
  }

  error(error: TrivetError): void {
    const { details } = error;
    const server = details.server ?? '';
    const foreign = foreignIn(details);
    const { json, paint } = this.#options;
    if (json) {
      const facts = errorFacts(error, (text, others) => this.#hidden.redact(text, others));
      this.#write(writeJson({ version: 1, error: facts }));
      return;
    }
    const part = (text: string): void => this.#write(this.#broken('', `  ${text}`));
    const message = this.#broken('trivet: ', this.#clean(error.message, foreign));
    this.#write(`${paint('error', 'trivet: ')}${message}`);
    if (server !== '' && !error.message.includes(quoted(server)))
      part(`server: ${this.#clean(server, foreign)}`);
    if (details.hint !== undefined) part(this.#clean(details.hint, foreign));
    if (details.lookUp !== undefined) {
      const purpose = error.effect === 'done' ? 'To see its state' : 'To see whether it happened';
      part(`${purpose}: ${this.#clean(details.lookUp, foreign)}`);
    }
    if (error.effect !== undefined) this.#write(`  ${effectWords[error.effect]}`);
  }

  busy(text: Activity): Busy {
    const { startProgress } = this.#options;
    if (startProgress === undefined) return unseen;
    this.#depth += 1;
    if (this.#progress === undefined) this.#activity = text;
    this.#progress ??= startProgress(text);
    let ended = false;
    return {
      update: (done, total) => {
        if (ended) return;
        this.#progress ??= startProgress(text);
        this.#progress.update(done, total);
      },
      say: (next) => {
        this.#activity = next;
        this.#progress ??= startProgress(next);
        this.#progress.text(next);
        return this.#progress.visible();
      },
      end: () => {
        if (ended) return;
        ended = true;
        this.#depth -= 1;
        if (this.#depth === 0) this.clear();
      },
    };
  }

  clear(): void {
    this.#progress?.stop();
    this.#progress = undefined;
  }

  flush(): Promise<void> {
    return this.#writing;
  }
}

export const createReporter = (options: ReporterOptions): Reporter => new OneReporter(options);
