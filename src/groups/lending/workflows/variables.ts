/**
 * The environment of a command that something is lent to: the values it gets from the reply, and the variables it
 * must not see.
 */
import { usageError } from '../../../model/error.ts';
import { fieldAt } from '../../../model/catalogue/field.ts';
import { unknownField } from '../../../model/catalogue/unknown-field.ts';
import { fieldsOf } from '../../../model/catalogue/view.ts';
import { tokenVariables } from '../../../profiles/tokens/token-variables.ts';
import { find } from '../../../screen/text/item.ts';
import { plainText } from '../../../screen/text/value.ts';
import { childEnvironment } from '../../../engine/child/child-environment.ts';
import type { Outcome } from '../../../engine/session/session.ts';
import { serviceOf } from '../../../services/index.ts';
import type { LendContext } from './loan.ts';

const namePattern = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** Variables by which the provider's programs would find credentials other than the lent ones. */
const rivals: Readonly<Record<string, readonly string[]>> = {
  AWS_ACCESS_KEY_ID: [
    'AWS_PROFILE',
    'AWS_DEFAULT_PROFILE',
    'AWS_SECURITY_TOKEN',
    'AWS_CREDENTIAL_EXPIRATION',
  ],
};

const checkMap = ({ operation, input: { map } }: LendContext, wire: readonly string[]): void => {
  const fields = fieldsOf(operation.view);
  for (const [name, field] of Object.entries(map ?? {})) {
    if (!namePattern.test(name)) {
      throw usageError(`--map: "${name}" is not a valid variable name`, 'Give --map VARIABLE=FIELD.');
    }
    if (fieldAt(fields, field) === undefined && !wire.includes(field)) {
      throw unknownField('--map', field, fields);
    }
  }
};

/** Variable -> field of the reply. */
const namesFor = ({ operation, input }: LendContext): Readonly<Record<string, string>> => {
  const { map, 'env-prefix': prefix = '' } = input;
  if (map !== undefined) return map;
  const { view } = operation;
  if (view.kind !== 'credentials') return {};
  return Object.fromEntries(Object.entries(view.env).map(([name, field]) => [`${prefix}${name}`, field]));
};

/**
 * Returns how the environment is made from a reply. A variable without a value in the reply is not passed on: its
 * old value would be used with the new credentials.
 * @throws TrivetError usage, when --map names no field of the reply
 */
export const environmentOf = async (
  context: LendContext,
): Promise<(outcome: Outcome) => Record<string, string>> => {
  const { session, operation, input } = context;
  if (input.map !== undefined && input['env-prefix'] !== undefined) {
    throw usageError('--map and --env-prefix cannot be given together', 'Use one of them.');
  }
  checkMap(context, Object.values((await session.product(operation.service)).wire));
  const names = namesFor(context);
  const { env } = session.world;
  const tokens = input['keep-token'] === true ? (): boolean => false : tokenVariables(session.world);
  const replaced = new Set([
    ...Object.keys(names),
    ...Object.keys(names).flatMap((name) => rivals[name] ?? []),
  ]);
  return ({ document, product }) => {
    const [item = {}] = serviceOf(operation.service).readItems(document, operation.view);
    const given = Object.entries(names).map(([name, field]): [string, string | undefined] => {
      const value = plainText(find(item, field, product.wire));
      return [name, value === '' ? undefined : value];
    });
    return childEnvironment(env, Object.fromEntries(given), (name) => tokens(name) || replaced.has(name));
  };
};
