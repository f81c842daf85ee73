/** Gets a token from the server, or the person's own, for a profile or for the output. */
import { TrivetError, usageError } from '../../../system/error.ts';
import type { JsonObject } from '../../../documents/json/json.ts';
import { writeJson } from '../../../documents/json/lossless.ts';
import type { ServiceName } from '../../../catalogue/product.ts';
import { credentialsView } from '../../../catalogue/view.ts';
import type { Endpoint } from '../../../config/endpoint.ts';
import { readProfiles } from '../../../config/file/profile-file.ts';
import type { LoginAgain, TokenSource } from '../../../config/file/profile.ts';
import { ownPrefix } from '../../../config/own-variables.ts';
import { resolveProfile } from '../../../services/endpoint/resolve.ts';
import type { Session } from '../../../run/session/session.ts';
import { plural } from '../../../output/text/plural.ts';
import { leftSession, untilOf } from '../../../run/credential-stores/left-session.ts';
import { suggest } from '../../../run/suggest.ts';
import { storeProduct } from '../../../run/session/detect-product.ts';
import { loginFields } from '../fields.ts';
import type { OwnContext, Workflow } from '../../../run/single/workflow.ts';
import { chooseMethod } from './choose.ts';
import type { LoginChoice } from './choose.ts';
import type { Desk, LoginFlags } from './desk.ts';
import { holding, openDesk, send } from './desk.ts';
import { grantBy } from './grant.ts';
import type { Granted } from '../../../services/login-method.ts';
import { placeFor, storeToken } from './keep.ts';
import { checkToken, readToken } from './pasted.ts';
import type { NamedProfile } from './of-profile.ts';
import { profileFor, servicesOf, warnOfVariable, withToken } from './of-profile.ts';

type Login = LoginFlags & Readonly<{ services?: readonly ServiceName[] | undefined }>;

const printsToken = ({ globals: { output, field } }: Session): boolean =>
  output === 'env' || output === 'export' || field === 'token';

const nameOf = (choice: LoginChoice): string =>
  choice === 'token'
    ? 'token'
    : choice.place === choice.method.name
      ? choice.place
      : `${choice.method.name} ${choice.place}`;

const validityOf = ({ uses, expires }: Pick<Granted, 'uses' | 'expires'>): string => {
  if (uses === undefined) return untilOf({ expires });
  const atLatest = expires === undefined ? '' : `, ${untilOf({ expires })} at the latest`;
  return `for ${plural(uses, 'request')}${atLatest}`;
};

const noteReplaced = async (
  session: Session,
  { profile }: NamedProfile,
  service: ServiceName,
): Promise<void> => {
  const left = await leftSession(session.io, {
    service,
    token: profile[service]?.token,
    words: 'the session that was replaced',
    logout: suggest(session, `logout ${service}`),
    before: 'a log-in',
  });
  if (left !== undefined) session.reporter.note(left);
};

/** Revokes a token that could not be stored, since nobody would hold it. */
const storeOrRevoke = async (desk: Desk, value: string, store: () => Promise<string>): Promise<string> => {
  try {
    return await store();
  } catch (error) {
    const { revoke } = desk.login;
    const end =
      revoke &&
      (await send(holding(desk, value), revoke, {}).then(
        () => true,
        () => false,
      ));
    if (end !== true)
      desk.session.reporter.warn('the new token stays valid at the server, but was not stored');
    // A valid token is a change at the server.
    const isEnded = end === true && error instanceof TrivetError;
    throw isEnded ? error.with({ details: { effect: 'unchanged' } }) : error;
  }
};

const storePasted = async (desk: Desk, of: NamedProfile): Promise<void> => {
  const { session, service } = desk;
  const value = await readToken(desk);
  session.reporter.hide([{ name: 'TOKEN', value }]);
  const token: TokenSource = { kind: 'stored', value };
  const at = await resolveProfile(service, of.name, withToken(of.profile, service, token), session.io);
  const unchecked = await checkToken(session, at);
  const where = await storeToken(session, of, await placeFor(session, of, service), value, undefined);
  session.reporter.note(
    `stored a token for ${service} at ${of.profile[service]?.url ?? ''} in profile ${of.name}${where}`,
  );
  await noteReplaced(session, of, service);
  if (unchecked !== undefined) session.reporter.warn(`the token could not be checked: ${unchecked}`);
};

const againOf = (
  { flags, login }: Desk,
  { method, place }: Exclude<LoginChoice, 'token'>,
  user: string | undefined,
): LoginAgain => {
  const isNamed = login.named === true;
  const { role, audience } = flags;
  return {
    method: flags.method === 'github' ? 'github' : isNamed ? place : method.name,
    mount: isNamed || place === method.name ? undefined : place,
    role,
    audience,
    username: flags.username ?? (method.asks.includes('username') ? user : undefined),
    'role-id': flags['role-id'],
  };
};

