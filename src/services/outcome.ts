/** Turns a reply, or its absence, into an error with an exit code: the only place that does. Loaded for a failure. */
import type { HttpResponse, TransportError } from '../catalogue/http.ts';
import { header } from '../catalogue/http.ts';
import { SendError } from '../http/retry.ts';
import type { ErrorDetails, ErrorEffect } from '../system/error.ts';
import { Exit, TrivetError } from '../system/error.ts';
import { textAt } from '../documents/json/json.ts';
import { quoted } from '../catalogue/text/server-text.ts';
import type { Operation } from '../catalogue/operation.ts';
import { misplaced } from '../config/misplaced.ts';
import { permissionOf } from '../catalogue/permission.ts';
import type { Asked } from './asked.ts';
import { isInTurn, isNotProcessed, lookUpOf, provesUndone } from './asked.ts';
import { isHtml, readDocument } from './document.ts';
import { shellWord } from '../catalogue/text/shell-words.ts';
import { fillTemplate } from './context.ts';
import type { KnownError } from './product.ts';
import { knownError, lacking } from './products.ts';
import type { ServerError } from './service.ts';
import { missingObject, mountOfRequest, placeOfRequest, requestTo, subjectOf } from './subject.ts';
import { suggestHere, suggestWith } from './suggest.ts';
import { loginLine } from './login-words.ts';
import type { Endpoint } from '../config/endpoint.ts';

const requestLine = (asked: Asked): string => `${asked.request.method} ${asked.request.path}`;

const isRead = ({ operation }: Asked): boolean => operation.effect === 'read';

/** A read has no effect to report. */
const effectIn = (asked: Asked, effect: ErrorEffect): ErrorEffect | undefined =>
  isRead(asked) ? undefined : effect;

/** Whether a read of this run found an object of the request. */
const wasFound = ({ found, input }: Asked): boolean =>
  found !== undefined &&
  found.size > 0 &&
  Object.values(input).some((value) => typeof value === 'string' && found.has(value));

/** Whether nothing but the permission can be missing: what a list in a request names might not exist. */
const lacksPermission = (asked: Asked): boolean =>
  wasFound(asked) &&
  !Object.values(asked.input).some((value) => Array.isArray(value)) &&
  asked.operation.errors?.some(
    ({ status, condition }) => status === 404 && /not authorized/.test(condition),
  ) === true;

/** A failure that left everything as it was, unless `details` say otherwise. */
const fail = (
  asked: Asked,
  code: string,
  exit: number,
  message: string,
  details: ErrorDetails,
): TrivetError =>
  new TrivetError(code, exit, message, {
    request: requestLine(asked),
    effect: effectIn(asked, 'unchanged'),
    missing: code === 'not-found' && !wasFound(asked) ? missingObject(asked) : undefined,
    ...details,
    server: details.server === '' ? undefined : details.server,
  });

/** The outcome cannot be known from here: names the look-up command. */
const unknownOutcome = (asked: Asked, why: string, details: ErrorDetails = {}): TrivetError => {
  const lookUp = lookUpOf(asked);
  return fail(asked, 'unknown-outcome', Exit.unknown, why, {
    effect: 'unknown',
    lookUp,
    hint: lookUp === undefined ? 'Check on the server before you run the command again.' : undefined,
    ...details,
  });
};

/** A request that needs a token, without one; nothing was sent. */
export const unauthenticated = (
  { service, effect }: Operation,
  { baseUrl, profile }: Pick<Endpoint, 'baseUrl' | 'profile'>,
): TrivetError =>
  new TrivetError('unauthenticated', Exit.denied, `no token for ${service} at ${baseUrl}`, {
    effect: effect === 'read' ? undefined : 'not-sent',
    hint: `Set TRIVET_${service.toUpperCase()}_TOKEN, give --token-file FILE, or store one: ${loginLine(service, profile)}`,
  });

/** No usable reply came. */
export const transportFailure = (asked: Asked, error: TransportError): TrivetError => {
  const tried = error instanceof SendError ? error : undefined;
  if (!isRead(asked) && tried?.reached === true) {
    return unknownOutcome(asked, `${requestTo(asked.operation)}: ${error.message}`, { cause: error });
  }
  const effect = effectIn(asked, tried?.sent === true ? 'unchanged' : 'not-sent');
  const details = { effect, cause: error };
  if (error.fault === 'aborted') {
    return fail(
      asked,
      'interrupted',
      Exit.unreachable,
      `${requestTo(asked.operation)} was interrupted`,
      details,
    );
  }
  if (error.fault === 'timeout') {
    return fail(asked, 'deadline', Exit.deadline, error.message, {
      ...details,
      hint: asked.isWait === true ? 'Wait longer with --wait-timeout.' : 'Give more time with --timeout.',
    });
  }
  return fail(asked, 'unreachable', Exit.unreachable, error.message, {
    ...details,
    hint: error.hint ?? `The address is ${asked.baseUrl}.`,
  });
};

