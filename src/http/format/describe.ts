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
  readonly body?: Json;
  readonly bytes?: number;
}

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
