/** What a reply, or its absence, means for the user: the one place that turns wire facts into exit codes. */
import type { HttpRequest, HttpResponse, TransportError } from '../http/http.ts';
import { header } from '../http/http.ts';
import type { ErrorDetails } from '../model/error.ts';
import { Exit, TrivetError } from '../model/error.ts';
import type { Effect, Operation } from '../model/operation.ts';
import type { InputRecord } from '../model/parameter.ts';
import { misplaced } from '../profiles/base-url.ts';
import { fillTemplate } from './context.ts';
import { knownError, lacking } from './products.ts';
import type { Product } from './products.ts';
import type { ServerError, Service } from './service.ts';

export interface Asked {
  readonly operation: Operation;
  readonly product: Product;
  readonly service: Service;
  readonly request: HttpRequest;
  readonly baseUrl: string;
  /** As sent: context filled, names resolved. */
  readonly input: InputRecord;
  /** Where the token came from, for 401 and 403. */
  readonly tokenSource: string | undefined;
  /** ` --profile staging`: the flags that chose the server, which a look-up needs again. */
  readonly serverFlags: string;
}

/** `trivet …` that shows whether it happened; filled when it is said, since most requests of a batch succeed. */
export const lookUpOf = ({
  operation,
  input,
  serverFlags,
}: Pick<Asked, 'operation' | 'input' | 'serverFlags'>): string | undefined =>
  operation.lookUp === undefined
    ? undefined
    : `trivet ${fillTemplate(operation.lookUp, input)}${serverFlags}`;

const said = (asked: Asked): string => `${asked.request.method} ${asked.request.path}`;

/** `keyed` without a chosen product counts as `unsafe`: nobody promised that the server knows the key. */
export const effectOf = (operation: Operation, productChosen: boolean): Effect =>
  operation.effect === 'keyed' && !productChosen ? 'unsafe' : operation.effect;

const fail = (
  asked: Asked,
  code: string,
  exit: number,
  message: string,
  details: ErrorDetails,
): TrivetError => new TrivetError(code, exit, message, { request: said(asked), ...details });

/** The outcome cannot be known from here: says what to look at. */
export const unknownOutcome = (asked: Asked, why: string, details: ErrorDetails = {}): TrivetError => {
  const lookUp = lookUpOf(asked);
  return fail(asked, 'unknown-outcome', Exit.unknown, `${why}; it may have been done`, {
    lookUp,
    hint: lookUp === undefined ? 'Look at the server before you repeat it.' : `Look first: ${lookUp}`,
    ...details,
  });
};

/** No usable reply came. */
export const transportFailure = (asked: Asked, error: TransportError, reached: boolean): TrivetError => {
  const read = asked.operation.effect === 'read';
  if (!read && reached) {
    return unknownOutcome(asked, `${asked.operation.id}: ${error.message}`, { cause: error });
  }
  if (error.fault === 'aborted') {
    return fail(asked, 'interrupted', Exit.unreachable, 'interrupted; nothing was changed', { cause: error });
  }
  if (error.fault === 'timeout') {
    return fail(asked, 'deadline', Exit.deadline, `${error.message}; nothing was changed`, {
      hint: 'Give more time with --timeout.',
      cause: error,
    });
  }
  return fail(asked, 'unreachable', Exit.unreachable, `${error.message}; nothing was changed`, {
    hint: error.hint ?? `The address is ${asked.baseUrl}.`,
    cause: error,
  });
};

const redirect = (asked: Asked, response: HttpResponse): TrivetError => {
  const target = header(response, 'location') ?? 'nowhere';
  return fail(
    asked,
    'redirect',
    Exit.unreachable,
    `the server redirects to ${target}; trivet follows no redirect`,
    {
      status: response.status,
      hint: 'Nothing was changed. If that is the right server, make it the base URL.',
    },
  );
};

const text = (error: ServerError, fallback: string): string => (error.text === '' ? fallback : error.text);

/** Nomad answers a token that it does not know as one that may not. */
const standing = ({ service }: Asked, from: string): string =>
  service.name === 'jobs'
    ? `The token is not allowed to do this, or not known to the server (${from})`
    : `The token is known (${from}) but not allowed to do this`;

const denied = (asked: Asked, response: HttpResponse, error: ServerError): TrivetError => {
  const bad = response.status === 401 || error.kind === 'bad-token';
  const from =
    asked.tokenSource === undefined ? 'no token was sent' : `the token came from ${asked.tokenSource}`;
  const needs = asked.operation.permission === undefined ? '' : ` It needs: ${asked.operation.permission}.`;
  return fail(
    asked,
    bad ? 'unauthenticated' : 'denied',
    Exit.denied,
    bad ? `the server does not accept the token (${from})` : `permission denied for ${said(asked)}`,
    {
      status: response.status,
      server: error.text,
      hint: bad
        ? `See where it comes from: trivet profile explain ${asked.operation.service}`
        : asked.tokenSource === undefined
          ? `No token was sent: trivet auth login ${asked.operation.service}, or --token-file FILE.${needs}`
          : `${standing(asked, from)}.${needs}`,
    },
  );
};

const elsewhere = ({ service, baseUrl }: Asked): string | undefined => misplaced(baseUrl, service.name);

