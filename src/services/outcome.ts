/** The only place that turns a reply, or its absence, into an error. Loaded for failures. */
import type { HttpResponse, TransportError } from '../catalogue/http.ts';
import { header } from '../catalogue/http.ts';
import { SendError, statedWait } from '../http/retry.ts';
import type { ErrorDetails, ErrorEffect } from '../system/error.ts';
import { Exit, TrivetError } from '../system/error.ts';
import { textAt } from '../documents/json/json.ts';
import { quoted } from '../catalogue/text/server-text.ts';
import type { Operation } from '../catalogue/operation.ts';
import { needsToken } from '../catalogue/operation.ts';
import { misplaced } from '../config/misplaced.ts';
import { permissionOf, permissionText } from '../catalogue/permission.ts';
import type { Call } from './call.ts';
import { lookUpOf } from './call.ts';
import { isHtml, readDocument } from './document.ts';
import { shellWord } from '../catalogue/text/shell-words.ts';
import { fillTemplate } from './context.ts';
import type { KnownError } from './product.ts';
import { knownError, lacking } from './products.ts';
import { effectAfter, isInTurn, provenBy } from './proof.ts';
import type { ServerError } from './service.ts';
import { missingObject, mountOfRequest, placeOfRequest, requestTo, subjectOf } from './subject.ts';
import { suggestHere, suggestWith } from './suggest.ts';
import { loginLine } from './login-words.ts';
import type { Endpoint } from '../config/endpoint.ts';

const requestLine = (call: Call): string => `${call.request.method} ${call.request.path}`;

const isRead = ({ operation }: Call): boolean => operation.effect === 'read';

const wasFound = ({ found, input }: Call): boolean =>
  found !== undefined &&
  found.size > 0 &&
  Object.values(input).some((value) => typeof value === 'string' && found.has(value));

/** Whether only the permission can be missing. Items of a list might not exist. */
const lacksPermission = (call: Call): boolean =>
  wasFound(call) &&
  !Object.values(call.input).some((value) => Array.isArray(value)) &&
  /not authorized/.test(call.operation.errors?.[404] ?? '');

const fail = (call: Call, code: string, exit: number, message: string, details: ErrorDetails): TrivetError =>
  new TrivetError(code, exit, message, {
    request: requestLine(call),
    missing: code === 'not-found' && !wasFound(call) ? missingObject(call) : undefined,
    ...details,
    server: details.server === '' ? undefined : details.server,
  });

const unknownOutcome = (call: Call, why: string, details: ErrorDetails = {}): TrivetError => {
  const lookUp = lookUpOf(call);
  return fail(call, 'unknown-outcome', Exit.unknown, why, {
    effect: 'unknown',
    lookUp,
    hint: lookUp === undefined ? 'Check on the server before you run the command again.' : undefined,
    ...details,
  });
};

export const unauthenticated = (
  { service, effect }: Operation,
  { baseUrl, profile }: Pick<Endpoint, 'baseUrl' | 'profile'>,
): TrivetError =>
  new TrivetError('unauthenticated', Exit.denied, `no token for ${service} at ${baseUrl}`, {
    effect: effect === 'read' ? undefined : 'not-sent',
    hint: `Set TRIVET_${service.toUpperCase()}_TOKEN, give --token-file FILE, or store one: ${loginLine(service, profile)}`,
  });

export const transportFailure = (call: Call, error: TransportError): TrivetError => {
  const tried = error instanceof SendError ? error : undefined;
  if (!isRead(call) && tried?.reached === true) {
    return unknownOutcome(call, `${requestTo(call.operation)}: ${error.message}`, { cause: error });
  }
  const effect = tried?.sent === true ? 'unchanged' : 'not-sent';
  const details: ErrorDetails = { effect: isRead(call) ? undefined : effect, cause: error };
  if (error.fault === 'aborted') {
    return fail(
      call,
      'interrupted',
      Exit.unreachable,
      `${requestTo(call.operation)} was interrupted`,
      details,
    );
  }
  if (error.fault === 'timeout') {
    return fail(call, 'deadline', Exit.deadline, error.message, {
      ...details,
      hint: call.isWait === true ? 'Wait longer with --wait-timeout.' : 'Give more time with --timeout.',
    });
  }
  return fail(call, 'unreachable', Exit.unreachable, error.message, {
    ...details,
    hint: error.hint ?? `The address is ${call.server.endpoint.baseUrl}.`,
  });
};

