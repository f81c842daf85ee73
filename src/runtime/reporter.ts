/** Everything on stderr: notes, warnings, requests of `--verbose`, and at the end the error. */
import type { HttpRequest, HttpResponse, Secret } from '../http/http.ts';
import type { Retry } from '../http/retry.ts';
import type { Redact } from '../http/redact.ts';
import { redactor } from '../http/redact.ts';
import { TransportError } from '../http/http.ts';
import type { ErrorEffect, TrivetError } from '../model/error.ts';
import { writeJson } from '../model/lossless.ts';
import { safe } from '../render/safe.ts';
import { wrapWords } from '../render/wrap.ts';
import type { Sink } from '../render/options.ts';
import type { Activity, Progress } from '../render/progress.ts';

export interface Reporter {
  /** `trivet/1.2.3`. */
  readonly userAgent: string;
  /** Whether a warning was shown. */
  warned(): boolean;
  /** Values that must not appear in any message from now on. */
  hide(secrets: readonly Secret[]): void;
  note(text: string): void;
  /** @param server the part of the text in the server's own words */
  warn(text: string, server?: string): void;
  warnOnce(text: string): void;
  request(request: HttpRequest, baseUrl: string): void;
  reply(response: HttpResponse, attempts: number): void;
  /** Reports a wait before the next attempt: a line, or the reason in the spinner; without `what` only the latter. */
  retry(retry: Retry, what: string | undefined): void;
  error(error: TrivetError): void;
  /** Shows on a terminal that work is in progress, until `end`; nested calls share the outermost line. */
  busy(activity: Activity): Busy;
  /** Erases that line before something else is written to the terminal; the next `busy` or `update` shows it again. */
  clear(): void;
  /** Resolves when everything is written. */
  flush(): Promise<void>;
}

export interface Busy {
  /** Shows how much is done, of how much. */
  update(done: number, total: number): void;
  /** Changes the text; false if nothing is drawn. */
  say(text: string): boolean;
  end(): void;
}

interface ReporterOptions {
  /** Starts a spinner on the terminal; undefined where nothing is ever drawn. */
  readonly startProgress?: ((activity: Activity) => Progress) | undefined;
  readonly version: string;
  readonly sink: Sink;
  readonly quiet: boolean;
  readonly verbose: boolean;
  /** Under `-o json` every line of stderr is one JSON object. */
  readonly json: boolean;
  /** Columns of the terminal, at which texts are broken; undefined without a terminal. */
  readonly width?: (() => number | undefined) | undefined;
  /** Paints a word of the prefix; returns it unchanged without colour. */
  readonly paint: (tone: 'error' | 'warning' | 'dim', text: string) => string;
}

/** Headers of a reply that `--verbose` shows; any other might contain a secret. */
const shownHeaders = [
  'content-type',
  'retry-after',
  'location',
  'x-ratelimit-limit',
  'x-ratelimit-reset',
  'tfp-api-version',
  'x-nomad-index',
  'x-request-id',
];

/** The only wordings for it: no other text says whether something was changed. */
const effectWords: Readonly<Record<ErrorEffect, string>> = {
  'not-sent': 'Nothing was sent.',
  unchanged: 'Nothing was changed.',
  done: 'The change was made.',
  unknown: 'It is not known whether the change was made.',
};

/** The longest text that is shown, in characters: a huge argument is not repeated. */
const longest = 8_000;

const shortened = (text: string): string =>
  text.length <= longest ? text : `${text.slice(0, longest)}… (${text.length - longest} more characters)`;

/** Progress that nobody sees, for the items of a batch: each of their requests has one. */
const unseen: Busy = { update: () => undefined, say: () => false, end: () => undefined };

/** The beginning of a message, without its colour. */
const prefixes: Readonly<Record<string, string>> = { warning: 'warning: ', request: '> ', reply: '< ' };

