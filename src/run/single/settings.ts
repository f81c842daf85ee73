/** The settings that a write would reset, and those that it would change. */
import type { BuildOptions } from '../../http/request.ts';
import { asSent, writtenIn } from '../../http/request.ts';
import type { Change, Settings } from '../../catalogue/change.ts';
import { isSame } from '../../catalogue/change.ts';
import type { Json, JsonObject } from '../../documents/json/json.ts';
import { own } from '../../documents/json/json.ts';
import type { Operation } from '../../catalogue/operation.ts';
import { carriedOf } from '../../catalogue/operation.ts';
import type { InputRecord, Parameter } from '../../catalogue/parameter.ts';
import { documentedName } from '../../catalogue/parameter.ts';
import { defaultSetting, isUnset, sameSetting } from '../../catalogue/setting.ts';
import { fieldsOf } from '../../catalogue/view.ts';
import { durationText } from '../../output/text/time.ts';
import { plainText } from '../../output/text/value.ts';
import { snapshot } from '../snapshot.ts';
import type { OperationContext } from './workflow.ts';

export const settingText = (value: Json, type: Change['type']): string => {
  if (isUnset(value) && typeof value !== 'boolean' && value !== 0) return 'none';
  const seconds = type === 'duration' && Number.isSafeInteger(value);
  return seconds ? durationText(BigInt(Number(value)) * 1_000_000_000n) : plainText(value, true);
};

export const changeText = ({ key, type, from, to }: Change): string =>
  `${key}: ${settingText(from, type)} → ${settingText(to, type)}`;

/** Texts of many lines are not shown. */
const credentialText = (change: Change): string =>
  change.type === 'text' ? `another ${change.key}` : changeText(change);

export const valueText = ({ key, type, to }: Change): string => `${key}: ${settingText(to, type)}`;

/** @param only the parameters that are reset */
export const resetBy = (
  operation: Operation,
  only: 'all' | readonly string[],
  now: JsonObject,
  input: InputRecord,
  options: BuildOptions,
): readonly Change[] => {
  const written = writtenIn(operation, options);
  const parameters = Object.entries(operation.parameters).filter(([, one]) => one.in === 'body');
  const given = (key: string, parameter: Parameter): Json | undefined => {
    const value = input[key];
    return value === undefined ? written(key, parameter) : (value as Json);
  };
  const after: Settings = (wanted) => {
    const [key, parameter] = parameters.find(([one]) => one === wanted) ?? [];
    if (key === undefined || parameter === undefined) return null;
    return given(key, parameter) ?? defaultSetting(parameter);
  };
  const documented = parameters.flatMap(([key, parameter]): Change[] => {
    if ((only !== 'all' && !only.includes(key)) || given(key, parameter) !== undefined) return [];
    const name = documentedName(key, parameter);
    const from = now[name];
    const to = defaultSetting(parameter);
    if (from === undefined || isSame(parameter, from, to, after)) return [];
    return [{ key: name, type: parameter.type, from, to }];
  });
  if (only !== 'all') return documented;
  const names = new Set(parameters.map(([key, parameter]) => documentedName(key, parameter)));
  const others = Object.entries(
    operation.objectRead === undefined ? {} : fieldsOf(operation.objectRead.view),
  ).flatMap(([key, field]): Change[] => {
    if (names.has(key)) return [];
    const from = now[key];
    const to = field.default ?? null;
    if (
      field.source !== 'recorded' ||
      field.readOnly === true ||
      from === undefined ||
      sameSetting(field.type, from, to)
    )
      return [];
    return own(options.base, key) !== undefined ||
      options.extra?.some(([pointer]) => pointer === `/${key}`) === true
      ? []
      : [{ key, type: field.type, from, to }];
  });
  return [...documented, ...others];
};

export const changedBy = (
  write: Operation,
  show: Operation,
  now: JsonObject,
  body: JsonObject,
): readonly Change[] => {
  const fields = fieldsOf(show.view);
  const before: Settings = (key) => now[key] ?? null;
  const after: Settings = (key) => body[key] ?? before(key);
  return Object.entries(body).flatMap(([key, value]): Change[] => {
    const [, parameter] =
      Object.entries(write.parameters).find(([one, of]) => documentedName(one, of) === key) ?? [];
    const type = parameter?.type ?? fields[key]?.type ?? 'json';
    const [from, to] = [before(key), value ?? null];
    return isSame({ zero: parameter?.zero, type }, from, to, after) ? [] : [{ key, type, from, to }];
  });
};

/**
 * Where and how credentials are sent, and where they were read: `url: ldap://a → ldap://b, bindpass from the
 * variable PASSWORD`.
 * @param keys the parameters that decide where the server sends them, or who can read them on the way
 * @param now empty if the object does not exist or cannot be read; undefined before it is read
 */
export const newAddresses = (
  {
    operation,
    input,
    options,
    readFrom,
  }: Pick<OperationContext, 'operation' | 'input' | 'readFrom'> & { readonly options: BuildOptions },
  keys: readonly string[],
  now: JsonObject | undefined,
): string => {
  const written = asSent(operation, input, options);
  const parameters = Object.entries(operation.parameters);
  const changes = parameters.flatMap(([key, parameter]) => {
    const to = written[key];
    if (!keys.includes(key) || to === undefined) return [];
    const name = documentedName(key, parameter);
    const change = { key: name, type: parameter.type, from: now?.[name] ?? null, to: to as Json };
    const isKept = now !== undefined && sameSetting(change.type, change.from, change.to);
    return isKept ? [] : [credentialText(change)];
  });
  if (changes.length === 0) return '';
  const sources = parameters.flatMap(([key, { type }]) => {
    const source = type === 'secret' ? readFrom(input[key]) : undefined;
    return source === undefined ? [] : [`${key} from ${source}`];
  });
  return [...changes, ...sources].join(', ');
};

/** The settings that are sent along, because the write would reset them. */
export const carriedBy = async (context: OperationContext): Promise<InputRecord> => {
  const { session, operation, input, options, spoken } = context;
  const { objectRead } = operation;
  const carried = carriedOf(operation);
  if (objectRead === undefined) return {};
  const ignored = (await session.product(operation.service)).ignores[operation.id] ?? [];
  if (carried.every((key) => input[key] !== undefined || ignored.includes(key))) return {};
  const found = await snapshot(session, objectRead, { ...spoken, ...input });
  if (found.kind !== 'data') return {};
  const changes = resetBy(operation, carried, found.data, input, options);
  for (const { key, from } of changes)
    session.reporter.note(
      `${key} stays ${plainText(from)}: it is sent along, because the server resets it when an update omits it`,
    );
  return Object.fromEntries(changes.map(({ key, from }) => [key, from]));
};
