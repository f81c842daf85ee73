import { lifeUntil } from '../../catalogue/term.ts';
import { limits } from '../../system/limits.ts';
import { TrivetError } from '../../system/error.ts';
import { at, isArray, textAt } from '../../documents/json/json.ts';
import { list } from '../../commands/job/operations/list.ts';
import { anyNamespace } from '../../commands/job/parts.ts';
import type { Endpoint, Token } from '../../config/endpoint.ts';
import type { Session } from '../../run/session/session.ts';
import { readList } from '../../run/lists/list.ts';
import { firstPage } from '../../run/lists/list-page.ts';
import { mapBounded } from '../../run/lists/bounded.ts';
import { jobNamespaces, namespacesText } from '../../run/looked-at.ts';
import { askOwnToken } from '../../run/session/own-token.ts';
import type { Examine, Finding, Findings } from './checks/finding.ts';
import { expiresSoon, missingToken, refusedToken, remaining } from './checks/token.ts';

const width = 4;

const checkList = async (session: Session, namespace: string, findings: Findings): Promise<Finding> => {
  try {
    const every = { timeout: session.globals.timeout ?? limits.probe, productJudged: true } as const;
    const scope = { part: 'namespace', name: namespace } as const;
    await firstPage(readList(session, list, { namespace, per_page: 1 }, { every, scope }));
    return findings.ok('permissions', `jobs of ${namespacesText([namespace])} can be listed`, { namespace });
  } catch (error) {
    if (!(error instanceof TrivetError)) throw error;
    return findings.failure('permissions', error);
  }
};

const checkToken = async (
  session: Session,
  endpoint: Endpoint,
  token: Token | undefined,
  findings: Findings,
): Promise<Finding> => {
  const { standing, text, probe } = await askOwnToken(session, 'jobs');
  const { response, document } = probe;
  const source = token === undefined ? 'none' : `from ${token.source}`;
  if (textAt(document, 'AccessorID') === 'acls-disabled') {
    return findings.ok('token', `${source}; the server is open to anyone`, { acl: false });
  }
  if (standing === 'refused') return refusedToken(endpoint, token, text, findings);
  if (response.status !== 200) {
    return findings.ok('token', `${source}; the server does not report its owner or expiry`, {
      source: token?.source ?? null,
    });
  }
  const kind = textAt(document, 'Type') ?? 'client';
  const named = at(document, 'Policies');
  const policies = isArray(named) ? named.map(String) : [];
  const expires = textAt(document, 'ExpirationTime');
  const facts = { source: token?.source ?? null, kind, policies, expires: expires ?? null };
  const rights = kind === 'management' ? 'management' : `policies ${policies.join(', ') || 'none'}`;
  const left = lifeUntil(expires, session.io.now());
  if (!Number.isFinite(left)) return findings.ok('token', `${source}, ${rights}, never expires`, facts);
  const detail = `${source}, ${rights}, expires in ${remaining(left)}`;
  return left >= expiresSoon
    ? findings.ok('token', detail, facts)
    : findings.warning(
        'token',
        detail,
        'The token cannot be renewed: get a new one before it expires.',
        facts,
      );
};

const examine: Examine = async (session, endpoint, token, findings, asked) => {
  const { open } = await session.product('jobs');
  if (token === undefined && open !== true) return [missingToken(endpoint, findings)];
  const found = await checkToken(session, endpoint, token, findings);
  if (found.status === 'problem') return [found];
  // A list of all namespaces is never refused.
  const namespaces = jobNamespaces(endpoint, asked, anyNamespace.default);
  return [found, ...(await mapBounded(namespaces, width, (one) => checkList(session, one, findings)))];
};

export default examine;