/** Only these two promise that the request was not acted on: after a change any other may mean that it was made. */
const repeatElsewhere = new Set([307, 308]);

const redirect = (asked: Asked, response: HttpResponse): TrivetError => {
  const { status } = response;
  const target = header(response, 'location') ?? 'nowhere';
  const message = `the server redirects to ${target}; trivet does not follow redirects`;
  const hint = 'If that is the right server, make it the base URL.';
  return isRead(asked) || repeatElsewhere.has(status)
    ? fail(asked, 'redirect', Exit.unreachable, message, { status, hint })
    : unknownOutcome(asked, `${message} (status ${status})`, { status, hint });
};

/** trivet's own sentence, then the server's words, if it sent any: `the server refused the request (400): "no"`. */
const saying = (own: string, { text }: ServerError): string =>
  text === '' ? own : `${own}: ${quoted(text)}`;

const standing = ({ service }: Asked, from: string): string =>
  service.hidesBadTokens === true
    ? `The token is not allowed to do this, or not known to the server (${from})`
    : `The token is known (${from}) but not allowed to do this`;

/** A policy names paths as they are, not as they are sent. */
const decoded = (path: string): string => {
  const before = path.replace(/\?.*/, '');
  try {
    return decodeURIComponent(before);
  } catch {
    return before;
  }
};

const denied = (asked: Asked, response: HttpResponse, error: ServerError): TrivetError => {
  const { service } = asked.operation;
  const bad = response.status === 401 || error.kind === 'bad-token';
  const from =
    asked.tokenSource === undefined ? 'the request had no token' : `the token came from ${asked.tokenSource}`;
  const permission = permissionOf(asked.operation, decoded(asked.request.path));
  const needs = permission === undefined ? '' : ` It needs: ${permission}.`;
  return fail(
    asked,
    bad ? 'unauthenticated' : 'denied',
    Exit.denied,
    bad ? `the server does not accept the token (${from})` : `permission denied for ${requestLine(asked)}`,
    {
      status: response.status,
      server: error.text,
      hint: bad
        ? `See where it comes from: ${suggestHere(asked.serverFlags, `profile explain ${service}`)}`
        : asked.tokenSource === undefined
          ? `The request had no token.${needs} Give one with --token-file FILE, or store one: ${suggestHere(asked.serverFlags, `login ${service}`)}`
          : `${standing(asked, from)}.${needs}`,
    },
  );
};

/** Where the API might be instead. */
export const elsewhere = ({ service, baseUrl }: Asked): string | undefined =>
  misplaced(baseUrl, service.name);

const absence = (asked: Asked): string => {
  const { operation } = asked;
  const { permission } = operation;
  if (operation.auth === 'none') return 'It does not exist; no token is needed to see it.';
  const lacks = permission === undefined ? '' : `the token lacks the permission (${permission})`;
  if (wasFound(asked)) {
    const why = lacks === '' ? 'The token might not be allowed to do this' : `Either ${lacks}`;
    return `${why}, or something else that the request names does not exist.`;
  }
  return `It does not exist, or ${lacks === '' ? 'the token might not be allowed to see it' : lacks}.`;
};

/** A 404 that hides a 403. */
const forbidden = (
  asked: Asked,
  { status }: HttpResponse,
  error: ServerError,
  subject: string,
): TrivetError => {
  const { permission } = asked.operation;
  const needs = permission === undefined ? '' : ` It needs: ${permission}.`;
  const from = asked.tokenSource === undefined ? '' : ` (${asked.tokenSource})`;
  return fail(
    asked,
    'denied',
    Exit.denied,
    `permission denied for ${requestTo(asked.operation)}: ${subject}${placeOfRequest(asked)}`,
    {
      status,
      server: error.text,
      hint: `The object exists, since it was read just before: the token${from} lacks the permission.${needs}`,
    },
  );
};

const notFound = (asked: Asked, response: HttpResponse, error: ServerError): TrivetError => {
  const subject = subjectOf(asked);
  if (subject !== undefined && lacksPermission(asked)) return forbidden(asked, response, error, subject);
  const message =
    subject === undefined
      ? `${requestLine(asked)} not found`
      : wasFound(asked)
        ? `${subjectOf(asked, true)} exists, but the server reports "not found" for ${requestTo(asked.operation)}`
        : `${subject} not found`;
  return fail(asked, 'not-found', Exit.notFound, `${message}${placeOfRequest(asked)}`, {
    status: response.status,
    server: error.text,
    hint: [absence(asked), elsewhere(asked)].filter(Boolean).join(' '),
  });
};

