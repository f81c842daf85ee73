/** Values of `--var`: a literal, or read from `env:NAME` or `file:PATH`. */
import { secretPairOf } from '../../../../cli/secret-values.ts';
import type { Session } from '../../../../run/session/session.ts';

type Values = Readonly<Record<string, string>>;

interface FlagValues {
  readonly values: Values;
  readonly hidden: readonly string[];
}

export const isSource = (text: string): boolean => /^env:[A-Za-z_]\w*$|^file:(?!\/\/)./.test(text);

/**
 * @throws TrivetError usage, for an empty source and for one that is not allowed here; local, for an unreadable
 * file
 */
export const flagValues = async (
  { io, reporter }: Pick<Session, 'io' | 'reporter'>,
  given: Values = {},
): Promise<FlagValues> => {
  const hidden: string[] = [];
  const values: Record<string, string> = {};
  for (const [name, text] of Object.entries(given)) {
    if (!isSource(text)) {
      values[name] = text;
      continue;
    }
    const { value } = await secretPairOf('--var', `${name}=${text}`, { io, mayAsk: false });
    reporter.hide([{ name, value }]);
    hidden.push(value);
    values[name] = value;
  }
  return { values, hidden };
};