const saying = (own: string, { text }: ServerError): string =>
  text === '' ? own : `${own}: ${quoted(text)}`;

const isRedirect = (status: number): boolean => status >= 300 && status < 400;

const ifRightServer = 'If that is the right server, make it the base URL.';

const standing = ({ service }: Call, from: string): string =>
  service.hidesBadTokens === true
    ? `The token is not allowed to do this, or not known to the server (${from})`
    : `The token is known (${from}) but not allowed to do this`;

/** Policies name decoded paths. */
const decoded = (path: string): string => {
  const before = path.replace(/\?.*/, '');
  try {
    return decodeURIComponent(before);
  } catch {
    return before;
  }
};

interface Replied {
  readonly status: number;
  readonly server: string;
  readonly effect: ErrorEffect | undefined;
}

/** Rights belong to a namespace, which neither path nor server names. */
const namespaceWords = ({ operation, request, service }: Call): string => {
  const { namespace = '' } = service.scopeOf(request, operation);
  if (namespace === '') return '';
  return namespace === '*' ? ' in all namespaces' : ` in namespace ${shellWord(namespace)}`;
};

const denied = (call: Call, replied: Replied, { kind }: ServerError): TrivetError => {
  const { service } = call.operation;
  const bad = replied.status === 401 || kind === 'bad-token';
  const from =
    call.tokenSource === undefined ? 'the request had no token' : `the token came from ${call.tokenSource}`;
  const permission = permissionOf(call.operation, decoded(call.request.path));
  const needs = permission === undefined ? '' : ` It needs: ${permission}.`;
  return fail(
    call,
    bad ? 'unauthenticated' : 'denied',
    Exit.denied,
    bad
      ? `the server does not accept the token (${from})`
      : `permission denied for ${requestLine(call)}${namespaceWords(call)}`,
    {
      ...replied,
      hint: bad
        ? `See where it comes from: ${suggestHere(call.serverFlags, `profile explain ${service}`)}`
        : call.tokenSource === undefined
          ? `The request had no token.${needs} Give one with --token-file FILE, or store one: ${suggestHere(call.serverFlags, `login ${service}`)}`
          : `${standing(call, from)}.${needs}`,
    },
  );
};

export const elsewhere = ({ service, server }: Call): string | undefined =>
  misplaced(server.endpoint.baseUrl, service.name);

const absence = (call: Call): string => {
  const { operation } = call;
  const permission = permissionText(operation);
  if (!needsToken(operation)) return 'It does not exist; no token is needed to see it.';
  const lacks = permission === undefined ? '' : `the token lacks the permission (${permission})`;
  if (wasFound(call)) {
    const why = lacks === '' ? 'The token might not be allowed to do this' : `Either ${lacks}`;
    return `${why}, or something else that the request names does not exist.`;
  }
  return `It does not exist, or ${lacks === '' ? 'the token might not be allowed to see it' : lacks}.`;
};

const forbidden = (call: Call, replied: Replied, subject: string): TrivetError => {
  const permission = permissionText(call.operation);
  const needs = permission === undefined ? '' : ` It needs: ${permission}.`;
  const from = call.tokenSource === undefined ? '' : ` (${call.tokenSource})`;
  return fail(
    call,
    'denied',
    Exit.denied,
    `permission denied for ${requestTo(call.operation)}: ${subject}${placeOfRequest(call)}`,
    {
      ...replied,
      hint: `The object exists, since it was read just before: the token${from} lacks the permission.${needs}`,
    },
  );
};

const notFound = (call: Call, replied: Replied): TrivetError => {
  const subject = subjectOf(call);
  if (subject !== undefined && lacksPermission(call)) return forbidden(call, replied, subject);
  const message =
    subject === undefined
      ? `${requestLine(call)} not found`
      : wasFound(call)
        ? `${subjectOf(call, true)} exists, but the server reports "not found" for ${requestTo(call.operation)}`
        : `${subject} not found`;
  return fail(call, 'not-found', Exit.notFound, `${message}${placeOfRequest(call)}`, {
    ...replied,
    hint: [absence(call), elsewhere(call)].filter(Boolean).join(' '),
  });
};

