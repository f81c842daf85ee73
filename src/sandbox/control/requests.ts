import type { Json } from '../contract.ts';
import type { LoggedRequest } from '../request-log.ts';
import { isControl } from './prefix.ts';
import type { ControlContext, ControlHandler } from './context.ts';
import { ControlRefusal, isObject, readObject } from './body.ts';
import { nearestRoute } from './nearest.ts';
import { judge } from './verify.ts';

const PAGE = 1000;

interface Place {
  readonly matched: boolean;
  readonly nearest?: string | undefined;
}

const MATCHED: Place = { matched: true };

/** As the service said, else by the present routes. */
function placeOf(request: LoggedRequest, routes: readonly string[]): Place {
  const { status = 0, matched = status < 400 ? true : undefined } = request;
  if (matched === true) return MATCHED;
  const nearest = nearestRoute(request, routes);
  return { matched: matched ?? nearest === undefined, nearest };
}

function view({ redactor }: ControlContext, request: LoggedRequest, { matched, nearest }: Place): Json {
  const { sequence, time, method, path, query, headers, body, status } = request;
  return {
    sequence,
    time: new Date(time).toISOString(),
    method,
    path: redactor.text(path),
    query: redactor.query(query),
    headers: redactor.headers(headers),
    ...(body.length === 0 ? {} : { body: redactor.body(body) }),
    status: status ?? null,
    matched,
    ...(nearest === undefined ? {} : { nearest }),
  };
}

const ofClients = ({ requests }: ControlContext): readonly LoggedRequest[] =>
  requests.list().filter(({ path }) => !isControl(path));

export const listRequests: ControlHandler = async ({ query }, context) => {
  const after = Number(query.get('after') ?? 0);
  const routes = await context.services.routes();
  const onlyUnmatched = query.get('unmatched') === 'true';
  const listed = ofClients(context)
    .filter(({ sequence }) => !(sequence <= after))
    .map((request) => ({ request, place: placeOf(request, routes) }))
    .filter(({ place }) => !onlyUnmatched || !place.matched)
    .slice(0, PAGE);
  return {
    status: 200,
    body: { requests: listed.map(({ request, place }) => view(context, request, place)) },
  };
};

export const clearRequests: ControlHandler = (_request, { requests }) => {
  requests.clear();
  return { status: 204 };
};

function wholeNumber(value: Json | undefined, name: string): number | undefined {
  if (value === undefined) return undefined;
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0) return value;
  throw new ControlRefusal(400, `"${name}" must be a whole number.`);
}

/** 200 for the expected number of requests, else 406 with the nearest ones. */
export const verifyRequests: ControlHandler = async (request, context) => {
  const wanted = readObject(request, [
    'method',
    'path',
    'query',
    'headers',
    'body',
    'status',
    'count',
    'atLeast',
    'atMost',
  ]);
  for (const name of ['query', 'headers']) {
    const value = wanted[name];
    if (
      value !== undefined &&
      !(isObject(value) && Object.values(value).every((one) => typeof one === 'string'))
    ) {
      throw new ControlRefusal(400, `"${name}" must be an object of texts.`);
    }
  }
  const count = wholeNumber(wanted['count'], 'count');
  const atLeast = wholeNumber(wanted['atLeast'], 'atLeast') ?? count;
  const atMost = wholeNumber(wanted['atMost'], 'atMost') ?? count;
  const judged = ofClients(context).map((sent) => ({ sent, missed: judge(wanted, sent) }));
  const found = judged.filter(({ missed }) => missed.length === 0);
  const least = atLeast ?? (atMost === undefined ? 1 : 0);
  const isSatisfied = found.length >= least && found.length <= (atMost ?? Number.POSITIVE_INFINITY);
  const near = judged
    .filter(({ missed }) => missed.length > 0)
    .sort(
      (left, right) => left.missed.length - right.missed.length || right.sent.sequence - left.sent.sequence,
    )
    .slice(0, 3);
  const routes = await context.services.routes();
  return {
    status: isSatisfied ? 200 : 406,
    body: {
      satisfied: isSatisfied,
      found: found.length,
      requests: found.slice(0, 100).map(({ sent }) => sent.sequence),
      ...(isSatisfied
        ? {}
        : {
            nearest: near.map(({ sent, missed }): Json => ({
              differs: missed,
              request: view(context, sent, placeOf(sent, routes)),
            })),
          }),
    },
  };
};
