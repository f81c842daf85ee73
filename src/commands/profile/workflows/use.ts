import { Exit, TrivetError } from '../../../system/error.ts';
import { updateProfiles } from '../../../config/file/store.ts';
import type { Workflow } from '../../../run/single/workflow.ts';

const run: Workflow<Readonly<{ name?: string | undefined }>> = async ({ session, input }) => {
  const name = input.name ?? '';
  await updateProfiles(session.io, (file) => {
    if (!Object.hasOwn(file.profiles, name)) {
      throw new TrivetError('not-found', Exit.notFound, `there is no profile "${name}"`, {
        hint: 'See the profiles: trivet profile list',
      });
    }
    return { ...file, current: name };
  });
  session.reporter.note(`profile ${name} is now the current one`);
  return 0;
};

export default run;