const oddName = ({ operation, input, service }: Call, status: number): string | undefined => {
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

/** Returns `role web not found in mount ldap at https://host`; undefined if the server's words say it. */
const absent = (call: Call, { names }: KnownError): string | undefined => {
  if (names === undefined) return undefined;
  if (names === 'mount') return `${mountOfRequest(call)} not found${placeOfRequest(call, 'mount')}`;
  const { region } = call.input;
  const subject = names === 'object' ? subjectOf(call) : undefined;
  if (subject !== undefined) return `${subject} not found${placeOfRequest(call)}`;
  return names === 'region' && typeof region === 'string'
    ? `region ${shellWord(region)} not found at ${call.server.endpoint.baseUrl}`
    : undefined;
};

/** Fills in parameters; other braces, such as those of a policy, are text. */
const fillParameters = (hint: string, { operation, input }: Call): string =>
  hint.replaceAll(/\{([^{}]+)\}/g, (whole, key: string) =>
    operation.parameters[key] === undefined ? whole : fillTemplate(whole, input),
  );

const commandInHint = /^(.*: )trivet ([^.:]+)$/s;

const hintOf = ({ hint }: KnownError, call: Call): string | undefined => {
  if (hint === undefined) return undefined;
  const [, before, command] = commandInHint.exec(hint) ?? [];
  if (before === undefined || command === undefined) return fillParameters(hint, call);
  return `${fillParameters(before, call)}${suggestWith(call.serverFlags, fillParameters(command, call))}`;
};

const isForeign = ({ kind }: ServerError): boolean => kind === 'html' || kind === 'foreign';

const redirectTo = (response: HttpResponse): string =>
  `the server redirects to ${header(response, 'location') ?? 'nowhere'}; trivet does not follow redirects`;

const notTheApi = (call: Call, status: number, { kind }: ServerError): string => {
  const { baseUrl } = call.server.endpoint;
  return kind === 'html'
    ? `${baseUrl} sent a web page (status ${status}); this is not the API`
    : `${baseUrl} is not the API of the ${call.service.name} service: it has no ${requestLine(call)} (status ${status})`;
};

const unprovenReply = (
  call: Call,
  response: HttpResponse,
  error: ServerError,
  known: KnownError | undefined,
): TrivetError => {
  const { status } = response;
  if (isRedirect(status)) {
    return unknownOutcome(call, `${redirectTo(response)} (status ${status})`, {
      status,
      hint: ifRightServer,
    });
  }
  if (isForeign(error)) return unknownOutcome(call, notTheApi(call, status, error), { status });
  const hints =
    known === undefined ? [] : [hintOf(known, call), isInTurn(known, call) ? known.inTurn?.says : undefined];
  const hint = hints.filter((one) => one !== undefined).join('\n');
  return unknownOutcome(call, saying(`the server failed with status ${status}`, error), {
    status,
    server: error.text,
    ...(hint === '' ? {} : { hint }),
  });
};

export const replyFailure = (call: Call, response: HttpResponse, reached: boolean): TrivetError => {
  const { status } = response;
  const { operation, service } = call;
  const { product } = call.server;
  const error = service.readError(response);
  if (reached && !isRead(call)) return mayHaveWorked(call, { status, server: error.text });
  const known = isForeign(error) ? undefined : knownError(product, operation.id, status, error.text);
  const made = provenBy(call, status, error, known);
  if ((made === undefined || made === 'part') && !isRead(call))
    return unprovenReply(call, response, error, known);
  const replied: Replied = { status, server: error.text, effect: effectAfter(operation, made) };
  if (isRedirect(status)) {
    const details = { status, effect: replied.effect, hint: ifRightServer };
    return fail(call, 'redirect', Exit.unreachable, redirectTo(response), details);
  }
  if (known?.is !== undefined) {
    const { code, exit, reason } = known.is;
    const message = absent(call, known) ?? saying(`the server refused the request (${status})`, error);
    return fail(call, code, exit, message, { ...replied, hint: hintOf(known, call), reason });
  }
  if (isForeign(error) && status !== 401 && status !== 403) {
    return fail(call, 'not-the-api', Exit.unreachable, notTheApi(call, status, error), {
      ...replied,
      hint: elsewhere(call) ?? 'Check the base URL.',
    });
  }
  const lack = lacking(product, operation);
  if (
    error.kind === 'missing-route' ||
    status === 405 ||
    status === 501 ||
    (status === 404 && lack !== undefined)
  ) {
    return fail(call, 'not-supported', Exit.unavailable, lack ?? `this server has no ${requestLine(call)}`, {
      ...replied,
      hint:
        elsewhere(call) ??
        oddName(call, status) ??
        'The operation is missing in this product, edition or version.',
    });
  }
  if (error.kind === 'missing-mount') {
    return fail(
      call,
      'mount-not-found',
      Exit.notFound,
      `${mountOfRequest(call)} not found${placeOfRequest(call, 'mount')}`,
      { ...replied, hint: 'Name the mount with --mount.' },
    );
  }
  if (error.kind === 'missing-namespace') {
    return fail(
      call,
      'namespace-not-found',
      Exit.notFound,
      saying(`the server refused the request (${status})`, error),
      {
        ...replied,
        hint: `Check --namespace and ${suggestHere(call.serverFlags, 'profile explain secrets')}.`,
      },
    );
  }
  if (status === 401 || status === 403 || error.kind === 'bad-token') return denied(call, replied, error);
  if (status === 404 || status === 410) return notFound(call, replied);
  if (conflicts.has(status)) {
    const message = saying(`the server reports a conflict (${status})`, error);
    return fail(call, 'conflict', Exit.conflict, message, replied);
  }
  if (status === 429 || status >= 500) return unavailable(call, response, replied, error);
  const message = saying(`the server refused the request (${status})`, error);
  return fail(call, 'refused', Exit.refused, message, replied);
};

const places: ReadonlySet<string> = new Set(['mount-not-found', 'namespace-not-found']);

/** A missing mount or namespace says nothing about the objects in it. */
export const lacksPlace = ({ code }: TrivetError): boolean => places.has(code);

/** Whether a 404 only says that the object does not exist, so that no error is made of it. */
export const isAbsent = (call: Call, response: HttpResponse): boolean => {
  if (response.status !== 404) return false;
  const { operation, service } = call;
  const { product } = call.server;
  const { kind, text: said } = service.readError(response);
  return (
    kind === undefined &&
    knownError(product, operation.id, response.status, said) === undefined &&
    lacking(product, operation) === undefined &&
    !lacksPermission(call)
  );
};

const mayHaveWorked = (call: Call, details: ErrorDetails): TrivetError =>
  unknownOutcome(call, `the first attempt may have succeeded: a retry got status ${details.status}`, details);

const unavailable = (
  call: Call,
  response: HttpResponse,
  replied: Replied,
  error: ServerError,
): TrivetError => {
  const { status } = response;
  const limited = status === 429;
  const message = saying(
    limited ? 'the server limits the rate of requests' : `the server failed with status ${status}`,
    error,
  );
  const hint =
    error.kind === 'sealed'
      ? 'Unseal the server.'
      : limited || status === 503
        ? waitHint(response)
        : undefined;
  return fail(call, limited ? 'rate-limited' : 'unavailable', Exit.unavailable, message, {
    ...replied,
    hint,
  });
};

const waitHint = (response: HttpResponse): string | undefined => {
  const after = statedWait(response, Date.now())?.text;
  if (after === undefined) return response.status === 429 ? 'Try again later.' : undefined;
  return /^[\d.]+$/.test(after) ? `Try again in ${after} s.` : `Try again after ${after}.`;
};

export const garbledReply = (call: Call, response: HttpResponse, why: string): TrivetError => {
  const type = header(response, 'content-type') ?? 'no content type';
  const message =
    `${call.server.endpoint.baseUrl} sent status ${response.status} with ${type}, which is not the API's reply to ` +
    `${requestTo(call.operation)}: ${why}`;
  return isRead(call)
    ? fail(call, 'not-the-api', Exit.unreachable, message, {
        status: response.status,
        hint:
          call.operation.reply === 'any' && isHtml(response)
            ? 'A proxy or a login page might be in between. If the page is what you want, keep it with --out FILE.'
            : 'Check the base URL; a proxy or a login page might be in between.',
      })
    : unknownOutcome(call, message, { status: response.status, ...leaseIn(call, response) });
};

const leaseIn = (
  { operation, serverFlags }: Call,
  response: HttpResponse,
): Pick<ErrorDetails, 'lease' | 'hint'> => {
  const document = readDocument(response, operation);
  const lease = document.ok ? (textAt(document.value, 'lease_id') ?? '') : '';
  if (lease === '') return {};
  const revoke = suggestWith(serverFlags, `lease revoke ${shellWord(lease)}`);
  return { lease, hint: `The reply has a lease. To end it: ${revoke}` };
};
