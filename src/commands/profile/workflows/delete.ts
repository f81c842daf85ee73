import { Exit, TrivetError } from '../../../system/error.ts';
import { changeProfiles } from '../../../run/credential-stores/change-profiles.ts';
import { readProfiles } from '../../../config/file/profile-file.ts';
import { withoutProfile } from '../../../config/file/store.ts';
import type { Workflow } from '../../../run/single/workflow.ts';

const run: Workflow<Readonly<{ name?: string | undefined }>> = async ({ session, input }) => {
  const name = input.name ?? '';
  if (!Object.hasOwn(readProfiles(session.io).profiles, name)) {
    throw new TrivetError('not-found', Exit.notFound, `there is no profile "${name}"`, {
      hint: 'See the profiles: trivet profile list',
    });
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
