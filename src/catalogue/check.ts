/** Checks an input against the documents' rules and limits. */
import type { InputRecord, InputValue, Parameter, Parameters } from './parameter.ts';
import { flagName } from './parameter.ts';
import { matchesServer, namesMatching, serverTitle } from './product.ts';
import type { ServerCondition, ServerProduct } from './product.ts';
import type { InputCondition, Rule } from './rule.ts';
import { secondsOf } from './text/duration.ts';
import { isSensitive } from './shown.ts';

type Name = (key: string) => string;

const given = (input: InputRecord, key: string): boolean => input[key] !== undefined && input[key] !== null;

const entryOf = (value: InputValue | undefined, key: string): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && Object.hasOwn(value, key)
    ? Object.entries(value).find(([name]) => name === key)?.[1]
    : undefined;

export const holds = (condition: InputCondition, input: InputRecord): boolean => {
  const whole = input[condition.parameter];
  if (condition.unset === true) return whole === null;
  const value = condition.key === undefined ? whole : entryOf(whole, condition.key);
  const matches =
    value !== undefined &&
    value !== null &&
    (condition.is === undefined || condition.is.some((wanted) => wanted === value));
  return condition.not === true ? !matches : matches;
};

const list = (names: readonly string[], word: string): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} ${word} ${names.at(-1)}`;

const conditionText = (condition: InputCondition, name: Name): string => {
  const flag =
    condition.key === undefined ? name(condition.parameter) : `${name(condition.parameter)} ${condition.key}`;
  if (condition.unset === true) return `${flag} is unset`;
  const values = condition.is === undefined ? '' : list(condition.is.map(String), 'or');
  if (condition.not === true) return values === '' ? `${flag} is not given` : `${flag} is not ${values}`;
  return values === '' ? `${flag} is given` : `${flag} is ${values}`;
};

const sizeOf = (value: InputValue | undefined): number => {
  if (value instanceof Uint8Array) return value.byteLength;
  return typeof value === 'string' ? Buffer.byteLength(value) : 0;
};

const violation = (rule: Rule, input: InputRecord, name: Name): string | undefined => {
  if ('when' in rule && rule.when !== undefined && !holds(rule.when, input)) return undefined;
  switch (rule.rule) {
    case 'atMostOne': {
      const present = rule.keys.filter((key) => given(input, key));
      return present.length > 1 ? `${list(present.map(name), 'and')} cannot be given together` : undefined;
    }
    case 'exactlyOne': {
      const present = rule.keys.filter((key) => given(input, key));
      if (present.length === 1) return undefined;
      return present.length === 0
        ? `one of ${list(rule.keys.map(name), 'or')} is required`
        : `${list(present.map(name), 'and')} cannot be given together`;
    }
    case 'atLeastOne': {
      if (rule.keys.some((key) => given(input, key))) return undefined;
      const why = rule.when === undefined ? '' : ` when ${conditionText(rule.when, name)}`;
      const some = rule.keys.length === 1 ? '' : 'at least one of ';
      return `${some}${list(rule.keys.map(name), 'or')} is required${why}`;
    }
    case 'together': {
      const missing = rule.keys.filter((key) => !given(input, key));
      return missing.length > 0 && missing.length < rule.keys.length
        ? `${list(rule.keys.map(name), 'and')} must be given together`
        : undefined;
    }
    case 'requiredWhen':
      return given(input, rule.parameter)
        ? undefined
        : `${name(rule.parameter)} is required when ${conditionText(rule.when, name)}`;
    case 'forbiddenWhen':
      return given(input, rule.parameter)
        ? `${name(rule.parameter)} cannot be given when ${conditionText(rule.when, name)}`
        : undefined;
    case 'range': {
      const value = input[rule.parameter];
      if (typeof value !== 'number' && typeof value !== 'bigint') return undefined;
      const low = rule.minimum !== undefined && value < rule.minimum;
      const high = rule.maximum !== undefined && value > rule.maximum;
      return low || high ? `${name(rule.parameter)} must be ${rangeText(rule)}, not ${value}` : undefined;
    }
    case 'oneOf': {
      const value = input[rule.parameter];
      if (!given(input, rule.parameter)) return undefined;
      return rule.values.some((allowed) => allowed === value)
        ? undefined
        : `${name(rule.parameter)} must be ${list(rule.values.map(String), 'or')}${rule.when === undefined ? '' : ` when ${conditionText(rule.when, name)}`}`;
    }
    case 'pattern': {
      const value = input[rule.parameter];
      const values = Array.isArray(value) ? value : [value];
      const bad = values.find((one) => typeof one === 'string' && !matchesPattern(rule.pattern, one));
      return bad === undefined ? undefined : `${name(rule.parameter)} must be ${rule.meaning}`;
    }
    case 'notLonger': {
      const [value, most] = [input[rule.parameter], input[rule.than]].map((one) =>
        typeof one === 'string' ? secondsOf(one) : undefined,
      );
      return value !== undefined && most !== undefined && value > most
        ? `${name(rule.parameter)} is longer than ${name(rule.than)}`
        : undefined;
    }
    case 'maxBytes': {
      const size = sizeOf(input[rule.parameter]);
      return size > rule.bytes
        ? `${name(rule.parameter)} has ${size} bytes, but at most ${rule.bytes} are allowed`
        : undefined;
    }
  }
};

const compiled = new Map<string, RegExp>();

export const matchesPattern = (pattern: string, text: string): boolean => {
  const known = compiled.get(pattern) ?? new RegExp(`^(?:${pattern})$`, 'u');
  compiled.set(pattern, known);
  return known.test(text);
};

const rangeText = (range: { readonly minimum?: number; readonly maximum?: number }): string => {
  if (range.minimum === undefined) return `at most ${range.maximum}`;
  return range.maximum === undefined
    ? `at least ${range.minimum}`
    : `from ${range.minimum} to ${range.maximum}`;
};

const limitViolation = (
  key: string,
  parameter: Parameter,
  input: InputRecord,
  name: Name,
): string | undefined => {
  const value = input[key];
  const limits = parameter.limits;
  if (value === undefined || value === null) return undefined;
  const isMap = parameter.type === 'map' && typeof value === 'object';
  const words =
    typeof value === 'string' ? [value] : Array.isArray(value) ? value : isMap ? Object.values(value) : [];
  const foreign =
    parameter.enum === undefined ? undefined : words.find((one) => !parameter.enum?.includes(String(one)));
  if (foreign !== undefined && parameter.enum !== undefined) {
    return `${name(key)} must be ${list(parameter.enum, 'or')}, not "${String(foreign)}"`;
  }
  if (limits === undefined) return undefined;
  if (typeof value === 'number' || typeof value === 'bigint') {
    if (
      (limits.minimum !== undefined && value < limits.minimum) ||
      (limits.maximum !== undefined && value > limits.maximum)
    ) {
      return `${name(key)} must be ${rangeText(limits)}, not ${value}`;
    }
  }
  if (limits.minimumSeconds !== undefined && typeof value === 'string') {
    const seconds = secondsOf(value);
    if (seconds !== undefined && seconds < limits.minimumSeconds) {
      return `${name(key)} must be at least ${limits.minimumSeconds} seconds, not "${value}"`;
    }
  }
  if (limits.maxBytes !== undefined && sizeOf(value) > limits.maxBytes) {
    return `${name(key)} has ${sizeOf(value)} bytes, but at most ${limits.maxBytes} are allowed`;
  }
  const size = Array.isArray(value)
    ? value.length
    : typeof value === 'object'
      ? Object.keys(value).length
      : 0;
  if (limits.maxItems !== undefined && size > limits.maxItems) {
    return `${name(key)} takes at most ${limits.maxItems}, not ${size}`;
  }
  const { values } = limits;
  if (values !== undefined && Object.values(value).some((one) => !values.includes(one))) {
    return `${name(key)} must be ${limits.meaning ?? list(values.map(String), 'or')}`;
  }
  const pattern = limits.pattern;
  const odd =
    pattern === undefined
      ? undefined
      : words.find((one) => typeof one === 'string' && !matchesPattern(pattern, one));
  if (odd !== undefined) {
    const shown = isSensitive(parameter) || String(odd).length > 80 ? '' : `, not "${String(odd)}"`;
    return `${name(key)} must be ${limits.meaning ?? `of the form ${pattern}`}${shown}`;
  }
  return undefined;
};

const applies = (
  { servers }: { readonly servers?: readonly ServerCondition[] },
  server: ServerProduct,
): boolean => servers === undefined || matchesServer(servers, server);

/**
 * Returns every violation, in the order of declaration.
 * @param spoken the name of a key in messages: `--flag`, or `<positional>`
 */
export const violations = (
  parameters: Parameters,
  rules: readonly Rule[],
  input: InputRecord,
  server: ServerProduct,
  spoken?: Name,
): readonly string[] => {
  const name: Name =
    spoken ??
    ((key) => {
      const parameter = parameters[key];
      return parameter === undefined ? key : `--${flagName(key, parameter)}`;
    });
  let found: string[] | undefined;
  const add = (text: string): void => {
    found ??= [];
    found.push(text);
  };
  for (const key in parameters) {
    const parameter = parameters[key];
    if (parameter === undefined || input[key] === undefined) continue;
    const text = limitViolation(key, parameter, input, name);
    if (text !== undefined) add(text);
    // A parameter beyond the documents is a question of what the server has, not of usage.
    const { servers } = parameter;
    if (servers !== undefined && !matchesServer(servers, server)) {
      add(
        `${name(key)} is supported only by ${list(namesMatching(servers), 'and')}, not by ${serverTitle(server.name, server)}`,
      );
    }
  }
  for (const rule of rules) {
    if (!applies(rule, server)) continue;
    const text = violation(rule, input, name);
    if (text === undefined) continue;
    const why = rule.because?.replaceAll(
      '{server}',
      [server.title, server.version].filter(Boolean).join(' '),
    );
    add(why === undefined ? text : `${text}: ${why}`);
  }
  return found ?? [];
};
