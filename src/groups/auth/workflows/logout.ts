/** Removes the token source of a service from a profile. */
import { updateProfiles, withProfile } from '../../../profiles/file/store.ts';
import { profileFor, serviceNamed } from './login.ts';
import type { OfService } from './login.ts';
import type { Workflow } from '../../../workflows/workflow.ts';

const run: Workflow<OfService> = async ({ session, input }) => {
  const service = serviceNamed(input);
  const { name, profile } = profileFor(session);
  if (profile[service]?.token === undefined) {
    session.reporter.note(`profile ${name} has no token for ${service}`);
    return 0;
  }
  await updateProfiles(session.world, (file) => {
    const before = file.profiles[name] ?? profile;
    const settings = before[service];
    if (settings === undefined) return file;
    const { token: _, ...rest } = settings;
    return withProfile(file, name, { ...before, [service]: rest });
  });
  session.reporter.note(
    `profile ${name} no longer has a token for ${service}; the token was not revoked at the server`,
  );
  return 0;
};

export default run;
