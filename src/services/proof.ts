/** Decides what a failure says about the change: without a proof the outcome is unknown. */
import type { Operation } from '../catalogue/operation.ts';
import type { InputRecord } from '../catalogue/parameter.ts';
import type { ErrorEffect, TrivetError } from '../system/error.ts';
import type { KnownError, Proven } from './product.ts';
import type { ServerError } from './service.ts';

/**
 * A server refuses these before it works, whatever the operation (RFC 9110 §15, RFC 6585 §4 and §5). 404 and 410 are
 * about the object of the path.
 */
const beforeWork: ReadonlySet<number> = new Set([
  307, 308, 401, 403, 404, 405, 410, 411, 413, 414, 415, 417, 421, 426, 429, 431, 501,
]);

/** Kinds of errors that mean that the request was not carried out, whatever the status. */
const inPlaceOfWork: ReadonlySet<ServerError['kind']> = new Set([
  'missing-route',
  'missing-mount',
  'missing-namespace',
  'bad-token',
  'denied',
  'sealed',
]);

interface Failed {
  readonly operation: Pick<Operation, 'steps'>;
  readonly input: InputRecord;
}

const isSeveral = (value: unknown): boolean => Array.isArray(value) && value.length > 1;

export const isInTurn = ({ inTurn }: KnownError, { input }: Pick<Failed, 'input'>): boolean =>
  inTurn !== undefined && isSeveral(input[inTurn.of]);

export const provenBy = (
  failed: Failed,
  status: number,
  { kind }: Pick<ServerError, 'kind'>,
  known: KnownError | undefined,
): Proven['made'] | undefined => {
  if (known !== undefined && isInTurn(known, failed)) return undefined;
  if (known?.proves !== undefined) return known.proves.made;
  if (beforeWork.has(status) || inPlaceOfWork.has(kind)) return 'nothing';
  // A client's mistake is found before the only step of the operation.
  const isOneStep = failed.operation.steps === undefined;
  return isOneStep && status >= 400 && status < 500 ? 'nothing' : undefined;
};

const effects = { nothing: 'unchanged', part: 'unknown', all: 'done' } as const;

export const effectAfter = (
  { effect }: Pick<Operation, 'effect'>,
  made: Proven['made'] | undefined,
): ErrorEffect | undefined => (effect === 'read' || made === undefined ? undefined : effects[made]);

export const readBackAs = (made: Proven['made'] | undefined, error: TrivetError): TrivetError =>
  error.with({ details: { effect: made === undefined ? 'unknown' : effects[made] } });
