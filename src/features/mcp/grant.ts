/** A grant limits changes to a time and some objects. A restart continues it. */
import { otherWords } from '../../catalogue/aliases.ts';
import { dirname, join } from 'node:path';
import { makeFolder } from '../../system/make-folder.ts';
import type { ServerChoice } from '../../system/surroundings.ts';
import { updateFile } from '../../system/update-file.ts';
import type { Fields } from '../../catalogue/field.ts';
import { localError, usageError } from '../../system/error.ts';
import type { JsonObject } from '../../documents/json/json.ts';
import { own, textAt } from '../../documents/json/json.ts';
import { jsonIn, writeJson } from '../../documents/json/lossless.ts';
import type { Condition } from '../../catalogue/selection/where.ts';
import type { NamedObjects } from './named.ts';
import type { ServiceName } from '../../catalogue/product.ts';
import { serviceNames } from '../../catalogue/product.ts';
import type { Scope } from '../../catalogue/target.ts';
import { samePart } from '../../catalogue/target.ts';
import { hasWildcard } from '../../catalogue/selection/condition-operators.ts';
import { matches, parseCondition } from '../../catalogue/selection/where.ts';
import { secondsOf } from '../../catalogue/text/duration.ts';
import { rfc3339 } from '../../documents/rfc3339.ts';
import { stateFolder } from '../../system/state-folder.ts';
import type { Io } from '../../system/io.ts';
import { sha256 } from '../../system/values/sha256.ts';

interface Wanted {
  readonly allow: readonly string[];
  readonly until: string | undefined;
  readonly where: readonly string[];
  /** A grant holds for one server. */
  readonly server: string;
  /** The names of the arguments that conditions can be about. */
  readonly arguments: readonly string[];
}

/** Undefined if the grant covers the scope. */
export type ScopeJudge = (service: ServiceName, scope: Scope) => string | undefined;

export interface Grant {
  /** Milliseconds since the epoch; undefined if it has no end. */
  readonly until: number | undefined;
  /**
   * @param start what chose the servers
   * @param named objects of the call, if needed
   * @returns why it is outside the grant; or what judges its requests, undefined without a limit
   */
  judge(
    given: JsonObject,
    now: number,
    start: ReadonlyMap<string, ServerChoice>,
    service: ServiceName | undefined,
    named: () => Promise<NamedObjects>,
  ): Promise<string | ScopeJudge | undefined>;
}

const parts = ['namespace', 'region', 'organization'] as const;

type Held = (typeof parts)[number];

const chosenAt = (start: ServerChoice | undefined): Readonly<Record<string, string>> =>
  Object.fromEntries(
    parts.flatMap((part) => {
      const value = start?.get(part);
      return typeof value === 'string' ? [[part, value] as const] : [];
    }),
  );

const keptEnd = (text: string, file: string): number => {
  const until = own(jsonIn(text), 'until');
  if (typeof until === 'number') return until;
  throw localError(`${file} is damaged`, 'Remove it, or give another --until.');
};

/** A duration counts from the first start with these words; its end is stored. */
const endOf = async ({ allow, until, where, server }: Wanted, io: Io): Promise<number | undefined> => {
  if (until === undefined) return undefined;
  const seconds = secondsOf(until);
  if (seconds === undefined) {
    const time = /^\d{4}-\d\d-\d\dT/.test(until) ? Date.parse(until) : Number.NaN;
    if (Number.isNaN(time))
      throw usageError(
        `--until ${until}: neither a duration such as 2h nor a time such as 2026-01-31T18:00:00Z`,
      );
    return time;
  }
  const folder = stateFolder(io);
  if (folder === undefined)
    throw localError(
      'there is no folder for the grant',
      'Set HOME or TRIVET_STATE_DIR, or give --until a time.',
    );
  const words = JSON.stringify([[...allow].sort(), until, [...where].sort(), server]);
  const file = join(folder, 'grants', `${sha256(words).slice(0, 16)}.json`);
  let end = io.now() + seconds * 1000;
  makeFolder(dirname(file));
  await updateFile(file, (text) => {
    if (text === undefined) return `${writeJson({ until: end })}\n`;
    end = keptEnd(text, file);
    return text;
  });
  return end;
};

/**
 * @throws TrivetError usage, for a limit without an allowed change, an unreadable time, and conditions about no
 * argument of an allowed command, or that only exclude
 */
