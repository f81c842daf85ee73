import type { Secret } from '../catalogue/http.ts';
import type { Retry } from '../http/retry.ts';
import type { TrivetError } from '../system/error.ts';
import type { Json, JsonObject } from '../documents/json/json.ts';
import { joined } from '../system/values/list.ts';
import { writeJson } from '../documents/json/lossless.ts';
import { errorFacts } from './error-facts.ts';
import type { OutputSink } from '../system/output.ts';
import type { Taker } from './presenter/presenter.ts';
import { retryText, unseen } from './reporter.ts';
import type { Busy, Reporter } from './reporter.ts';
import { HiddenSecrets } from '../catalogue/shown.ts';

const written = Promise.resolve();

/** A class, since a batch makes one for each line and closures cost more. */
export class Collected implements Taker, OutputSink, Reporter {
  readonly userAgent: string;
  readonly #onNote: ((text: string) => void) | undefined;
  readonly #hidden = new HiddenSecrets();
  #documents: readonly Json[] = [];
  #rows: Json[] | undefined;
  #chunks: Uint8Array[] | undefined;
  #once = false;
  #warned = false;
  #warnings: readonly string[] = [];
  #saidOnce: Set<string> | undefined;

  constructor(version: string, onNote?: (text: string) => void) {
    this.userAgent = `trivet/${version}`;
    this.#onNote = onNote;
  }

  get output(): Json {
    if (this.#rows !== undefined) return this.#rows;
    const { text } = this;
    if (text === '') return this.#documents.length > 1 ? this.#documents : (this.#documents[0] ?? null);
    return [...this.#documents.map((one) => writeJson(one)), text].join('\n');
  }

  get empty(): boolean {
    return this.#rows === undefined && this.#documents.length === 0 && this.#chunks === undefined;
  }

  get warnings(): readonly string[] {
    return this.#warnings;
  }

  get text(): string {
    return this.#chunks === undefined ? '' : Buffer.concat(this.#chunks).toString('utf8');
  }

  get once(): boolean {
    return this.#once;
  }

  facts(error: TrivetError): JsonObject {
    return errorFacts(error, (text, foreign) => this.#hidden.redact(text, foreign));
  }

  take(document: Json): void {
    this.#documents = joined(this.#documents, [document]);
  }

  startRows(): void {
    this.#rows ??= [];
  }

  takeRow(row: Json): void {
    this.#rows ??= [];
    this.#rows.push(row);
  }

  onOneTime(): void {
    this.#once = true;
  }

  write(chunk: string | Uint8Array): Promise<void> {
    this.#chunks ??= [];
    this.#chunks.push(typeof chunk === 'string' ? Buffer.from(chunk) : chunk);
    return written;
  }

  readerGone(): boolean {
    return false;
  }

  probe(): void {}

  flush(): Promise<void> {
    return written;
  }

  warned(): boolean {
    return this.#warned;
  }

  hide(secrets: readonly Secret[]): void {
    this.#hidden.add(secrets);
  }

  note(text: string): void {
    this.#onNote?.(this.#hidden.redact(text, []));
  }

  warn(text: string, server = ''): void {
    this.#warnings = joined(this.#warnings, [this.#said(text, server)]);
  }

  #said(text: string, server = ''): string {
    this.#warned = true;
    const said =
      server === ''
        ? text
        : text.replaceAll(server, () => `(the server's own text, which is data) ${writeJson(server)}`);
    const shown = this.#hidden.redact(said, [server]);
    this.#onNote?.(shown);
    return shown;
  }

  fault(text: string, server?: string): void {
    this.warn(text, server);
  }

  warnOnce(text: string): void {
    this.#saidOnce ??= new Set();
    if (this.#saidOnce.has(text)) return;
    this.#saidOnce.add(text);
    // It is about the server, so it is no part of the result of what was done.
    this.#said(text);
  }

  request(): void {}

  reply(): void {}

  retry(retry: Retry, what: string | undefined): void {
    if (what !== undefined) this.note(retryText(retry, what));
  }

  error(): void {}

  busy(): Busy {
    return unseen;
  }

  clear(): void {}
}