const storeSession = async (
  desk: Desk,
  of: NamedProfile,
  choice: Exclude<LoginChoice, 'token'>,
): Promise<void> => {
  const { session, service } = desk;
  const place = await placeFor(session, of, service);
  const granted = await grantBy(desk, choice);
  const { token: value, user, expires, renewable, uses } = granted;
  const since = new Date(session.io.now()).toISOString();
  const kept = {
    method: nameOf(choice),
    user,
    since,
    expires,
    renewable,
    uses,
    again: againOf(desk, choice, user),
  };
  const where = await storeOrRevoke(desk, value, () => storeToken(session, of, place, value, kept));
  const as = user === undefined ? '' : ` as ${user}`;
  session.reporter.note(
    `logged in to ${service} at ${desk.server.endpoint.baseUrl}${as} (${nameOf(choice)}) ${validityOf(granted)}; ` +
      `the session is in profile ${of.name}${where}`,
  );
  await noteReplaced(session, of, service);
};

const loginOf = async (
  session: Session,
  of: NamedProfile,
  service: ServiceName,
  flags: LoginFlags,
): Promise<void> => {
  const at = await resolveProfile(service, of.name, of.profile, session.io);
  const desk = await openDesk(session, at, flags, of.profile[service]?.allowHttp === true);
  const choice = await chooseMethod(desk);
  await (choice === 'token' ? storePasted(desk, of) : storeSession(desk, of, choice));
  await warnOfVariable(session, of, service);
  if (of.profile[service]?.product === undefined) await storeProduct(session, of.name, service, true);
};

const refuseServerFlags = ({ globals }: Session): void => {
  const { baseUrl, product, caFile, header } = globals;
  if ([baseUrl, product, caFile].every((one) => one === undefined) && (header ?? []).length === 0) return;
  throw usageError(
    'a session is stored for the address of a profile, which has settings of its own',
    'Change the profile with trivet profile set, or print the token with -o export.',
  );
};

const refuseForMany = (flags: LoginFlags, { globals }: Session, count: number): void => {
  const given = Object.values(flags).some((value) => value !== undefined) || globals.tokenFile !== undefined;
  if (count > 1 && given) throw usageError('these flags are about one service', 'Name the service.');
};

const allowsHttp = ({ io }: Session, { profile: name, service }: Endpoint): boolean =>
  name !== undefined && readProfiles(io).profiles[name]?.[service]?.allowHttp === true;

/** Whether the token comes with an address. Without one it would not be sent, or to the current profile's server. */
const addressIn = ({ io }: Session, { sources, profile }: Endpoint, service: ServiceName): boolean => {
  const source = sources['url'] ?? '';
  if (source.startsWith('profile')) return profile !== readProfiles(io).current;
  return source !== `${ownPrefix(service)}URL`;
};

const print = async (
  { session, presenter }: OwnContext,
  service: ServiceName,
  flags: LoginFlags,
): Promise<void> => {
  const endpoint = await session.endpoint(service);
  const desk = await openDesk(session, endpoint, flags, allowsHttp(session, endpoint));
  const choice = await chooseMethod(desk);
  if (choice === 'token') {
    throw usageError(
      'a token that you have need not be printed',
      'Name a method with --method, or leave out -o.',
    );
  }
  const granted = await grantBy(desk, choice);
  const prefix = ownPrefix(service);
  const pinned = addressIn(session, endpoint, service);
  const namespace = endpoint.context.namespace?.value;
  const view = credentialsView({
    fields: loginFields,
    name: 'user',
    columns: ['service', 'user', 'method', 'policies', 'expires', 'renewable', 'uses', 'token'],
    env: {
      ...(pinned ? { [`${prefix}URL`]: 'address' } : {}),
      ...(pinned && endpoint.productChosen ? { [`${prefix}PRODUCT`]: 'product' } : {}),
      ...(pinned && namespace !== undefined ? { [`${prefix}NAMESPACE`]: 'namespace' } : {}),
      [`${prefix}TOKEN`]: 'token',
    } as const,
  });
  const item: JsonObject = {
    service,
    address: endpoint.baseUrl,
    product: endpoint.product,
    ...(namespace === undefined ? {} : { namespace }),
    user: granted.user ?? null,
    method: nameOf(choice),
    policies: granted.policies,
    expires: granted.expires ?? null,
    renewable: granted.renewable,
    uses: granted.uses ?? null,
    token: granted.token,
  };
  presenter.keepUnlessShown({
    body: Buffer.from(`${writeJson(item, 2)}\n`),
    what: 'login',
    request: `the log-in to ${service}`,
  });
  await presenter.showDocument(view, item, [item]);
};

const run: Workflow<Login> = async (context) => {
  const { session, input } = context;
  const { services, ...flags } = input;
  if (printsToken(session)) {
    const [service, ...others] = services ?? [];
    if (service === undefined || others.length > 0)
      throw usageError('one token is printed at a time', 'Name one service.');
    await print(context, service, flags);
    return 0;
  }
  refuseServerFlags(session);
  const of = profileFor(
    session,
    `Without a profile, -o export prints the token. Create one: trivet profile set NAME --${services?.[0] ?? 'SERVICE'}-url URL`,
  );
  const all = servicesOf(of, services);
  refuseForMany(flags, session, all.length);
  for (const service of all) await loginOf(session, of, service, flags);
  return 0;
};

export default run;