/** A hint for a name that the routes of the service do not take. */
const oddName = ({ operation, input, service }: Asked, status: number): string | undefined => {
  const { routable } = service;
  if (routable === undefined || status !== 404) return undefined;
  for (const [key, parameter] of Object.entries(operation.parameters)) {
    const value = input[key];
    const named = parameter.in === 'path' && parameter.context !== 'mount' && typeof value === 'string';
    if (!named || routable.test(value)) continue;
    return (
      'The server takes only letters, digits, dots, dashes and underscores in names, so it might not take ' +
      `"${value}"; otherwise it lacks the operation.`
    );
  }
  return undefined;
};

const conflicts = new Set([409, 412, 423]);

/** `role web not found in mount ldap at https://host`; undefined where the server's own words say it. */
const absent = (asked: Asked, { names }: KnownError): string | undefined => {
  if (names === undefined) return undefined;
  if (names === 'mount') return `${mountOfRequest(asked)} not found${placeOfRequest(asked, 'mount')}`;
  const { region } = asked.input;
  const subject = names === 'object' ? subjectOf(asked) : undefined;
  if (subject !== undefined) return `${subject} not found${placeOfRequest(asked)}`;
  return names === 'region' && typeof region === 'string'
    ? `region ${shellWord(region)} not found at ${asked.baseUrl}`
    : undefined;
};

/** Braces that hold no name of a parameter are text: those of a policy. */
const fillParameters = (hint: string, { operation, input }: Asked): string =>
  hint.replaceAll(/\{([^{}]+)\}/g, (whole, key: string) =>
    operation.parameters[key] === undefined ? whole : fillTemplate(whole, input),
  );

/** A command at the end of a hint, and what comes before it. */
const commandInHint = /^(.*: )trivet ([^.:]+)$/s;

/** The hint with names in place, and a command at its end with the flags that chose the server. */
const hintOf = ({ hint }: KnownError, asked: Asked): string | undefined => {
  if (hint === undefined) return undefined;
  const [, before, command] = commandInHint.exec(hint) ?? [];
  if (before === undefined || command === undefined) return fillParameters(hint, asked);
  return `${fillParameters(before, asked)}${suggestWith(asked.serverFlags, fillParameters(command, asked))}`;
};

/**
 * The error of a reply that is not a success.
 * @param reached whether an earlier attempt may have taken effect
 */
export const replyFailure = (asked: Asked, response: HttpResponse, reached: boolean): TrivetError => {
  const { status } = response;
  const { operation, product, service } = asked;
  const error = service.readError(response);
  const details = { status, server: error.text };
  const read = isRead(asked);
  // It is about the retry: an earlier attempt may be why it is refused.
  if (reached && !read) return mayHaveWorked(asked, details);
  if (status >= 300 && status < 400) return redirect(asked, response);
  const known = isForeign(error) ? undefined : knownError(product, operation.id, status, error.text);
  const isKnown = known !== undefined && (known.leaves !== undefined || provesUndone(known, asked, status));
  if (known !== undefined && !read && status >= 500 && !isKnown) {
    const hints = [hintOf(known, asked), isInTurn(known, asked) ? known.inTurn?.says : undefined];
    const hint = hints.filter((one) => one !== undefined).join('\n');
    return unknownOutcome(asked, saying(`the server failed with status ${status}`, error), {
      ...details,
      ...(hint === '' ? {} : { hint }),
    });
  }
  if (known !== undefined && (isKnown || read)) {
    const message = absent(asked, known) ?? saying(`the server refused the request (${status})`, error);
    return fail(asked, known.code, known.exit, message, {
      ...details,
      hint: hintOf(known, asked),
      reason: known.reason,
      ...(known.leaves === undefined || read ? {} : { effect: known.leaves === 'all' ? 'done' : 'unknown' }),
    });
  }
  if (isForeign(error) && status !== 401 && status !== 403) {
    const why =
      error.kind === 'html'
        ? `${asked.baseUrl} sent a web page (status ${status}); this is not the API`
        : `${asked.baseUrl} is not the API of the ${service.name} service: it has no ${requestLine(asked)} (status ${status})`;
    return read || status < 500
      ? fail(asked, 'not-the-api', Exit.unreachable, why, {
          ...details,
          hint: elsewhere(asked) ?? 'Check the base URL.',
        })
      : unknownOutcome(asked, why, { status });
  }
  const lack = lacking(product, operation);
  if (
    error.kind === 'missing-route' ||
    status === 405 ||
    status === 501 ||
    (status === 404 && lack !== undefined)
  ) {
    return fail(
      asked,
      'not-supported',
      Exit.unavailable,
      lack ?? `this server has no ${requestLine(asked)}`,
      {
        ...details,
        hint:
          elsewhere(asked) ??
          oddName(asked, status) ??
          'The operation is missing in this product, edition or version.',
      },
    );
  }
  if (error.kind === 'missing-mount') {
    return fail(
      asked,
      'mount-not-found',
      Exit.notFound,
      `${mountOfRequest(asked)} not found${placeOfRequest(asked, 'mount')}`,
      { ...details, hint: 'Name the mount with --mount.' },
    );
  }
  if (error.kind === 'missing-namespace') {
    return fail(
      asked,
      'namespace-not-found',
      Exit.notFound,
      saying(`the server refused the request (${status})`, error),
      {
        ...details,
        hint: `Check --namespace and ${suggestHere(asked.serverFlags, 'profile explain secrets')}.`,
      },
    );
  }
  if (status === 401 || status === 403 || error.kind === 'bad-token') return denied(asked, response, error);
  if (status === 404 || status === 410) return notFound(asked, response, error);
  if (conflicts.has(status)) {
    const message = saying(`the server reports a conflict (${status})`, error);
    return fail(asked, 'conflict', Exit.conflict, message, details);
  }
  if (status === 429 || status >= 500) return unavailable(asked, response, error);
  const message = saying(`the server refused the request (${status})`, error);
  return fail(asked, 'refused', Exit.refused, message, details);
};

