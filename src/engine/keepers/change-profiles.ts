/** Changes the profiles, and removes the tokens from their keepers that no profile has any more. */
import { TrivetError } from '../../model/error.ts';
import { serviceNames } from '../../model/catalogue/product.ts';
import type { KeptFor } from '../../profiles/candidate.ts';
import type { KeptToken, ProfilesFile } from '../../profiles/file/profile.ts';
import { updateProfiles } from '../../profiles/file/store.ts';
import { keeperTitle } from '../../profiles/tokens/token-keeper.ts';
import { mayAsk } from '../may-ask.ts';
import type { Session } from '../session/session.ts';

interface Held {
  readonly token: KeptToken;
  readonly of: KeptFor;
}

/** By ID. */
const keptIn = ({ profiles }: ProfilesFile): ReadonlyMap<string, Held> =>
  new Map(
    Object.entries(profiles).flatMap(([profile, settings]) =>
      serviceNames.flatMap((service): [string, Held][] => {
        const { token, url = '', product } = settings[service] ?? {};
        return token?.kind === 'kept' ? [[token.id, { token, of: { service, profile, url, product } }]] : [];
      }),
    ),
  );

type Changer = Pick<Session, 'world' | 'globals' | 'reporter'>;

const erase = async ({ world, globals, reporter }: Changer, { token, of }: Held): Promise<void> => {
  const [{ eraseKept }, { keeperTools }] = await Promise.all([import('./kept.ts'), import('./open.ts')]);
  try {
    await eraseKept(token, of, keeperTools(world, mayAsk(world, globals)));
  } catch (error) {
    if (!(error instanceof TrivetError)) throw error;
    const { service, profile } = of;
    reporter.warn(
      `${keeperTitle(token.keeper, world.platform)} still has the token of ${service} of profile ${profile} ` +
        `(trivet ${token.id}), which is not used any more: ${error.message}`,
    );
  }
};

/** @returns what was written */
export const changeProfiles = async (
  changer: Changer,
  change: (file: ProfilesFile) => ProfilesFile,
): Promise<ProfilesFile> => {
  let before: ReadonlyMap<string, Held> = new Map();
  const after = await updateProfiles(changer.world, (file) => {
    before = keptIn(file);
    return change(file);
  });
  const left = keptIn(after);
  for (const [id, held] of before) if (!left.has(id)) await erase(changer, held);
  return after;
};
