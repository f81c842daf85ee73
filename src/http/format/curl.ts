/**
 * Writes the request of `--curl` for any POSIX shell. No argument of a process holds a secret: printf is a part of
 * the shell, and headers beside a body are in a here-document.
 */
import type { HttpRequest, Secret, Destination } from '../../catalogue/http.ts';
import { namedHeader } from './describe.ts';
import type { Piece } from './placeholders.ts';
import { cut, mapStrings, namedUrl } from './placeholders.ts';
import { writeJson } from '../../documents/json/lossless.ts';
import { toWire } from '../wire.ts';
import { redactedMark, isSecretName } from '../../catalogue/shown.ts';

interface CurlFiles {
  readonly caFile?: string | undefined;
  readonly certFile?: string | undefined;
  readonly keyFile?: string | undefined;
}

const maxArgument = 100_000;

const quote = (text: string): string =>
  /^[A-Za-z0-9_/:.,@%+=-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;

interface Printed {
  readonly format: string;
  readonly words: readonly string[];
  readonly names: readonly string[];
}

const formatLiteral = (text: string): string => text.replaceAll('%', '%%').replaceAll('\\', '\\\\');

const printed = (pieces: readonly Piece[], wordOf: (name: string) => string): Printed => {
  const names = pieces.flatMap((piece) => ('secret' in piece ? [piece.secret.name] : []));
  return {
    format: pieces.map((piece) => ('secret' in piece ? '%s' : formatLiteral(piece.text))).join(''),
    words: names.map(wordOf),
    names,
  };
};

const plainWord = (name: string): string => `"$${name}"`;

/** The value is JSON-escaped when the command runs, since it is not known yet. */
const jsonWord = (name: string): string => String.raw`"$(printf '%s\n' "$${name}" | trivet_json)"`;

const jsonFunction = String.raw`trivet_json() { LC_ALL=C awk 'BEGIN {
  for (i = 1; i < 32; i++) e[sprintf("%c", i)] = sprintf("\\u%04x", i)
  e["\b"] = "\\b"; e["\t"] = "\\t"; e["\f"] = "\\f"; e["\r"] = "\\r"; e["\""] = "\\\""; e["\\"] = "\\\\"
}
NR > 1 { printf "%s", "\\n" }
{ n = length($0); for (i = 1; i <= n; i++) { c = substr($0, i, 1); printf "%s", (c in e) ? e[c] : c } }'; }
`;

/** A mark that cannot occur in JSON, since writeJson escapes control characters. */
const mark = (index: number): string => `\u0001${index}\u0001`;

const jsonBody = (request: HttpRequest): Printed | undefined => {
  if (request.body?.kind !== 'json') return undefined;
  const { secrets } = request;
  const used: Secret[] = [];
  const marked = mapStrings(request.body.value, (text) =>
    cut(text, secrets)
      .map((piece) => {
        if ('text' in piece) return piece.text;
        used.push(piece.secret);
        return mark(used.length - 1);
      })
      .join(''),
  );
  if (used.length === 0) return undefined;
  const parts = writeJson(marked).split(/\\u0001(\d+)\\u0001/);
  const pieces = parts.flatMap((part, index): Piece[] => {
    if (index % 2 === 0) return [{ text: part }];
    const secret = used[Number(part)];
    return secret === undefined ? [] : [{ secret }];
  });
  return printed(pieces, jsonWord);
};

const textBody = (text: string, secrets: readonly Secret[]): Printed | undefined => {
  const pieces = cut(text, secrets);
  const plain = !pieces.some((piece) => 'secret' in piece);
  return plain && Buffer.byteLength(text) <= maxArgument ? undefined : printed(pieces, plainWord);
};

const hereLiteral = (text: string): string => text.replaceAll(/[\\$`]/g, String.raw`\$&`);

const hereLines = (lines: readonly (readonly Piece[])[]): string =>
  lines
    .map((pieces) =>
      pieces
        .map((piece) => ('secret' in piece ? `\${${piece.secret.name}}` : hereLiteral(piece.text)))
        .join(''),
    )
    .join('\n');

const print = ({ format, words }: Printed): string => `${['printf', quote(format), ...words].join(' ')} | `;

const guard = (names: readonly string[]): string =>
  names.length === 0 ? '' : `: ${[...new Set(names)].map((name) => `"\${${name}:?}"`).join(' ')} && `;

/** @throws Error (a defect of the caller) for a request that cannot be sent */
export const curlText = (request: HttpRequest, target: Destination, files: CurlFiles = {}): string => {
  const wire = toWire(request, target);
  const { secrets } = request;
  const words = ['curl', '--globoff'];
  if (wire.method !== 'GET' || wire.body !== undefined) words.push('--request', wire.method);
  if (target.socketPath !== undefined) words.push('--unix-socket', quote(target.socketPath));
  if (files.caFile !== undefined) words.push('--cacert', quote(files.caFile));
  if (files.certFile !== undefined) words.push('--cert', quote(files.certFile));
  if (files.keyFile !== undefined) words.push('--key', quote(files.keyFile));

  const secretLines: (readonly Piece[])[] = [];
  for (const [name, value] of Object.entries(wire.headers)) {
    const shown = namedHeader(name, value, secrets);
    if (shown === redactedMark && isSecretName(name)) words.push('-H', quote(`${name}: ${redactedMark}`));
    else if (shown !== value) secretLines.push([{ text: `${name}: ` }, ...cut(value, secrets)]);
    else words.push('-H', quote(value === '' ? `${name};` : `${name}: ${value}`));
  }
  const body = jsonBody(request) ?? textBody(wire.bodyText ?? '', secrets);
  const beside = body !== undefined && secretLines.length > 0;
  if (secretLines.length > 0) words.push('-H', beside ? '@/dev/fd/3' : '@-');
  if (body !== undefined) words.push('--data-binary', '@-');
  else if (wire.bodyText !== undefined) words.push('--data-raw', quote(wire.bodyText));
  else if (wire.body !== undefined) words.push('--data-binary', '@BODY_FILE');
  else if (['POST', 'PUT', 'PATCH'].includes(wire.method)) {
    words.push('--data-raw', "''");
    const typed = Object.keys(wire.headers).some((name) => name.toLowerCase() === 'content-type');
    if (!typed) words.push('-H', quote('Content-Type:'));
  }
  const url = namedUrl(wire.url, secrets);
  words.push(quote(url));

  const lines = printed(
    secretLines.flatMap((line) => [...line, { text: '\n' }]),
    plainWord,
  );
  const input = body ?? { ...lines, format: lines.format.replaceAll('\n', String.raw`\n`) };
  const names = [...lines.names, ...(body?.names ?? [])];
  // An expanded URL would be an argument of curl, which others can read.
  const note =
    url === wire.url ? '' : '# a secret is in the URL: write it there in a file for curl --config\n';
  const define = body?.words.some((word) => word.includes('trivet_json')) === true ? jsonFunction : '';
  const before = input.format === '' ? '' : print(input);
  const after = beside ? ` 3<<TRIVET_HEADERS\n${hereLines(secretLines)}\nTRIVET_HEADERS` : '';
  return `${note}${define}${guard(names)}${before}${words.join(' ')}${after}`;
};
