import { shellWords } from '../catalogue/text/shell-words.ts';
import type { Io } from '../system/io.ts';
import { childEnvironment, leadsToService } from '../system/child/child-environment.ts';

/** Quits if it fits, keeps colours, leaves the text on the screen. */
const usual = 'FRX';

/** No shell; empty for `cat` and an empty variable. */
const pagerOf = (env: Io['env']): readonly string[] => {
  const words = shellWords(env['TRIVET_PAGER'] ?? env['PAGER'] ?? 'less') ?? [];
  return words[0] === 'cat' ? [] : words;
};

/** @returns false if there is no pager */
export const throughPager = async (text: Uint8Array, io: Io): Promise<boolean> => {
  const words = pagerOf(io.env);
  if (words.length === 0 || io.page === undefined) return false;
  // Commands of a pager could read files and start programs: it gets no token, and may not.
  const env = childEnvironment(
    { LESS: usual, LV: '-c', ...io.env },
    { LESSSECURE: '1', LESSOPEN: undefined, LESSCLOSE: undefined },
    (name) => leadsToService(name) || name === 'LESSOPEN' || name === 'LESSCLOSE',
  );
  return io.page(words, env, text);
};
