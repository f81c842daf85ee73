/** Chooses the pager for long output, as git does. */
import { shellWords } from '../catalogue/text/shell-words.ts';
import type { World } from '../system/world.ts';
import { childEnvironment, leadsToService } from '../system/child/child-environment.ts';

/** Quits if it fits, keeps colours, and leaves the text on the screen. */
const usual = 'FRX';

/** The words of the pager, without a shell; none for `cat` and an empty variable, which switch it off. */
const pagerOf = (env: World['env']): readonly string[] => {
  const words = shellWords(env['TRIVET_PAGER'] ?? env['PAGER'] ?? 'less') ?? [];
  return words[0] === 'cat' ? [] : words;
};

/** @returns false where nothing was shown: there is no pager */
export const throughPager = async (text: Uint8Array, world: World): Promise<boolean> => {
  const words = pagerOf(world.env);
  if (words.length === 0 || world.page === undefined) return false;
  // Its commands could read files and start programs: it gets no token, and cannot do that.
  const env = childEnvironment(
    { LESS: usual, LV: '-c', ...world.env },
    { LESSSECURE: '1', LESSOPEN: undefined, LESSCLOSE: undefined },
    (name) => leadsToService(name) || name === 'LESSOPEN' || name === 'LESSCLOSE',
  );
  return world.page(words, env, text);
};
