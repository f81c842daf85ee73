/** The secrets of a run, which no message may contain. */
import type { Secret } from '../catalogue/http.ts';
import type { Redact } from '../http/format/redact.ts';
import { redactor } from '../http/format/redact.ts';

export class HiddenSecrets {
  #secrets: readonly Secret[] = [];
  #redacting: Redact | undefined;

  add(secrets: readonly Secret[]): void {
    const fresh = secrets.filter((one) => !this.#secrets.some((known) => known.value === one.value));
    if (fresh.length === 0) return;
    this.#secrets = [...this.#secrets, ...fresh];
    this.#redacting = undefined;
  }

  /** The text without them. The first call computes their encodings, which costs more than a request. */
  redact(text: string, foreign: readonly string[]): string {
    if (this.#secrets.length === 0) return text;
    this.#redacting ??= redactor(this.#secrets);
    return this.#redacting(text, foreign);
  }
}
