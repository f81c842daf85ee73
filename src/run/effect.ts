import type { Command } from '../catalogue/command.ts';
import { Exit } from '../system/error.ts';
import type { ErrorEffect, TrivetError } from '../system/error.ts';
import type { Standing } from './session/session.ts';

const changes = ({ operations }: Command): boolean =>
  operations.some(({ operation }) => operation.effect !== 'read');

const effectOf = (
  error: TrivetError,
  command: Command,
  standing: Standing['is'],
): ErrorEffect | undefined => {
  const { effect } = error;
  if (error.details.ofItems === true) return undefined;
  const ofRequest = error.details.request !== undefined;
  // An earlier request was made, so "unchanged" would be wrong although the last one was refused.
  if (effect === 'unchanged' && ofRequest && standing === 'done') return undefined;
  if (effect !== undefined && (effect !== 'not-sent' || standing === 'none')) return effect;
  if (standing === 'done' || standing === 'unknown') return standing;
  if (standing === 'refused') return 'unchanged';
  // A command of trivet's own may change something without an operation of the catalogue.
  if (!changes(command))
    return effect === 'not-sent' && command.operations.length === 0 ? 'unchanged' : undefined;
  // A look-up may have been sent and failed.
  return ofRequest || standing === 'only-read' ? 'unchanged' : 'not-sent';
};

/** They promise that nothing was changed, so a read that fails after the change does not end with them. */
const meanUnchanged: readonly number[] = [Exit.denied, Exit.unreachable];

export const withEffect = (error: TrivetError, command: Command, standing: Standing): TrivetError => {
  const effect = effectOf(error, command, standing.is);
  if (effect === 'done' && meanUnchanged.includes(error.exit)) {
    const { reason = error.code, lookUp = standing.lookUp } = error.details;
    return error.with({ code: 'unknown-outcome', exit: Exit.unknown, details: { effect, reason, lookUp } });
  }
  return effect === error.effect ? error : error.with({ details: { effect } });
};
