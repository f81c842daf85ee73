import type { Command } from '../catalogue/command.ts';
import { parametersOf, takesConditions } from '../catalogue/command.ts';
import type { Parameter } from '../catalogue/parameter.ts';
import { flagName } from '../catalogue/parameter.ts';
import { memoize } from '../system/values/memoize.ts';
import { objectOf } from '../catalogue/selection/selection.ts';
import type { GlobalFlag, GlobalFlags } from '../config/global-flag.ts';
import { bodyFlags, confirmFlag, globalFlags, serviceFlags, unsetFlag } from '../config/globals.ts';
import { manyFlagsOf, whereFlag } from '../catalogue/many-flags.ts';

export interface Flag {
  readonly name: string;
  readonly key: string;
  readonly parameter: Parameter;
  readonly scope: 'global' | 'service' | 'command';
  readonly declared?: GlobalFlag;
  /** Whether `--no-x` means false: for booleans whose documented name does not start with `no`. */
  readonly negatable: boolean;
}

const startsWithNo = (parameter: Parameter, key: string): boolean => /^no[_-]/.test(parameter.name ?? key);

const flag = (key: string, parameter: Parameter, scope: Flag['scope']): Flag => ({
  name: flagName(key, parameter),
  key,
  parameter,
  scope,
  negatable: parameter.type === 'boolean' && !startsWithNo(parameter, key),
});

export const positionalKeys = memoize((command: Command): ReadonlySet<string> => {
  const keys = new Set((command.positional ?? []).map(({ name }) => name));
  // An address stands for the path parameters of both operations.
  for (const key of keys) {
    const address = command.local?.[key]?.address;
    if (address !== undefined) keys.add(address.id).add(address.name);
  }
  return keys;
});

const hasBody = (command: Command): boolean =>
  command.operations.some(
    ({ operation }) =>
      operation.body !== undefined || Object.values(operation.parameters).some((one) => one.in === 'body'),
  );

export const isNullable = (command: Command): boolean =>
  Object.values(parametersOf(command)).some((parameter) => parameter.nullable === true);

const typed = (command: Command): boolean =>
  command.requests === 'raw' ||
  command.operations.some(({ operation }) => operation.risks?.some(({ gravity }) => gravity === 'type'));

export const flagsOf = memoize((command: Command): readonly Flag[] => {
  const positional = positionalKeys(command);
  const flags: Flag[] = [];
  const service: GlobalFlags = command.service === undefined ? {} : serviceFlags[command.service];
  for (const [key, parameter] of Object.entries(parametersOf(command))) {
    // Values of the context (`--organization`, `--namespace`) are flags of the service.
    if (positional.has(key) || parameter.repeatsInput !== undefined) continue;
    if (parameter.context !== undefined && parameter.context in service) continue;
    flags.push(flag(key, parameter, 'command'));
  }
  if (hasBody(command)) {
    for (const [key, parameter] of Object.entries(bodyFlags)) flags.push(flag(key, parameter, 'command'));
  }
  if (isNullable(command)) flags.push(flag('unset', unsetFlag, 'command'));
  if (takesConditions(command)) flags.push(flag('where', whereFlag, 'command'));
  const many = objectOf(command) !== undefined;
  if (many) {
    for (const [key, parameter] of Object.entries(manyFlagsOf(command.service))) {
      flags.push(flag(key, parameter, 'command'));
    }
  }
  if (many || typed(command)) flags.push(flag('confirm', confirmFlag, 'command'));
  for (const [key, parameter] of Object.entries(service))
    flags.push({ ...flag(key, parameter, 'service'), declared: parameter });
  const own = new Set(flags.map(({ scope, name }) => (scope === 'command' ? name : undefined)));
  for (const [key, parameter] of Object.entries<GlobalFlag>(globalFlags)) {
    const global = flag(key, parameter, 'global');
    if (!own.has(global.name)) flags.push({ ...global, declared: parameter });
  }
  return flags;
});

export const spokenName = memoize((command: Command) => {
  const parameters = parametersOf(command);
  const positional = positionalKeys(command);
  return (key: string): string => {
    const parameter = parameters[key];
    if (positional.has(key)) return `<${parameter?.metavar ?? key}>`;
    return parameter === undefined ? `--${key}` : `--${flagName(key, parameter)}`;
  };
});
