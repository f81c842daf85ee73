/** Stores a token in a profile: typed without echo, or read from a file or standard input. Never from argv. */
import { Exit, localError, TrivetError, usageError } from '../../../model/error.ts';
import { serviceNames } from '../../../model/catalogue/product.ts';
import type { ServiceName } from '../../../model/catalogue/product.ts';
import { readProfiles } from '../../../profiles/file/profile-file.ts';
import type { Profile } from '../../../profiles/file/profile.ts';
import { resolveProfile } from '../../../profiles/resolve.ts';
import { updateProfiles, withProfile } from '../../../profiles/file/store.ts';
import { tokenFromBytes, tokenFromText } from '../../../profiles/tokens/token-text.ts';
import { hiddenPrompt } from '../../../screen/prompt.ts';
import { readFileOrInput } from '../../../world/read-file.ts';
import type { Session } from '../../../engine/session/session.ts';
import { storeProduct } from '../../../workflows/detect-product.ts';
import { askOwnToken } from '../../../workflows/own-token.ts';
import type { Workflow } from '../../../workflows/workflow.ts';

/** The service that a command is about. */
export type OfService = Readonly<{ service?: ServiceName | undefined }>;

/** @throws TrivetError usage, when none was given */
export const serviceNamed = ({ service }: OfService): ServiceName => {
  if (service === undefined) throw usageError(`the service must be one of ${serviceNames.join(', ')}`);
  return service;
};

/** The profile that a change of tokens concerns, and its name. */
export const profileFor = (session: Session): { readonly name: string; readonly profile: Profile } => {
  const file = readProfiles(session.world);
  const name = session.globals.profile ?? session.world.env['TRIVET_PROFILE'] ?? file.current;
  if (name === undefined) {
    throw localError('there is no profile yet', 'Create one: trivet profile set NAME --workspaces-url URL');
  }
  const profile = Object.hasOwn(file.profiles, name) ? file.profiles[name] : undefined;
  if (profile === undefined) {
    throw new TrivetError('not-found', Exit.notFound, `there is no profile "${name}"`, {
      hint: 'See the profiles: trivet profile list',
    });
  }
  return { name, profile };
};

const readToken = async (session: Session, service: ServiceName): Promise<string> => {
  const { tokenFile, noInput } = session.globals;
  if (tokenFile !== undefined) {
    return tokenFromBytes(await readFileOrInput(tokenFile, session.world), `--token-file ${tokenFile}`);
  }
  const typed = noInput ? 'unavailable' : await hiddenPrompt(`Token for ${service}: `, session.world);
  if (typed === 'unavailable') {
    throw usageError(
      'a token is required and cannot be asked for',
      'Give it as --token-file FILE, or --token-file - from a pipe.',
    );
  }
  if (typed.value === undefined) throw usageError('no token was given');
  return tokenFromText(typed.value, 'the token that was typed');
};

/** The profile as it is once the token is stored. */
const withToken = (profile: Profile, service: ServiceName, value: string): Profile => {
  const settings = profile[service];
  return settings === undefined
    ? profile
    : { ...profile, [service]: { ...settings, token: { kind: 'stored', value } } };
};

/**
 * Returns why it is not known whether the server accepts the token of the profile; undefined when it does.
 * @throws TrivetError exit 4, when it does not
 */
const checkToken = async (
  session: Session,
  service: ServiceName,
  name: string,
  profile: Profile,
): Promise<string | undefined> => {
  try {
    const at = await resolveProfile(service, name, profile, session.world);
    const { standing, text, probe } = await askOwnToken(session, service, { at });
    const { status } = probe.response;
    if (standing === 'accepted') return undefined;
    if (standing === 'unclear') {
      return status < 300
        ? `${at.baseUrl} sent a success that is not the API's reply`
        : `the server replied with status ${status}${text && `: ${text}`}`;
    }
    throw new TrivetError('unauthenticated', Exit.denied, `the ${service} server does not accept the token`, {
      hint: `The token was not stored. Check that it is one for ${at.baseUrl} and has not expired.`,
      server: text === '' ? undefined : text,
      status,
      effect: 'unchanged',
    });
  } catch (error) {
    const { aborted } = session.signal;
    if (!(error instanceof TrivetError) || error.code === 'unauthenticated' || aborted) throw error;
    return error.message;
  }
};

const run: Workflow<OfService> = async ({ session, input }) => {
  const service = serviceNamed(input);
  const { name, profile } = profileFor(session);
  if (profile[service] === undefined) {
    throw localError(
      `profile ${name} has no ${service} address; a token is stored for a specific address`,
      `Set the address first: trivet profile set ${name} --${service}-url URL`,
    );
  }
  const value = await readToken(session, service);
  session.reporter.hide([{ name: 'TOKEN', value }]);
  const unchecked = await checkToken(session, service, name, withToken(profile, service, value));
  await updateProfiles(session.world, (file) => {
    const before = file.profiles[name] ?? profile;
    if (before[service] === undefined) {
      throw localError(`profile ${name} no longer has the ${service} service`);
    }
    return withProfile(file, name, withToken(before, service, value));
  });
  session.reporter.note(`stored a token for ${service} at ${profile[service].url} in profile ${name}`);
  if (unchecked !== undefined) session.reporter.warn(`the token could not be checked: ${unchecked}`);
  if (profile[service].product === undefined) await storeProduct(session, name, service, true);
  return 0;
};

export default run;
