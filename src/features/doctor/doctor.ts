import { Exit, TrivetError, usageError } from '../../system/error.ts';
import { allFlags } from '../../config/globals.ts';
import { serviceNames } from '../../catalogue/product.ts';
import type { ServiceName } from '../../catalogue/product.ts';
import type { Endpoint } from '../../config/endpoint.ts';
import { repeatedFlags } from '../../run/given-globals.ts';
import type { Session } from '../../run/session/session.ts';
import { findingsOf, formatFinding, worstOf } from './checks/finding.ts';
import type { Examine, Finding } from './checks/finding.ts';
import { checkServer } from './checks/server.ts';
import { ownView } from '../../run/single/own-view.ts';
import type { OfService } from '../../commands/auth/workflows/of-profile.ts';
import type { Workflow } from '../../run/single/workflow.ts';
import jobs from './jobs.ts';
import secrets from './secrets.ts';
import workspaces from './workspaces.ts';

const examines: Readonly<Record<ServiceName, Examine>> = { workspaces, secrets, jobs };

const unless = (error: unknown): TrivetError => {
  if (error instanceof TrivetError) return error;
  throw error;
};

const checkService = async (
  session: Session,
  service: ServiceName,
  namespaces: readonly string[] | undefined,
): Promise<readonly Finding[]> => {
  const findings = findingsOf(service);
  let endpoint: Endpoint;
  try {
    endpoint = await session.endpoint(service);
  } catch (error) {
    const known = unless(error);
    return known.code === 'no-address'
      ? [findings.skipped('address', 'not configured', known.details.hint)]
      : [findings.failure('address', known)];
  }
  const source = endpoint.sources['url'] ?? '';
  const facts = { url: endpoint.baseUrl, source };
  const address = findings.ok('address', `${endpoint.baseUrl} (${source})`, facts);
  const server = await checkServer(session, endpoint, findings);
  // The token is checked even if no server replies.
  try {
    const token = await endpoint.token();
    if (token !== undefined) session.reporter.hide([{ name: 'TOKEN', value: token.value }]);
    const rest = server.reached
      ? await examines[service](session, endpoint, token, findings, namespaces)
      : [
          findings.skipped(
            'token',
            token === undefined ? 'no token is configured' : `from ${token.source}, not tried`,
          ),
        ];
    return [address, ...server.found, ...rest];
  } catch (error) {
    return [address, ...server.found, findings.failure('token', unless(error))];
  }
};

const said = ({ service, check, detail, next }: Finding): string =>
  `${service} ${check}: ${detail}${next === undefined ? '' : `\n  ${next}`}`;

type Input = OfService & Readonly<{ namespace?: readonly string[] | undefined }>;

const run: Workflow<Input> = async ({ command, session, presenter, input }) => {
  const { service: named } = input;
  // A profile covers all services, and several may share a CA.
  const ofOne = repeatedFlags(session.globals)
    .map(({ key }) => key)
    .filter((key) => allFlags[key]?.services !== 'all' && key !== 'ca-file');
  if (named === undefined && ofOne.length > 0) {
    throw usageError(
      `doctor checks more than one service, and --${ofOne[0]} is a setting of one`,
      `Name one service after trivet doctor: ${serviceNames.join(', ')}.`,
    );
  }
  const services = named === undefined ? serviceNames : [named];
  const busy = session.reporter.busy('Checking the services');
  const all: Finding[] = [];
  try {
    for (const service of services) all.push(...(await checkService(session, service, input.namespace)));
  } finally {
    busy.end();
  }
  const worst = worstOf(all);
  const configured = all.some(({ check, status }) => check !== 'address' || status !== 'skipped');
  // A script must not go on if no service is configured.
  const exit = worst?.exit ?? (configured ? Exit.ok : Exit.local);
  const items = all.map(formatFinding);
  await presenter.showDocument(ownView(command), { exit, findings: items }, items);
  const problems = all.filter(({ status }) => status === 'problem');
  for (const finding of all) {
    if (finding.status === 'warning' || (finding.status === 'problem' && finding !== worst)) {
      session.reporter.warn(said(finding));
    } else if (finding.status === 'skipped' && finding.next !== undefined) {
      session.reporter.note(said(finding));
    }
  }
  if (worst !== undefined) {
    const more = problems.length > 1 ? ` (the worst of ${problems.length} problems)` : '';
    session.reporter.error(
      new TrivetError('doctor', exit, `${worst.service} ${worst.check}: ${worst.detail}${more}`, {
        hint: worst.next,
      }),
    );
  } else if (!configured) {
    session.reporter.error(
      new TrivetError('no-address', exit, 'nothing is configured', {
        hint: 'Try it without a server: trivet sandbox exec -- trivet doctor',
      }),
    );
  }
  return exit;
};

export default run;
