/** Where a change goes, for questions: a name by itself does not distinguish staging from production. */
import type { Operation } from '../catalogue/operation.ts';
import type { InputRecord } from '../catalogue/parameter.ts';
import type { Part } from '../catalogue/target.ts';
import { describeTarget } from '../catalogue/target.ts';
import { fillText } from '../services/context.ts';
import type { CallOptions, Session } from './session/session.ts';

/**
 * Returns `namespace default at https://host, profile prod`.
 * @param template the question; anything that it names itself is not repeated
 */
export const placeOfChange = async (
  session: Session,
  operation: Operation | undefined,
  input: InputRecord,
  template: string,
  options?: CallOptions,
): Promise<string> => {
  if (operation === undefined) return '';
  const words = Object.values(input).filter((value) => typeof value === 'string');
  // `acme/dns-prod` contains its organization.
  const isNamed = (part: Part): boolean =>
    Object.entries(operation.parameters).some(
      ([key, { context }]) =>
        context === part &&
        (template.includes(`{${key}}`) ||
          words.some((word) => word.startsWith(`${fillText(`{${key}}`, input)}/`))),
    );
  return describeTarget(await session.target(operation, input, options), isNamed);
};
