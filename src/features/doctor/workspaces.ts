import { limits } from '../../system/limits.ts';
import { TrivetError } from '../../system/error.ts';
import { at, isObject, textAt } from '../../documents/json/json.ts';
import type { Endpoint, Token } from '../../config/endpoint.ts';
import type { Session } from '../../run/session/session.ts';
import { readList } from '../../run/lists/list.ts';
import { firstPage } from '../../run/lists/list-page.ts';
import { list } from '../../commands/workspace/operations/list.ts';
import { askOwnToken } from '../../run/session/own-token.ts';
import type { Examine, Finding, Findings } from './checks/finding.ts';
import { missingToken, notTheApi, refusedToken } from './checks/token.ts';
import { plural } from '../../output/text/plural.ts';

const checkOrganization = async (
  session: Session,
  { context, profile }: Endpoint,
  findings: Findings,
): Promise<readonly Finding[]> => {
  const organization = context.organization?.value;
  if (organization === undefined) {
    return [
      findings.skipped(
        'organization',
        'no organization is set: names need org/name or --organization',
        `Set TRIVET_ORGANIZATION, or store an organization: trivet profile set ${profile ?? 'NAME'} --default-organization ORG`,
      ),
    ];
  }
  try {
    const every = { timeout: session.globals.timeout ?? limits.probe, productJudged: true } as const;
    const scope = { part: 'organization', name: organization } as const;
    const input = { organization_name: organization, 'page[size]': 1 };
    const { document } = await firstPage(readList(session, list, input, { every, scope }));
    const total = at(document, 'meta', 'pagination', 'total-count');
    const count = typeof total === 'number' ? total : undefined;
    const seen =
      count === undefined ? 'its workspaces can be listed' : `${plural(count, 'workspace')} can be seen`;
    const organizationFound = findings.ok('organization', `${organization}: ${seen}`, {
      name: organization,
      workspaces: count ?? null,
    });
    const permissions = at(document, 'data', 0, 'attributes', 'permissions');
    if (!isObject(permissions)) return [organizationFound];
    const name = textAt(at(document, 'data', 0, 'attributes'), 'name') ?? '';
    const may = Object.keys(permissions).filter((key) => permissions[key] === true);
    const shown = may.map((key) => key.replace(/^can-/, '')).join(', ');
    return [
      organizationFound,
      findings.ok('permissions', `on ${name}: ${shown === '' ? 'none' : shown}`, { workspace: name, may }),
    ];
  } catch (error) {
    if (!(error instanceof TrivetError)) throw error;
    return [findings.failure('organization', error)];
  }
};

const checkToken = async (
  session: Session,
  endpoint: Endpoint,
  token: Token,
  findings: Findings,
): Promise<Finding> => {
  const { standing, text, probe } = await askOwnToken(session, 'workspaces');
  const { status } = probe.response;
  if (standing === 'refused' || status === 403) return refusedToken(endpoint, token, text, findings);
  if (standing === 'unclear' && status === 200) return notTheApi(endpoint, findings);
  const user = textAt(at(probe.document, 'data', 'attributes'), 'username');
  const facts = { source: token.source, user: user ?? null };
  return user === undefined
    ? findings.ok(
        'token',
        `from ${token.source}, accepted; the server does not report its owner or expiry`,
        facts,
      )
    : findings.ok('token', `from ${token.source}, of user ${user}; its expiry is not reported`, facts);
};

const examine: Examine = async (session, endpoint, token, findings) => {
  if (token === undefined) return [missingToken(endpoint, findings)];
  const found = await checkToken(session, endpoint, token, findings);
  return found.status === 'ok' ? [found, ...(await checkOrganization(session, endpoint, findings))] : [found];
};

export default examine;
