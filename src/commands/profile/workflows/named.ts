/** Chooses or deletes the profile of a name. */
import { Exit, TrivetError } from '../../../system/error.ts';
import { serviceNames } from '../../../catalogue/product.ts';
import { changeProfiles } from '../../../run/credential-stores/change-profiles.ts';
import { readProfiles } from '../../../config/file/profile-file.ts';
import { updateProfiles, withoutProfile } from '../../../config/file/store.ts';
import { warnOfLeft } from '../../../run/credential-stores/left-session.ts';
import type { Workflow } from '../../../run/single/workflow.ts';

type Named = Workflow<Readonly<{ name?: string | undefined }>>;

const notFound = (name: string): TrivetError =>
  new TrivetError('not-found', Exit.notFound, `there is no profile "${name}"`, {
    hint: 'See the profiles: trivet profile list',
  });

export const useProfile: Named = async ({ session, input }) => {
  const name = input.name ?? '';
  await updateProfiles(session.io, (file) => {
    if (!Object.hasOwn(file.profiles, name)) throw notFound(name);
    return { ...file, current: name };
  });
  session.reporter.note(`profile ${name} is now the current one`);
  return 0;
};

export const deleteProfile: Named = async ({ session, input }) => {
  const name = input.name ?? '';
  const { profiles } = readProfiles(session.io);
  const profile = Object.hasOwn(profiles, name) ? profiles[name] : undefined;
  if (profile === undefined) throw notFound(name);
  // The warning comes before the question, since a log-out can revoke the token only until the deletion.
  for (const service of serviceNames) {
    const token = profile[service]?.token;
    const words = `the session for ${service}`;
    await warnOfLeft(session, { profile: name, service, token, words, before: 'the deletion' });
  }
  await session.review.plan({
    question: `Delete profile ${name} and the tokens that it stores?`,
    gravity: 'ask',
    place: '',
    protections: [],
  });
  await changeProfiles(session, (file) => withoutProfile(file, name));
  session.reporter.note(`deleted profile ${name}`);
  return 0;
};
