/** The hint for words that nothing is suggested for. Loaded only to report them. */
import { shellWord } from '../catalogue/text/shell-words.ts';

/** Names the help of `path`, and the search for `question`; without a question, the list of guides. */
export const seeOrAsk = (path: readonly string[], question: readonly string[]): string =>
  [
    `See: trivet ${[...path, '--help'].join(' ')}`,
    `Or ask: trivet ${['how', ...(question[0] === 'how' ? question.slice(1) : question)].map(shellWord).join(' ')}`,
  ].join('\n');
