/** Refuses what the server does not have, and filters that it silently ignores: the list would look filtered. */
import { Exit, TrivetError } from '../../system/error.ts';
import type { Operation } from '../../catalogue/operation.ts';
import type { InputRecord } from '../../catalogue/parameter.ts';
import { flagName } from '../../catalogue/parameter.ts';
import type { Product } from '../../services/product.ts';
import { lacking, lackingInputs } from '../../services/products.ts';
import type { Session } from '../session/session.ts';

/** @throws TrivetError exit 7, for a read with an ignored filter; a change only gets a warning */
export const refuseUnsupported = (
  { globals }: Pick<Session, 'globals'>,
  product: Product,
  operation: Operation,
  input: InputRecord,
  warn: (text: string) => void,
): void => {
  const flagOf = (key: string): string => {
    const parameter = operation.parameters[key];
    return parameter === undefined ? key : `--${flagName(key, parameter)}`;
  };
  const missing = lackingInputs(product, operation, input).map(flagOf).join(', ');
  const lack =
    lacking(product, operation) ?? (missing === '' ? undefined : `${product.title} does not have ${missing}`);
  if (lack !== undefined && globals.validate) {
    throw new TrivetError('not-supported', Exit.unavailable, lack, {
      hint: 'Use --no-validate to send the request anyway.',
    });
  }
  const keys = product.ignores[operation.id] ?? [];
  const used = keys.filter((key) => input[key] !== undefined);
  if (used.length === 0) return;
  const text = `${product.title} ignores ${used.map(flagOf).join(', ')}`;
  if (operation.effect !== 'read' || !globals.validate) {
    warn(text);
    return;
  }
  throw new TrivetError(
    'not-supported',
    Exit.unavailable,
    `${text}: the reply would not be what you asked for`,
    {
      hint:
        operation.view.kind === 'table'
          ? 'Filter with --query, or use --no-validate to send the request anyway.'
          : 'Use --no-validate to send the request anyway.',
    },
  );
};
