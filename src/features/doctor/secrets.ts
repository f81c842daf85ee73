import { namedMounts } from '../../config/named-mounts.ts';
import { quoted } from '../../catalogue/text/server-text.ts';
import { Exit } from '../../system/error.ts';
import { at, isArray, isObject, textAt } from '../../documents/json/json.ts';
import type { ServerProduct } from '../../catalogue/product.ts';
import * as cloud from '../../commands/aws/parts.ts';
import * as ldap from '../../commands/ldap/parts.ts';
import * as pki from '../../commands/pki/parts.ts';
import type { Endpoint, Token } from '../../config/endpoint.ts';
import type { Session } from '../../run/session/session.ts';
import { sessionKept } from '../../run/session/keep-session.ts';
import { loginLine } from '../../services/login-words.ts';
import { fallbackOf } from '../../services/context.ts';
import type { ScopeListed } from '../../services/service.ts';
import { plural } from '../../output/text/plural.ts';
import { askOwnToken, spentToken } from '../../run/session/own-token.ts';
import type { Examine, Finding, Findings } from './checks/finding.ts';
import { expiresSoon, missingToken, notTheApi, refusedToken, remaining } from './checks/token.ts';
import { suggest } from '../../run/suggest.ts';
import { visibleMounts } from '../../commands/pki/visible-mounts.ts';

const samples: Readonly<Record<string, string>> = {
  pki: 'issue/doctor',
  ldap: 'creds/doctor',
  cloud: 'creds/doctor',
};

const parameters = { pki: pki.mount, ldap: ldap.mount, cloud: cloud.mount };

type Visible = readonly ScopeListed[];

const mountsNamed = (
  engine: keyof typeof parameters,
  { context }: Endpoint,
  product: ServerProduct,
): readonly string[] => {
  const named = namedMounts(context, engine);
  return named.length === 0 ? [fallbackOf(parameters[engine], product) ?? ''] : named;
};

const mountsOf = (
  endpoint: Endpoint,
  product: ServerProduct,
  visible: Visible | undefined,
): ReadonlyMap<string, string> => {
  const seen = (visible ?? []).flatMap(({ name, engine = '' }) =>
    Object.hasOwn(parameters, engine) ? [[name, engine] as const] : [],
  );
  const named = (['pki', 'ldap', 'cloud'] as const).flatMap((engine) =>
    mountsNamed(engine, endpoint, product).map((mount) => [mount, engine] as const),
  );
  // A root token may do anything, even without a mount.
  const there = named.filter(([mount]) => visible?.some(({ name }) => name === mount) !== false);
  return new Map([...seen, ...there]);
};

const limited = (uses: number): string =>
  `not asked, because its log-in gave it for ${plural(uses, 'request')} and each check is one`;

const checkToken = async (
  session: Session,
  endpoint: Endpoint,
  token: Token,
  findings: Findings,
): Promise<Finding> => {
  await sessionKept(session, endpoint, token);
  const { standing, text, uses, probe } = await askOwnToken(session, 'secrets');
  const { response, document } = probe;
  if (standing === 'accepted' && response.status === 403) {
    const detail = `from ${token.source}, accepted; the token is not allowed to look itself up`;
    return findings.ok('token', detail, { source: token.source });
  }
  if (response.status !== 200) {
    const { namespace } = endpoint.context;
    if (namespace !== undefined && /namespace not found/i.test(text)) {
      return findings.problem(
        'token',
        Exit.notFound,
        `the server has no namespace "${namespace.value}" (${namespace.source})`,
        'Check --namespace and trivet profile explain secrets.',
      );
    }
    if (response.status >= 500) {
      const why = text === '' ? '' : `: ${quoted(text)}`;
      return findings.problem(
        'token',
        Exit.unavailable,
        `not checked: status ${response.status}${why}`,
        'Try again later.',
      );
    }
    return refusedToken(endpoint, token, text, findings);
  }
  const data = at(document, 'data');
  if (!isObject(data)) return notTheApi(endpoint, findings);
  const ttl = Number(at(data, 'ttl') ?? 0);
  const named = at(data, 'policies');
  const policies = isArray(named) ? named.map(String) : [];
  const expires = textAt(data, 'expire_time');
  const renewable = at(data, 'renewable') === true;
  const facts = {
    source: token.source,
    ttl,
    expires: expires ?? null,
    renewable,
    policies,
    uses: uses ?? null,
  };
  if (uses === 0) {
    const spent = spentToken(endpoint);
    return findings.problem('token', Exit.denied, spent.message, spent.details.hint, { ...facts, uses });
  }
  const left = uses === undefined ? '' : `, good for ${plural(uses, 'request')} after this check`;
  const who = `from ${token.source}, policies ${policies.join(', ') || 'none'}${left}`;
  if (ttl === 0) return findings.ok('token', `${who}, never expires`, facts);
  const detail = `${who}, expires in ${remaining(ttl * 1000)}`;
  const { session: begun } = token;
  const isWhole = ttl * 3 >= Number(at(data, 'creation_ttl') ?? 0);
  if (begun !== undefined && renewable && uses === undefined && isWhole)
    return findings.ok('token', `${detail}, renewed by trivet`, facts);
  if (ttl * 1000 >= expiresSoon) return findings.ok('token', detail, facts);
  if (begun !== undefined)
    return findings.warning(
      'token',
      detail,
      `Log in again before it expires: ${loginLine('secrets', endpoint.profile ?? '', begun.again)}`,
      facts,
    );
  const renewing = renewable
    ? `Renew it: ${suggest(session, "api secrets POST /auth/token/renew-self --data '{}'")}`
    : 'The token cannot be renewed: log in again before it expires.';
  const next = uses === undefined ? renewing : 'Log in again before its requests are used up.';
  return findings.warning('token', detail, next, facts);
};

