import { lifeBy } from '../../../catalogue/term.ts';
import { Exit, localError, TrivetError } from '../../../system/error.ts';
import type { ServiceName } from '../../../catalogue/product.ts';
import { changeProfiles } from '../../../run/credential-stores/change-profiles.ts';
import { keptReader } from '../../../run/credential-stores/kept.ts';
import { credentialStoreTools, openCredentialStore } from '../../../run/credential-stores/open.ts';
import { mayAsk } from '../../../system/may-ask.ts';
import { readProfiles } from '../../../config/file/profile-file.ts';
import { sessionIn, sessionTerm } from '../../../config/file/profile.ts';
import { resolveProfile } from '../../../services/endpoint/resolve.ts';
import { withProfile } from '../../../config/file/store.ts';
import type { Session } from '../../../run/session/session.ts';
import type { Workflow } from '../../../run/single/workflow.ts';
import { inUseWith } from '../../loans/workflows/session-loans.ts';
import { dropCredentials } from '../../../config/kept-credentials.ts';
import { openDesk, send } from './desk.ts';
import type { NamedProfile } from './of-profile.ts';
import { profileFor, servicesOf, warnOfVariable, withToken } from './of-profile.ts';

interface OfProfile {
  readonly of: NamedProfile;
  readonly service: ServiceName;
}

type Logout = Readonly<{
  services?: readonly ServiceName[] | undefined;
  all?: boolean | undefined;
  forget?: boolean | undefined;
}>;

const stillIn = (of: NamedProfile, service: ServiceName, error: TrivetError, hint: string): TrivetError =>
  error.with({
    message: `profile ${of.name} is still logged in to ${service}: ${error.message}`,
    details: { hint },
  });

/** The server revokes a token only for a request with it. */
const refuseUnreadable = async (
  { io, globals }: Session,
  of: NamedProfile,
  service: ServiceName,
): Promise<void> => {
  const { name, profile } = of;
  const { token, url = '', product } = profile[service] ?? {};
  if (token?.kind !== 'kept') return;
  const tools = credentialStoreTools(io, mayAsk(io, globals));
  try {
    const store = await openCredentialStore(token.keeper, { service, url, product }, tools);
    await store.read(token.id);
  } catch (error) {
    if (!(error instanceof TrivetError)) throw error;
    const hint =
      'Unlock it and log out again. If the keeper is gone for good, the profile can be deleted, which revokes nothing: ' +
      `trivet profile delete ${name}`;
    throw stillIn(of, service, localError(error.message, hint, error), hint).with({
      details: { effect: 'unchanged' },
    });
  }
};

const endpointIn = (session: Session, { name, profile }: NamedProfile, service: ServiceName) => {
  const { io, globals } = session;
  return resolveProfile(service, name, profile, io, { readKept: keptReader(io, globals) });
};

/** Running commands that use the token. An unreadable token is not revoked. */
const inUse = async (session: Session, sessions: readonly OfProfile[]): Promise<readonly string[]> => {
  const names: string[] = [];
  for (const { of, service } of sessions) {
    if (sessionIn(of.profile[service]?.token) === undefined) continue;
    try {
      const endpoint = await endpointIn(session, of, service);
      names.push(...(await inUseWith(await endpoint.token(), session.io)));
    } catch (error) {
      if (!(error instanceof TrivetError)) throw error;
    }
  }
  return names;
};

/** Exit codes after which another log-out may succeed. */
const noReply: ReadonlySet<number> = new Set([
  Exit.unavailable,
  Exit.unreachable,
  Exit.unknown,
  Exit.deadline,
]);

/**
 * Revokes the token.
 * @throws TrivetError if the server did not say: the token may be valid, and only its holder can revoke it
 */
