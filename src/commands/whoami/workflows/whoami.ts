import { limits } from '../../../system/limits.ts';
import { Exit, severity, TrivetError } from '../../../system/error.ts';
import type { JsonObject } from '../../../documents/json/json.ts';
import { serviceNames } from '../../../catalogue/product.ts';
import type { ServiceName } from '../../../catalogue/product.ts';
import { loginLine } from '../../../services/login-words.ts';
import type { Session } from '../../../run/session/session.ts';
import { loadService, serviceOf } from '../../../services/index.ts';
import { lacking } from '../../../services/products.ts';
import { noteRefused, refusedAs } from '../../../run/session/keep-session.ts';
import { spentToken } from '../../../run/session/own-token.ts';
import type { OfService } from '../../auth/workflows/of-profile.ts';
import { ownView } from '../../../run/single/own-view.ts';
import type { Workflow } from '../../../run/single/workflow.ts';
import type { Inquiry } from '../../../services/inquiry.ts';

interface Row {
  readonly service: ServiceName;
  readonly item: JsonObject;
  readonly failure?: TrivetError;
}

const uninspected =
  'cannot be inspected: the token has expired, is not known there, or is not allowed to look itself up';

/** Whether the refusal says nothing about the token. */
const judged = (error: TrivetError): TrivetError =>
  error.details.status === 403
    ? error.with({
        message: uninspected,
        details: { hint: 'Run a command that the token is meant for, to see whether it works.' },
      })
    : error;

const failed = (service: ServiceName, failure: TrivetError, more: JsonObject = {}): Row => ({
  service,
  item: { service, user: null, ...more, problem: failure.message },
  failure,
});

const ask = async (session: Session, service: ServiceName): Promise<Row> => {
  const { operation, holder, hasOthers }: Inquiry = (await (await loadService(service)).sessions()).default
    .whoami;
  const endpoint = await session.endpoint(service);
  const product = await session.product(service);
  const token = await endpoint.token();
  const source = token?.source ?? null;
  if (token !== undefined) session.reporter.hide([{ name: 'TOKEN', value: token.value }]);
  else if (product.open !== true) {
    const none = new TrivetError('denied', Exit.denied, 'no token is configured', {
      hint: `Store one: ${loginLine(service, endpoint.profile)}`,
    });
    return failed(service, none, { source });
  }
  const lack = lacking(product, operation);
  if (lack !== undefined)
    return failed(service, new TrivetError('not-supported', Exit.unavailable, lack), { source });
  try {
    const { document } = await session.lookUp(
      operation,
      {},
      { timeout: session.globals.timeout ?? limits.probe, productJudged: true },
    );
    const { usesLeft } = serviceOf(service).ownToken;
    const uses = usesLeft?.(document);
    if (uses === 0) {
      if (token !== undefined) await noteRefused(session, endpoint, token);
      return failed(service, spentToken(endpoint), { source });
    }
    const { method } = token?.session ?? {};
    return {
      service,
      item: {
        service,
        ...(method === undefined ? {} : { method }),
        ...holder(document),
        ...(usesLeft === undefined ? {} : { uses: uses ?? null }),
        source,
      },
    };
  } catch (error) {
    if (!(error instanceof TrivetError)) throw error;
    if (hasOthers === true && error.details.status === 404) {
      const item = {
        service,
        user: null,
        source,
        problem: 'not the token of a user, but of an organization or a team',
      };
      return { service, item };
    }
    if (token?.session?.uses !== undefined && error.code === 'unauthenticated') {
      await noteRefused(session, endpoint, token);
      return failed(service, refusedAs(error, endpoint, token, 1), { source });
    }
    return failed(service, judged(error), { source });
  }
};

const rowOf = async (session: Session, service: ServiceName): Promise<Row> => {
  try {
    return await ask(session, service);
  } catch (error) {
    if (!(error instanceof TrivetError)) throw error;
    return failed(service, error);
  }
};

const run: Workflow<OfService> = async ({ command, session, presenter, input }) => {
  const { service: named } = input;
  const busy = session.reporter.busy('Asking the services');
  const asked = await Promise.all(
    (named === undefined ? serviceNames : [named]).map((service) => rowOf(session, service)),
  );
  busy.end();
  const unset = ({ failure }: Row): boolean => named === undefined && failure?.code === 'no-address';
  const rows = asked.filter((row) => !unset(row));
  const [none] = rows.length === 0 ? asked : [];
  if (none?.failure !== undefined) throw none.failure;
  const items = rows.map(({ item }) => item);
  await presenter.showDocument(ownView(command), items, items);
  const failures = rows
    .flatMap(({ service, failure }) => (failure === undefined ? [] : [{ service, failure }]))
    .sort((one, two) => severity(one.failure.exit) - severity(two.failure.exit));
  const [worst] = failures;
  for (const { service, failure } of failures.slice(1))
    session.reporter.fault(`${service}: ${failure.message}`);
  if (worst === undefined) return Exit.ok;
  session.reporter.error(worst.failure.with({ message: `${worst.service}: ${worst.failure.message}` }));
  return worst.failure.exit;
};

export default run;
