/** `--dry-run`: the very request that would be sent, with names in place of its secrets. Pure. */
import type { Json } from '../../documents/json/json.ts';
import { writeJson } from '../../documents/json/lossless.ts';
import type { HttpRequest, Secret, Destination } from '../../catalogue/http.ts';
import { mapStrings, named, namedUrl } from './placeholders.ts';
import { toWire } from '../wire.ts';
import { redactedMark, isSecretName } from '../../catalogue/shown.ts';

interface DryRun {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** A JSON body with `$TRIVET_SECRET_<NAME>` in place of each secret; a text for other text. */
  readonly body?: Json;
  /** Size of a body that is not text. */
  readonly bytes?: number;
}

/** A header that is secret by its name is hidden even when its value is not among the known ones. */
export const namedHeader = (name: string, value: string, secrets: readonly Secret[]): string => {
  const shown = named(value, secrets);
  return shown === value && isSecretName(name) ? redactedMark : shown;
};

export const dryRun = (request: HttpRequest, target: Pick<Destination, 'origin' | 'basePath'>): DryRun => {
  const wire = toWire(request, target);
  const { secrets } = request;
  const headers = Object.entries(wire.headers).map(
    ([name, value]) => [name, namedHeader(name, value, secrets)] as const,
  );
  const shown = {
    method: wire.method,
    url: namedUrl(wire.url, secrets),
    headers: Object.fromEntries(headers),
  };
  if (request.body === undefined || wire.body === undefined) return shown;
  if (request.body.kind === 'json') {
    return { ...shown, body: mapStrings(request.body.value, (text) => named(text, secrets)) };
  }
  return wire.bodyText === undefined
    ? { ...shown, bytes: wire.body.byteLength }
    : { ...shown, body: named(wire.bodyText, secrets) };
};

/** The request as text: request line, headers, an empty line, the body. Ends with a newline. */
export const dryRunText = (
  request: HttpRequest,
  target: Pick<Destination, 'origin' | 'basePath'>,
): string => {
  const shown = dryRun(request, target);
  const lines = [`${shown.method} ${shown.url}`];
  for (const [name, value] of Object.entries(shown.headers)) lines.push(`${name}: ${value}`);
  if (shown.bytes !== undefined) lines.push('', `(${shown.bytes} bytes)`);
  if (shown.body !== undefined) {
    const raw = request.body?.kind === 'bytes' && typeof shown.body === 'string';
    lines.push('', raw ? shown.body : writeJson(shown.body, 2));
  }
  return `${lines.join('\n')}\n`;
};
