import { Exit, TrivetError } from '../../system/error.ts';
import { serverTitle } from '../../catalogue/product.ts';
import type { ServerKind, ServiceName } from '../../catalogue/product.ts';
import { readProfiles } from '../../config/file/profile-file.ts';
import { resolveProfile } from '../../services/endpoint/resolve.ts';
import { updateProfiles, withProfile } from '../../config/file/store.ts';
import { detect, detectAsOwner } from './detect.ts';
import type { ProbeOptions } from './probe.ts';
import type { Session } from './session.ts';
import { shellWord } from '../../catalogue/text/shell-words.ts';

/** @throws TrivetError exit 8, if the server cannot be reached or does not report its product */
export const detectProduct = async (
  session: Session,
  service: ServiceName,
  options: ProbeOptions,
  withToken = false,
): Promise<ServerKind> => {
  const found = withToken
    ? ((await detectAsOwner(session, service, options)) ??
      // Without a token the reply may show nothing.
      (await detect(session, service, { ...options, withToken: true })))
    : await detect(session, service, options);
  if (found !== undefined) return found;
  throw new TrivetError(
    'not-detected',
    Exit.unreachable,
    `the ${service} server does not report its product`,
    {
      hint: `Give it with --${service}-product PRODUCT.`,
    },
  );
};

/** Stores the product in the profile; a server that does not report it only causes a note. */
export const storeProduct = async (
  session: Session,
  name: string,
  service: ServiceName,
  withToken = false,
): Promise<void> => {
  const { reporter, io } = session;
  const profile = readProfiles(io).profiles[name];
  const url = profile?.[service]?.url;
  if (profile === undefined || url === undefined) return;
  try {
    const at = await resolveProfile(service, name, profile, io);
    const found = await detectProduct(session, service, { at }, withToken);
    await updateProfiles(io, (file) => {
      const present = file.profiles[name];
      const now = present?.[service];
      // Another run changed the profile in the meantime.
      if (present === undefined || now?.url !== url) return file;
      return withProfile(file, name, {
        ...present,
        [service]: { ...now, edition: undefined, version: undefined, ...found },
      });
    });
    reporter.note(`the ${service} server is ${serverTitle(found.product, found)}: stored in profile ${name}`);
  } catch (error) {
    if (!(error instanceof TrivetError)) throw error;
    reporter.note(
      `the product of the ${service} server is not known: ${error.message}. Detect it later, or name it: ` +
        `trivet profile set ${shellWord(name)} --${service}-product detect`,
    );
  }
};