export const grantOf = async (wanted: Wanted, io: Io): Promise<Grant> => {
  const { allow, until, where } = wanted;
  if (allow.length === 0 && (until !== undefined || where.length > 0))
    throw usageError('--until and --where limit what --allow gives, and there is no --allow');
  const fields: Fields = Object.fromEntries(
    wanted.arguments.map((name) => [name, { type: 'text', summary: name } as const]),
  );
  const wire = Object.fromEntries(
    wanted.arguments.flatMap((name) => otherWords('flags', name).map((other) => [name, other])),
  );
  const conditions = where.map((text) => parseCondition(text, fields, { wire }));
  const negated = conditions.find(({ operator, value }) => operator.startsWith('!') && value !== '');
  if (negated !== undefined)
    throw usageError(
      `--where ${negated.text}: another spelling of the same object, such as its ID, would pass`,
      'Say what is allowed, with = or ~, not what is not.',
    );
  // Earlier versions matched the whole text, not a part of it.
  const loose = conditions.find(({ operator, value }) => operator === '~' && !hasWildcard(value));
  if (loose !== undefined)
    throw usageError(
      `--where ${loose.text}: a pattern without a wildcard allows every name that contains it`,
      `Say which: ${loose.path}=${loose.value}, or '${loose.path}~*${loose.value}*'.`,
    );
  const end = await endOf(wanted, io);
  return {
    until: end,
    judge: async (given, now, start, service, objects) => {
      if (end !== undefined && now >= end) return `the permission for this ended at ${rfc3339(end)}`;
      const chosenFor = (name: string | undefined): Readonly<Record<string, string>> =>
        chosenAt(name === undefined ? undefined : start.get(name));
      const limits = [...start.keys()].flatMap((name) => Object.keys(chosenFor(name)));
      if (conditions.length === 0 && limits.length === 0) return undefined;
      const chosen = chosenFor(service);
      const named = await objects();
      if (typeof named === 'string') return named;
      const [object] = [...named.values()];
      const organization = object?.organization ?? given['organization'];
      const placed = { ...chosen, ...given, ...(organization === undefined ? {} : { organization }) };
      /** Whether a condition is also about the organization, or about one ID. */
      const isAboutPart = ({ path, operator, value }: Condition): boolean =>
        named.has(path) && (value.includes('/') || (operator === '=' && value === given[path]));
      // Selected objects are not known before the call.
      const odd = conditions.find((condition) => {
        const { path, value } = condition;
        const one = named.get(path);
        const name =
          one && (value.includes('/') ? `${textAt(placed, 'organization') ?? ''}/${one.name}` : one.name);
        const isId = isAboutPart(condition) && value === given[path];
        return (
          !isId && matches(condition, { ...placed, ...(name === undefined ? {} : { [path]: name }) }) !== true
        );
      });
      if (odd !== undefined) return `only calls with ${odd.text} are allowed here`;
      const isNamed = conditions.some(isAboutPart);
      const isFree = (part: Held): boolean =>
        conditions.some(({ path }) => path === part) || (part === 'organization' && isNamed);
      /** Requests about a whole server do not name a part. */
      const isOutside = (name: ServiceName, part: Held, scope: Scope): boolean => {
        const wanted = chosenFor(name)[part];
        if (isFree(part) || (wanted === undefined && conditions.length === 0)) return false;
        const said = scope[part];
        if (scope.unknown === part || said === undefined)
          return scope.unknown === part || wanted !== undefined;
        return !samePart(name, part, said, wanted ?? '');
      };
      const outside: ScopeJudge = (name, scope) => {
        const other = parts.find((part) => isOutside(name, part, scope));
        return other && `only the ${other} of the start is changed, and no --where of the start is about it`;
      };
      const words = {
        namespace: textAt(given, 'namespace'),
        region: textAt(given, 'region'),
        organization: typeof organization === 'string' ? organization : undefined,
      };
      const said = Object.entries(words).filter(([, value]) => value !== undefined);
      const reasons = (service === undefined ? serviceNames : [service]).map((name) =>
        outside(name, { ...chosenFor(name), ...Object.fromEntries(said) }),
      );
      return reasons.every((reason) => reason !== undefined) ? reasons[0] : outside;
    },
  };
};