/** Default mounts need not exist. */
const checkMounts = (visible: Visible | undefined, endpoint: Endpoint, findings: Findings): Finding => {
  if (visible === undefined) return findings.skipped('mounts', 'the token is not allowed to see the mounts');
  const all = visible.map(({ name }) => name);
  const named = Object.entries(endpoint.context.mounts).flatMap(([engine, { value, also = [], source }]) =>
    [value, ...also].map((mount) => ({ engine, mount, source })),
  );
  const faults = named.flatMap(({ engine, mount, source }) => {
    const found = visible.find(({ name }) => name === mount);
    if (found === undefined)
      return [`${mount} (${engine}, ${source}) is not mounted, or not visible to this token`];
    const { engine: other = '' } = found;
    return other !== engine && Object.hasOwn(parameters, other)
      ? [`${mount} (${engine}, ${source}) is a mount of the ${other} engine`]
      : [];
  });
  const facts = { mounts: all };
  if (faults.length === 0) return findings.ok('mounts', all.join(', ') || 'no mount can be seen', facts);
  return findings.problem(
    'mounts',
    Exit.notFound,
    `${faults.join('; ')}; visible mounts: ${all.join(', ') || 'none'}`,
    'Name the mount with --mount, or store it: trivet profile set NAME --pki-mount|--ldap-mount|--aws-mount PATH',
    facts,
  );
};

const checkPermissions = async (
  session: Session,
  endpoint: Endpoint,
  visible: Visible | undefined,
  findings: Findings,
): Promise<Finding> => {
  const mounts = mountsOf(endpoint, await session.product('secrets'), visible);
  const asked = [...mounts].map(([mount, engine]) => [mount, `${mount}/${samples[engine]}`] as const);
  if (asked.length === 0) return findings.skipped('permissions', 'no mount of the engines can be seen');
  const paths = asked.map(([, path]) => path);
  const { response, document } = await session.probe('secrets', '/sys/capabilities-self', {
    withToken: true,
    body: { paths },
  });
  if (response.status !== 200)
    return findings.skipped('permissions', 'the server does not show them to this token');
  const capabilities = asked.map(([mount, path]) => {
    const given = at(document, 'data', path) ?? at(document, path);
    return { mount, path, may: isArray(given) ? given.map(String) : ['unknown'] };
  });
  // A right at one name below is enough to see it.
  const inWords = (mount: string, may: readonly string[]): string =>
    may.join() === 'deny' && visible?.some(({ name }) => name === mount) === true
      ? 'some paths only'
      : may.join(' ');
  return findings.ok(
    'permissions',
    capabilities.map(({ mount, may }) => `${mount}: ${inWords(mount, may)}`).join(', '),
    Object.fromEntries(capabilities.map(({ path, may }) => [path, may])),
  );
};

const examine: Examine = async (session, endpoint, token, findings) => {
  if (token === undefined) return [missingToken(endpoint, findings)];
  const { uses } = token.session ?? {};
  if (uses !== undefined) {
    const next = `To ask with one of them: ${suggest(session, 'whoami secrets')}`;
    return [findings.skipped('token', `from ${token.source}; ${limited(uses)}`, next)];
  }
  const found = await checkToken(session, endpoint, token, findings);
  if (found.status === 'problem' || typeof found.facts?.['uses'] === 'number') return [found];
  const visible = await visibleMounts(session);
  return [
    found,
    checkMounts(visible, endpoint, findings),
    await checkPermissions(session, endpoint, visible, findings),
  ];
};

export default examine;
