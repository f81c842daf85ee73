const OTHER_METHOD = 0.75;

function distance(left: string, right: string): number {
  let before = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let row = 0; row < left.length; row += 1) {
    const now = [row + 1];
    for (let column = 1; column <= right.length; column += 1) {
      const same = left[row] === right[column - 1] ? 0 : 1;
      now.push(
        Math.min((before[column] ?? 0) + 1, (now[column - 1] ?? 0) + 1, (before[column - 1] ?? 0) + same),
      );
    }
    before = now;
  }
  return before.at(-1) ?? 0;
}

const isParameter = (part: string): boolean => part.startsWith('{');
const isRest = (part: string): boolean => part.endsWith('...}');

/** 0: equal; 1: nothing in common. A parameter takes anything, but a word is better. */
function segmentCost(segment: string, part: string): number {
  if (isParameter(part)) return segment === '' ? 1 : 0.1;
  return distance(segment, part) / Math.max(segment.length, part.length, 1);
}

function pathCost(segments: readonly string[], parts: readonly string[]): number {
  const [part, ...furtherParts] = parts;
  const [segment, ...furtherSegments] = segments;
  if (part === undefined) return segments.length;
  if (segment === undefined) return parts.length;
  const along = segmentCost(segment, part) + pathCost(furtherSegments, furtherParts);
  return isRest(part) ? Math.min(along, 0.1 + pathCost(furtherSegments, parts)) : along;
}

/** Limits the work for long paths. */
const LONGEST_PATH = 400;
const MOST_SEGMENTS = 20;

const split = (path: string): readonly string[] =>
  path
    .slice(0, LONGEST_PATH)
    .split('/')
    .slice(1, MOST_SEGMENTS + 1);

/** GET with `list` is a LIST. */
const methodOf = (method: string, query: string): string =>
  method === 'GET' && /(?:^|&)list=(?:true|1)/.test(query) ? 'LIST' : method === 'PUT' ? 'POST' : method;

export interface Sent {
  readonly method: string;
  readonly path: string;
  readonly query: string;
}

/** 0.1 for each parameter and nothing else is a match. */
function costOf({ method, path, query }: Sent, route: string): number {
  const [wanted = '', template = ''] = route.split(' ');
  const sent = methodOf(method, query);
  const isSame = wanted === sent || (sent === 'HEAD' && wanted === 'GET');
  return (isSame ? 0 : OTHER_METHOD) + pathCost(split(path), split(template));
}

export function fits(sent: Sent, route: string): boolean {
  const [wanted = '', template = ''] = route.split(' ');
  const source = template
    .split('/')
    .map((part) =>
      isRest(part) ? '.+' : isParameter(part) ? '[^/]+' : part.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&'),
    )
    .join('/');
  return methodOf(sent.method, sent.query) === wanted && new RegExp(`^${source}/?$`).test(sent.path);
}

export function nearestRoute(sent: Sent, routes: readonly string[]): string | undefined {
  if (routes.some((route) => fits(sent, route))) return undefined;
  let best: { route: string; cost: number } | undefined;
  for (const route of routes) {
    const cost = costOf(sent, route);
    if (best === undefined || cost < best.cost) best = { route, cost };
  }
  return best?.route;
}
