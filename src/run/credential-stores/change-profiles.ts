/** Changes profiles, and removes tokens from credential stores if no profile refers to them any more. */
import { TrivetError } from '../../system/error.ts';
import { serviceNames } from '../../catalogue/product.ts';
import type { LeftToken, ProfilesFile } from '../../config/file/profile.ts';
import { updateProfiles } from '../../config/file/store.ts';
import { credentialStoreTitle } from '../../config/tokens/credential-store.ts';
import { mayAsk } from '../../system/may-ask.ts';
import type { Session } from '../session/session.ts';
import { eraseKept } from './kept.ts';
import { credentialStoreTools } from './open.ts';

const keptIn = ({ profiles }: ProfilesFile): ReadonlyMap<string, LeftToken> =>
  new Map(
    Object.entries(profiles).flatMap(([profile, settings]) =>
      serviceNames.flatMap((service): [string, LeftToken][] => {
        const { token, url = '', product } = settings[service] ?? {};
        return token?.kind === 'kept' ? [[token.id, { token, service, profile, url, product }]] : [];
      }),
    ),
  );

type Changer = Pick<Session, 'io' | 'globals' | 'reporter'>;

const erased = async ({ io, globals, reporter }: Changer, one: LeftToken): Promise<boolean> => {
  const { token, product, ...rest } = one;
  const of = { ...rest, product };
  try {
    await eraseKept(token, of, credentialStoreTools(io, mayAsk(io, globals)));
    return true;
  } catch (error) {
    if (!(error instanceof TrivetError)) throw error;
    reporter.warnOnce(
      `${credentialStoreTitle(token.keeper, io.platform)} still has the token of ${of.service} of profile ${of.profile} ` +
        `(trivet ${token.id}), which is not used any more: ${error.message}. The next trivet login or logout removes it`,
    );
    return false;
  }
};

export const changeProfiles = async (
  changer: Changer,
  change: (file: ProfilesFile) => ProfilesFile,
): Promise<ProfilesFile> => {
  // The tokens are noted before they are removed, so that an interrupted run loses none.
  const noted = await updateProfiles(changer.io, (file) => {
    const next = change(file);
    const present = keptIn(next);
    const dropped = [...keptIn(file).values()].filter(({ token }) => !present.has(token.id));
    const left = [...(file.left ?? []), ...dropped];
    return { ...next, left: left.length === 0 ? undefined : left };
  });
  if (noted.left === undefined) return noted;
  const gone = new Set<string>();
  for (const one of noted.left) if (await erased(changer, one)) gone.add(one.token.id);
  if (gone.size === 0) return noted;
  return updateProfiles(changer.io, (file) => {
    const left = file.left?.filter(({ token }) => !gone.has(token.id)) ?? [];
    return { ...file, left: left.length === 0 ? undefined : left };
  });
};