const places: ReadonlySet<string> = new Set(['mount-not-found', 'namespace-not-found']);

/** Whether the mount or the namespace is missing. Nothing follows from that for the objects in it. */
export const lacksPlace = ({ code }: TrivetError): boolean => places.has(code);

/** True for a 404 that says only that there is no such object: no error has to be made of it. */
export const isAbsent = (asked: Asked, response: HttpResponse): boolean => {
  if (response.status !== 404) return false;
  const { operation, product, service } = asked;
  const { kind, text: said } = service.readError(response);
  return (
    kind === undefined &&
    knownError(product, operation.id, response.status, said) === undefined &&
    lacking(product, operation) === undefined &&
    !lacksPermission(asked)
  );
};

/** Another server than the API's: a proxy, a login page, another API. */
const isForeign = ({ kind }: ServerError): boolean => kind === 'html' || kind === 'foreign';

const mayHaveWorked = (asked: Asked, details: ErrorDetails): TrivetError =>
  unknownOutcome(
    asked,
    `the first attempt may have succeeded: a retry got status ${details.status}`,
    details,
  );

const unavailable = (asked: Asked, response: HttpResponse, error: ServerError): TrivetError => {
  const { status } = response;
  const limited = status === 429;
  const message = saying(
    limited ? 'the server limits the rate of requests' : `the server failed with status ${status}`,
    error,
  );
  const details = { status, server: error.text };
  if (!isRead(asked) && !isNotProcessed(asked, response)) {
    return unknownOutcome(asked, message, details);
  }
  const hint =
    error.kind === 'sealed'
      ? 'Unseal the server.'
      : limited || status === 503
        ? waitHint(response)
        : undefined;
  return fail(asked, limited ? 'rate-limited' : 'unavailable', Exit.unavailable, message, {
    ...details,
    hint,
  });
};

const waitHint = (response: HttpResponse): string | undefined => {
  const after = header(response, 'retry-after') ?? header(response, 'x-ratelimit-reset');
  if (after === undefined) return response.status === 429 ? 'Try again later.' : undefined;
  return /^[\d.]+$/.test(after) ? `Try again in ${after} s.` : `Try again after ${after}.`;
};

/** A success that is not the reply of the operation. */
export const garbledReply = (asked: Asked, response: HttpResponse, why: string): TrivetError => {
  const type = header(response, 'content-type') ?? 'no content type';
  const message =
    `${asked.baseUrl} sent status ${response.status} with ${type}, which is not the API's reply to ` +
    `${requestTo(asked.operation)}: ${why}`;
  return isRead(asked)
    ? fail(asked, 'not-the-api', Exit.unreachable, message, {
        status: response.status,
        hint:
          asked.operation.reply === 'any' && isHtml(response)
            ? 'A proxy or a login page might be in between. If the page is what you want, keep it with --out FILE.'
            : 'Check the base URL; a proxy or a login page might be in between.',
      })
    : unknownOutcome(asked, message, { status: response.status, ...leaseIn(asked, response) });
};

/** What such a reply lent all the same. */
const leaseIn = (
  { operation, serverFlags }: Asked,
  response: HttpResponse,
): Pick<ErrorDetails, 'lease' | 'hint'> => {
  const document = readDocument(response, operation);
  const lease = document.ok ? (textAt(document.value, 'lease_id') ?? '') : '';
  if (lease === '') return {};
  const revoke = suggestWith(serverFlags, `lease revoke ${shellWord(lease)}`);
  return { lease, hint: `The reply has a lease. To end it: ${revoke}` };
};
