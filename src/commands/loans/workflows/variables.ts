import { Exit, TrivetError, usageError } from '../../../system/error.ts';
import { fieldAt } from '../../../catalogue/field.ts';
import { unknownField } from '../../../catalogue/field.ts';
import { fieldsOf } from '../../../catalogue/view.ts';
import { tokenVariables } from '../../../config/tokens/token-variables.ts';
import { find } from '../../../output/text/item.ts';
import { isoTime } from '../../../output/text/time.ts';
import { plainText } from '../../../output/text/value.ts';
import { childEnvironment } from '../../../system/child/child-environment.ts';
import type { Lent, LoanContext } from './loan.ts';
import { withEnd } from '../../../catalogue/term.ts';
import { itemOfReply } from '../../../run/session/outcome.ts';

const namePattern = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** Variables by which the provider's programs would find other credentials. */
const rivals: Readonly<Record<string, readonly string[]>> = {
  AWS_ACCESS_KEY_ID: [
    'AWS_PROFILE',
    'AWS_DEFAULT_PROFILE',
    'AWS_SECURITY_TOKEN',
    'AWS_CREDENTIAL_EXPIRATION',
  ],
};

const checkMap = ({ operation, input: { map } }: LoanContext, wire: readonly string[]): void => {
  const fields = fieldsOf(operation.view);
  for (const [name, field] of Object.entries(map ?? {})) {
    if (!namePattern.test(name)) {
      throw usageError(`--env-map: "${name}" is not a valid variable name`, 'Give --env-map VARIABLE=FIELD.');
    }
    if (fieldAt(fields, field) === undefined && !wire.includes(field)) {
      throw unknownField('--env-map', field, fields);
    }
  }
};

const namesFor = ({ operation, input }: LoanContext): Readonly<Record<string, string>> => {
  const { map, 'env-prefix': prefix = '' } = input;
  if (map !== undefined) return map;
  const { view } = operation;
  if (view.kind !== 'credentials') return {};
  return Object.fromEntries(Object.entries(view.env).map(([name, field]) => [`${prefix}${name}`, field]));
};

/** The end is left out if trivet renews, since a program would give up early. */
const endOf = ({ operation, input }: LoanContext, { term, lease }: Lent) => {
  const { view } = operation;
  if (view.kind !== 'credentials' || view.endsIn === undefined || input.map !== undefined) return {};
  const kept =
    lease === undefined
      ? term
      : withEnd(term.at - term.life, term, { by: 'lease', life: Number.POSITIVE_INFINITY });
  const end = isoTime(kept.at);
  if (end === undefined) return {};
  return { [`${input['env-prefix'] ?? ''}${view.endsIn}`]: end };
};

/**
 * A variable without a value is removed: its old value does not belong to the new credentials.
 * @throws TrivetError usage, if --env-map names no field; the result throws for an empty credential
 */
export const environmentOf = async (
  context: LoanContext,
): Promise<(given: Lent) => Record<string, string>> => {
  const { session, operation, input } = context;
  if (input.map !== undefined && input['env-prefix'] !== undefined) {
    throw usageError('--env-map and --env-prefix cannot be given together', 'Use one of them.');
  }
  checkMap(context, Object.values((await session.product(operation.service)).wire));
  const names = namesFor(context);
  const { env } = session.io;
  const tokens = input['keep-token'] === true ? (): boolean => false : tokenVariables(session.io);
  const replaced = new Set([
    ...Object.keys(names),
    ...Object.keys(names).flatMap((name) => rivals[name] ?? []),
  ]);
  const { view } = operation;
  const essential: readonly string[] = view.kind === 'credentials' ? (view.essential ?? []) : [];
  return (lent) => {
    const { product } = lent.outcome;
    const item = itemOfReply(lent.outcome);
    const empty = essential.find((field) => plainText(find(item, field, product.wire)) === '');
    if (empty !== undefined) {
      const text = `the command was not started: the ${empty} of ${lent.what} is empty`;
      throw new TrivetError('not-the-api', Exit.unreachable, text);
    }
    const given = Object.entries(names).map(([name, field]): [string, string | undefined] => {
      const value = plainText(find(item, field, product.wire));
      return [name, value === '' ? undefined : value];
    });
    const all = { ...Object.fromEntries(given), ...endOf(context, lent) };
    return childEnvironment(env, all, (name) => tokens(name) || replaced.has(name));
  };
};
