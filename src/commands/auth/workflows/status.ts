import { isPast } from '../../../catalogue/term.ts';
import { sessionTerm } from '../../../config/file/profile.ts';
import { Exit, severity, TrivetError } from '../../../system/error.ts';
import type { JsonObject } from '../../../documents/json/json.ts';
import { serviceNames } from '../../../catalogue/product.ts';
import type { ServiceName } from '../../../catalogue/product.ts';
import type { Endpoint, Token } from '../../../config/endpoint.ts';
import type { Session } from '../../../run/session/session.ts';
import { loginLine } from '../../../services/login-words.ts';
import { plural } from '../../../output/text/plural.ts';
import { ownView } from '../../../run/single/own-view.ts';
import type { Workflow } from '../../../run/single/workflow.ts';

interface Row {
  readonly service: ServiceName;
  readonly item: JsonObject;
  readonly found: boolean;
  readonly failure?: TrivetError;
}

const nothing = {
  address: null,
  product: null,
  token: 'none',
  source: null,
  keeper: null,
  user: null,
  method: null,
  expires: null,
  renewable: null,
  uses: null,
};

const overOf = (
  { service, profile = '' }: Endpoint,
  { session }: Token,
  now: number,
): TrivetError | undefined => {
  const { expires, uses = 0, refused, again } = session ?? {};
  const term = sessionTerm(session ?? {}, now);
  if (!isPast(term)) return undefined;
  const message =
    term.by === 'session'
      ? `the session ended at ${expires}`
      : `the server refused the token at ${refused ?? ''}; it was for ${plural(uses, 'request')}`;
  return new TrivetError('unauthenticated', Exit.denied, message, {
    hint: `Log in again: ${loginLine(service, profile, again)}`,
    effect: 'not-sent',
  });
};

const rowOf = async (session: Session, service: ServiceName): Promise<Row> => {
  let shown: JsonObject = nothing;
  try {
    const endpoint = await session.endpoint(service);
    shown = { ...nothing, address: endpoint.baseUrl, product: endpoint.product };
    const token = await endpoint.token();
    if (token === undefined) return { service, item: { service, ...shown, problem: null }, found: false };
    session.reporter.hide([{ name: 'TOKEN', value: token.value }]);
    const failure = overOf(endpoint, token, session.io.now());
    const { user, method, expires, renewable, uses } = token.session ?? {};
    return {
      service,
      item: {
        service,
        ...shown,
        token: '********',
        source: token.source,
        keeper: token.keeper ?? null,
        user: user ?? null,
        method: method ?? null,
        expires: expires ?? null,
        renewable: renewable ?? null,
        uses: uses ?? null,
        problem: failure?.message ?? null,
      },
      found: true,
      ...(failure === undefined ? {} : { failure }),
    };
  } catch (error) {
    if (!(error instanceof TrivetError)) throw error;
    const item = { service, ...shown, problem: error.message };
    return { service, item, found: false, ...(error.code === 'no-address' ? {} : { failure: error }) };
  }
};

const run: Workflow = async ({ command, session, presenter }) => {
  const rows: Row[] = [];
  for (const service of serviceNames) rows.push(await rowOf(session, service));
  const items = rows.map(({ item }) => item);
  await presenter.showDocument(ownView(command), items, items);
  const [worst, ...others] = rows
    .flatMap(({ failure, service }) => (failure === undefined ? [] : [{ failure, service }]))
    .sort((one, two) => severity(one.failure.exit) - severity(two.failure.exit));
  if (worst === undefined) return rows.some(({ found }) => found) ? Exit.ok : Exit.denied;
  for (const { failure, service } of others) session.reporter.fault(`${service}: ${failure.message}`);
  session.reporter.error(worst.failure.with({ message: `${worst.service}: ${worst.failure.message}` }));
  return worst.failure.exit;
};

export default run;
