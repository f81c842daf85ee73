import { Exit, TrivetError } from '../../../system/error.ts';
import { serviceNames } from '../../../catalogue/product.ts';
import { changeProfiles } from '../../../run/credential-stores/change-profiles.ts';
import { readProfiles } from '../../../config/file/profile-file.ts';
import { withoutProfile } from '../../../config/file/store.ts';
import { warnOfLeft } from '../../../run/credential-stores/left-session.ts';
import type { Workflow } from '../../../run/single/workflow.ts';

const run: Workflow<Readonly<{ name?: string | undefined }>> = async ({ session, input }) => {
  const name = input.name ?? '';
  const { profiles } = readProfiles(session.io);
  const profile = Object.hasOwn(profiles, name) ? profiles[name] : undefined;
  if (profile === undefined) {
    throw new TrivetError('not-found', Exit.notFound, `there is no profile "${name}"`, {
      hint: 'See the profiles: trivet profile list',
    });
  }
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

export default run;
