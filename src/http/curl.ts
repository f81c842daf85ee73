/**
 * `--curl`: the very request as a shell command that can be pasted. No argument of any process holds a secret: headers
 * with one go through standard input, bodies with one through a here-document, both from variables of the shell.
 */
import type { HttpRequest, Secret, Target } from './http.ts';
import { namedHeader } from './describe.ts';
import { cut, mapStrings, namedUrl } from './placeholders.ts';
import { hidden, isSecretName } from './redact.ts';
import { writeJson } from '../model/lossless.ts';
import { toWire } from './wire.ts';

/** Paths of the files that TLS was configured with. */
export interface CurlFiles {
  readonly caFile?: string | undefined;
  readonly certFile?: string | undefined;
  readonly keyFile?: string | undefined;
}

/** Longer arguments are refused by the kernel; 131,072 bytes on Linux. */
const maxArgument = 100_000;

const quote = (text: string): string =>
  /^[A-Za-z0-9_/:.,@%+=-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** A header line for `printf`: the format, and the variables for its `%s`. */
const printfLine = (name: string, value: string, secrets: readonly Secret[]) => {
  const literal = (text: string): string => text.replaceAll('%', '%%').replaceAll('\\', '\\\\');
  const pieces = cut(value, secrets);
  const format = pieces.map((piece) => ('secret' in piece ? '%s' : literal(piece.text))).join('');
  const variables = pieces.flatMap((piece) => ('secret' in piece ? [piece.secret.name] : []));
  return { format: `${literal(name)}: ${format}`, variables };
};

/** In a here-document these are special to the shell. */
const hereLiteral = (text: string): string => text.replaceAll(/[\\$`]/g, String.raw`\$&`);

interface HereBody {
  readonly text: string;
  /** Variables that must be exported, since jq reads them to escape their values for JSON. */
  readonly exported: readonly string[];
}

/** A mark that no JSON text holds by itself: writeJson escapes every control character. */
const mark = (index: number): string => `\u0001${index}\u0001`;

const jsonBody = (request: HttpRequest): HereBody | undefined => {
  if (request.body?.kind !== 'json') return undefined;
  const { secrets } = request;
  const used: Secret[] = [];
  const exported: string[] = [];
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
  let text = hereLiteral(writeJson(marked));
  for (const [index, { name, value }] of used.entries()) {
    const plain = JSON.stringify(value) === `"${value}"`;
    if (!plain) exported.push(name);
    const variable = plain ? `\${${name}}` : `$(jq -nr 'env.${name}|tojson|.[1:-1]')`;
    text = text.replace(hereLiteral(JSON.stringify(mark(index)).slice(1, -1)), () => variable);
  }
  return { text, exported: [...new Set(exported)] };
};

const textBody = (text: string, secrets: readonly Secret[]): HereBody | undefined => {
  const pieces = cut(text, secrets);
  const plain = !pieces.some((piece) => 'secret' in piece);
  if (plain && Buffer.byteLength(text) <= maxArgument) return undefined;
  return {
    text: pieces
      .map((piece) => ('secret' in piece ? `\${${piece.secret.name}}` : hereLiteral(piece.text)))
      .join(''),
    exported: [],
  };
};

const delimiterFor = (text: string): string => {
  let delimiter = 'TRIVET_BODY';
  while (text.split('\n').includes(delimiter)) delimiter += '_';
  return delimiter;
};

/**
 * The command, without a newline at its end.
 * @throws Error (a defect of the caller) for a request that cannot be sent
 */
export const curlText = (request: HttpRequest, target: Target, files: CurlFiles = {}): string => {
  const wire = toWire(request, target);
  const { secrets } = request;
  const words = ['curl', '--globoff'];
  if (wire.method !== 'GET' || wire.body !== undefined) words.push('--request', wire.method);
  if (target.socketPath !== undefined) words.push('--unix-socket', quote(target.socketPath));
  if (files.caFile !== undefined) words.push('--cacert', quote(files.caFile));
  if (files.certFile !== undefined) words.push('--cert', quote(files.certFile));
  if (files.keyFile !== undefined) words.push('--key', quote(files.keyFile));

  const secretLines: ReturnType<typeof printfLine>[] = [];
  for (const [name, value] of Object.entries(wire.headers)) {
    const shown = namedHeader(name, value, secrets);
    if (shown === hidden && isSecretName(name)) words.push('-H', quote(`${name}: ${hidden}`));
    else if (shown !== value) secretLines.push(printfLine(name, value, secrets));
    else words.push('-H', quote(value === '' ? `${name};` : `${name}: ${value}`));
  }
  if (secretLines.length > 0) words.push('-H', '@-');

  const here = jsonBody(request) ?? textBody(wire.bodyText ?? '', secrets);
  if (here !== undefined) words.push('--data-binary', '@/dev/fd/3');
  else if (wire.bodyText !== undefined) words.push('--data-raw', quote(wire.bodyText));
  else if (wire.body !== undefined) words.push('--data-binary', '@BODY_FILE');
  else if (['POST', 'PUT', 'PATCH'].includes(wire.method)) {
    words.push('--data-raw', "''");
    const typed = Object.keys(wire.headers).some((name) => name.toLowerCase() === 'content-type');
    if (!typed) words.push('-H', quote('Content-Type:'));
  }
  const url = namedUrl(wire.url, secrets);
  words.push(quote(url));

  const format = secretLines.map((line) => `${line.format}\\n`).join('');
  const variables = secretLines.flatMap((line) => line.variables.map((name) => ` "$${name}"`)).join('');
  const before = secretLines.length === 0 ? '' : `printf ${quote(format)}${variables} | `;
  const jq =
    here === undefined || here.exported.length === 0
      ? ''
      : `# needs jq and an exported ${here.exported.map((name) => `$${name}`).join(', ')}\n`;
  // Expanded by the shell it would be an argument of curl, which others can read.
  const note =
    url === wire.url ? jq : `${jq}# a secret is in the URL: write it there in a file for curl --config\n`;
  if (here === undefined) return `${note}${before}${words.join(' ')}`;
  const delimiter = delimiterFor(here.text);
  const body = here.text.replace(/\n$/, '');
  return `${note}${before}${words.join(' ')} 3<<${delimiter}\n${body}\n${delimiter}`;
};