const notFound = (asked: Asked, response: HttpResponse, error: ServerError): TrivetError => {
  const needs =
    asked.operation.permission === undefined
      ? ''
      : ` or the token lacks the permission (${asked.operation.permission})`;
  return fail(asked, 'not-found', Exit.notFound, text(error, 'not found'), {
    status: response.status,
    server: error.text,
    hint: [
      asked.operation.auth === 'none'
        ? 'It does not exist; no token is needed to see it.'
        : `It does not exist,${needs === '' ? ' or the token may not see it' : needs}.`.replace(',,', ','),
      elsewhere(asked),
    ]
      .filter(Boolean)
      .join(' '),
  });
};

/** Vault's routes are patterns: a name with any other character finds none. */
const oddName = ({ operation, input, service }: Asked, status: number): string | undefined => {
  if (service.name !== 'secrets' || status !== 404) return undefined;
  for (const [key, parameter] of Object.entries(operation.parameters)) {
    const value = input[key];
    const named = parameter.in === 'path' && parameter.context !== 'mount' && typeof value === 'string';
    if (!named || /^\w(?:[\w.@:-]*\w)?$/.test(value)) continue;
    return (
      `Its names have letters, digits, dots, dashes and underscores alone, so it may not take "${value}"; else the ` +
      'operation is missing there. Nothing was changed.'
    );
  }
  return undefined;
};

const conflicts = new Set([409, 412, 423]);

/**
 * The error of a reply that is not a success.
 * @param reached whether an earlier try may have taken effect
 */
export const replyFailure = (asked: Asked, response: HttpResponse, reached: boolean): TrivetError => {
  const { status } = response;
  const { operation, product, service } = asked;
  const error = service.readError(response);
  const details = { status, server: error.text };
  const read = operation.effect === 'read';
  // Of an earlier try that may have been carried out these say nothing.
  const silent = status < 400 || status === 429 || status === 503 || error.kind === 'html';
  if (reached && !read && silent) {
    return unknownOutcome(asked, `an earlier try was sent and the last one answered ${status}`, details);
  }
  if (status >= 300 && status < 400) return redirect(asked, response);
  const known = knownError(product, operation.id, status, error.text);
  if (known !== undefined && (known.notDone || read)) {
    return fail(asked, known.code, known.exit, text(error, `status ${status}`), {
      ...details,
      hint: known.hint,
    });
  }
  if (reached && !read && operation.effect !== 'idempotent') {
    return unknownOutcome(asked, `an earlier try was sent and the last one answered ${status}`, details);
  }
  if (error.kind === 'html' && status !== 401 && status !== 403) {
    const why = `${asked.baseUrl} answers with a web page (status ${status}); this is not the API`;
    return read || status < 500
      ? fail(asked, 'not-the-api', Exit.unreachable, why, {
          status,
          hint: elsewhere(asked) ?? 'Check the base URL.',
        })
      : unknownOutcome(asked, why, { status });
  }
  const lack = lacking(product, operation.id);
  if (
    error.kind === 'missing-route' ||
    status === 405 ||
    status === 501 ||
    (status === 404 && lack !== undefined)
  ) {
    return fail(asked, 'not-supported', Exit.unavailable, lack ?? `this server has no ${said(asked)}`, {
      ...details,
      hint:
        elsewhere(asked) ??
        oddName(asked, status) ??
        'The operation is missing in this product, edition or version; nothing was changed.',
    });
  }
  if (error.kind === 'missing-mount') {
    return fail(asked, 'not-found', Exit.notFound, `no secrets engine is mounted there: ${error.text}`, {
      ...details,
      hint: 'Name the mount with --mount.',
    });
  }
  if (status === 401 || status === 403) return denied(asked, response, error);
  if (status === 404 || status === 410) return notFound(asked, response, error);
  if (conflicts.has(status)) {
    return fail(asked, 'conflict', Exit.conflict, text(error, 'the server reports a conflict'), details);
  }
  if (status === 429) {
    return fail(
      asked,
      'rate-limited',
      Exit.unavailable,
      text(error, 'the server limits the rate of requests'),
      {
        ...details,
        hint: waitHint(response),
      },
    );
  }
  if (status === 503 && (header(response, 'retry-after') !== undefined || error.kind === 'sealed')) {
    return fail(asked, 'unavailable', Exit.unavailable, text(error, 'the server is unavailable'), {
      ...details,
      hint: error.kind === 'sealed' ? 'Unseal the server; nothing was changed.' : waitHint(response),
    });
  }
  if (status >= 500) {
    return read
      ? fail(
          asked,
          'unavailable',
          Exit.unavailable,
          text(error, `the server failed with status ${status}`),
          details,
        )
      : unknownOutcome(
          asked,
          `the server failed with status ${status}: ${text(error, 'no reason given')}`,
          details,
        );
  }
  return fail(
    asked,
    'refused',
    Exit.refused,
    text(error, `the server refused with status ${status}`),
    details,
  );
};

const waitHint = (response: HttpResponse): string => {
  const after = header(response, 'retry-after') ?? header(response, 'x-ratelimit-reset');
  return after === undefined
    ? 'Nothing was changed; try again later.'
    : `Nothing was changed; try again after ${after}.`;
};

/** A success whose body is not what the API sends. */
export const garbledReply = (asked: Asked, response: HttpResponse, why: string): TrivetError => {
  const type = header(response, 'content-type') ?? 'no content type';
  const message = `${asked.baseUrl} answered ${response.status} with ${type} that is not the API's: ${why}`;
  return asked.operation.effect === 'read'
    ? fail(asked, 'not-the-api', Exit.unreachable, message, {
        status: response.status,
        hint: 'Check the base URL; a proxy or login page may stand in between.',
      })
    : unknownOutcome(asked, message, { status: response.status });
};