export const createReporter = (options: ReporterOptions): Reporter => {
  let hidden: Secret[] = [];
  let redacting: Redact | undefined;
  // Made at the first message: computing the encodings of a secret costs more than the request that sends it.
  const redact: Redact = (text, foreign) => {
    if (hidden.length === 0) return text;
    redacting ??= redactor(hidden);
    return redacting(text, foreign);
  };
  let writing: Promise<void> = Promise.resolve();
  let warned = false;
  const said = new Set<string>();
  let progress: Progress | undefined;
  let depth = 0;
  /** The text of the spinner when it waits for nothing in particular. */
  let activity: Activity = '';

  /** A line that begins with `prefix`, broken between words, where a terminal would break it anywhere. */
  const broken = (prefix: string, text: string): string => {
    const width = options.width?.();
    return width === undefined ? text : wrapWords(text, width, 2, prefix.length);
  };
  const write = (line: string): void => {
    // A closed stderr must not turn a success into a failure.
    writing = writing.then(() => options.sink(`${line}\n`)).catch(() => undefined);
  };
  /** Further lines are indented, so that no text can imitate a message. */
  const clean: Redact = (text, foreign) =>
    shortened(safe(redact(text, foreign), { multiline: true }))
      .trimEnd()
      .replaceAll(/\n(?!$| )/g, '\n  ');
  const say = (
    kind: 'note' | 'warning' | 'request' | 'reply' | 'retry',
    prefix: string,
    text: string,
    foreign: readonly string[] = [],
  ): void => {
    const plain = prefixes[kind] ?? '';
    write(
      options.json
        ? writeJson({ [kind]: redact(text, foreign) })
        : `${prefix}${broken(plain, clean(text, foreign))}`,
    );
  };
  const warn = (text: string, server = ''): void => {
    warned = true;
    if (!options.quiet) say('warning', options.paint('warning', 'warning: '), text, [server]);
  };

  return {
    userAgent: `trivet/${options.version}`,
    warned: () => warned,
    hide: (secrets) => {
      const fresh = secrets.filter((one) => !hidden.some((known) => known.value === one.value));
      if (fresh.length === 0) return;
      hidden = [...hidden, ...fresh];
      redacting = undefined;
    },
    note: (text) => {
      if (!options.quiet) say('note', '', text);
    },
    warn,
    warnOnce: (text) => {
      if (said.has(text)) return;
      said.add(text);
      warn(text);
    },
    request: (request, baseUrl) => {
      if (!options.verbose) return;
      const query = request.query.map(([name, value]) => `${name}=${value}`).join('&');
      say(
        'request',
        options.paint('dim', '> '),
        `${request.method} ${baseUrl}${request.path}${query && `?${query}`}`,
        request.query.map(([, value]) => value),
      );
    },
    reply: (response, attempts) => {
      if (!options.verbose) return;
      const headers = shownHeaders.flatMap((name) =>
        (response.headers[name] ?? []).map((value) => `${name}: ${value}`),
      );
      const tries = attempts > 1 ? ` after ${attempts} attempts` : '';
      say(
        'reply',
        options.paint('dim', '< '),
        [`${response.status}, ${response.body.length} bytes${tries}`, ...headers].join('; '),
        headers,
      );
    },
    retry: ({ attempt, delay, because }, what) => {
      if (options.quiet) return;
      if (progress?.visible() === true && !options.verbose) {
        const reason = because instanceof TransportError ? because.message : `status ${because.status}`;
        progress.text(activity, ` (retry in ${Math.ceil(delay / 1000)} s: ${redact(reason, [])})`);
        setTimeout(() => progress?.text(activity), delay).unref();
        return;
      }
      if (what === undefined) return;
      const why =
        because instanceof TransportError
          ? because.message
          : `the server replied with status ${because.status}`;
      say(
        'retry',
        '',
        `${what}: ${why}; retrying in ${(delay / 1000).toFixed(1)} s (attempt ${attempt + 1})`,
      );
    },
    error: (error) => {
      const { details } = error;
      const server = details.server ?? '';
      // trivet's own words around the server's are not changed.
      const foreign = [server, details.lockedBy ?? ''];
      if (options.json) {
        const said = (text: string | undefined): string | undefined =>
          text === undefined ? undefined : redact(text, foreign);
        const facts = {
          code: error.code,
          exit: error.exit,
          effect: error.effect,
          message: redact(error.message, foreign),
          hint: said(details.hint),
          status: details.status,
          request: said(details.request),
          server: said(details.server),
          lookUp: said(details.lookUp),
          reason: details.reason,
          lockedBy: said(details.lockedBy),
        };
        write(writeJson({ version: 1, error: facts }));
        return;
      }
      const part = (text: string): void => write(broken('', `  ${text}`));
      write(`${options.paint('error', 'trivet: ')}${broken('trivet: ', clean(error.message, foreign))}`);
      if (server !== '' && !error.message.includes(server)) part(`server: ${clean(server, foreign)}`);
      if (details.hint !== undefined) part(clean(details.hint, foreign));
      if (details.lookUp !== undefined) {
        const purpose = error.effect === 'done' ? 'To see its state' : 'To see whether it happened';
        part(`${purpose}: ${clean(details.lookUp, foreign)}`);
      }
      if (error.effect !== undefined) write(`  ${effectWords[error.effect]}`);
    },
    busy: (text) => {
      const { startProgress } = options;
      if (startProgress === undefined) return unseen;
      depth += 1;
      if (progress === undefined) activity = text;
      progress ??= startProgress(text);
      let ended = false;
      return {
        update: (done, total) => {
          if (ended) return;
          progress ??= startProgress(text);
          progress.update(done, total);
        },
        say: (next) => {
          activity = next;
          progress ??= startProgress(next);
          progress.text(next);
          return progress.visible();
        },
        end: () => {
          if (ended) return;
          ended = true;
          depth -= 1;
          if (depth > 0) return;
          progress?.stop();
          progress = undefined;
        },
      };
    },
    clear: () => {
      progress?.stop();
      progress = undefined;
    },
    flush: () => writing,
  };
};