const ended = async (
  session: Session,
  of: NamedProfile,
  service: ServiceName,
  forget: boolean,
): Promise<string> => {
  const { name, profile } = of;
  const login = sessionIn(profile[service]?.token);
  if (login === undefined) return 'the token was not revoked at the server';
  // A refused token may allow further requests.
  if (lifeBy(sessionTerm(login, session.io.now()), 'session') <= 0)
    return `the session ended at ${login.expires ?? ''}`;
  const until = login.expires === undefined ? 'until it is deleted there' : `until ${login.expires}`;
  if (forget) return `the token was not revoked at the server and stays valid ${until}`;
  const at = await endpointIn(session, of, service);
  const desk = await openDesk(session, at, {}, profile[service]?.allowHttp === true);
  const { revoke } = desk.login;
  if (revoke === undefined)
    return `the token was not revoked at the server, which does not let its holder do that; it stays valid ${until}`;
  try {
    const token = await at.token();
    await send(desk, revoke, {});
    if (token !== undefined) await dropCredentials(session.io, { token: token.value });
    return 'the token was revoked';
  } catch (error) {
    if (!(error instanceof TrivetError) || session.signal.aborted) throw error;
    if (error.code === 'unauthenticated') return 'the token was no longer valid';
    if (error.code === 'denied' || error.code === 'not-revocable') {
      session.reporter.warn(`the token could not be revoked and stays valid ${until}: ${error.message}`);
      return 'the token was not revoked at the server, which does not let its holder do that';
    }
    // Another log-out would get the same reply.
    const again = noReply.has(error.exit) ? 'Log out again when the server replies. ' : '';
    const lost = error.exit === Exit.local ? ` and stays valid ${until}` : '';
    const hint =
      `${again}To forget the token, which then cannot be revoked${lost}: ` +
      `trivet logout ${service} --profile ${name} --forget`;
    throw stillIn(of, service, error, hint);
  }
};

const logoutOf = async (
  session: Session,
  of: NamedProfile,
  service: ServiceName,
  forget: boolean,
): Promise<void> => {
  const { name, profile } = of;
  const token = profile[service]?.token;
  if (token === undefined) {
    session.reporter.note(`profile ${name} has no token for ${service}`);
    return;
  }
  if (token.kind === 'stored') session.reporter.hide([{ name: 'TOKEN', value: token.value }]);
  if (!forget) await refuseUnreadable(session, of, service);
  const what = await ended(session, of, service, forget);
  await changeProfiles(session, (file) => {
    const before = file.profiles[name];
    return before === undefined ? file : withProfile(file, name, withToken(before, service, undefined));
  });
  session.reporter.note(`profile ${name} no longer has a token for ${service}; ${what}`);
  await warnOfVariable(session, of, service);
};

const finishLeft = async (session: Session): Promise<number> => {
  if (readProfiles(session.io).left === undefined) return 0;
  return (await changeProfiles(session, (file) => file)).left?.length ?? 0;
};

const run: Workflow<Logout> = async ({ session, input: { services, all, forget = false } }) => {
  const profiles =
    all === true
      ? Object.entries(readProfiles(session.io).profiles).map(([name, profile]) => ({ name, profile }))
      : [profileFor(session, 'There is nothing to log out of.')];
  const sessions = profiles.flatMap((of): readonly OfProfile[] => {
    const concerned =
      all === true ? services?.filter((service) => of.profile[service] !== undefined) : services;
    return servicesOf(of, concerned)
      .filter((service) => services !== undefined || of.profile[service]?.token !== undefined)
      .map((service) => ({ of, service }));
  });
  const borrowed = forget ? [] : await inUse(session, sessions);
  if (borrowed.length > 0) {
    const lost = borrowed.join(', ');
    await session.review.plan({
      question: `Running commands lose what they borrowed with the token: ${lost}. Log out?`,
      gravity: 'ask',
      place: '',
      protections: [],
    });
  }
  const failures: TrivetError[] = [];
  for (const { of, service } of sessions) {
    try {
      await logoutOf(session, of, service, forget);
    } catch (error) {
      if (!(error instanceof TrivetError) || session.signal.aborted) throw error;
      failures.push(error);
    }
  }
  const left = await finishLeft(session);
  const [first, ...others] = failures;
  for (const { message } of others) session.reporter.fault(message);
  if (first !== undefined) throw first;
  return left === 0 ? Exit.ok : Exit.local;
};

export default run;
