import { Exit, TrivetError, usageError } from '../../system/error.ts';
import { secondsOf } from '../../catalogue/text/duration.ts';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import { isKindName } from '../../catalogue/kind-name.ts';
import type { JsonObject } from '../../documents/json/json.ts';
import { serviceNames } from '../../catalogue/product.ts';
import { isServiceName } from '../../catalogue/product.ts';
import type { ServiceName } from '../../catalogue/product.ts';
import type { Session } from '../../run/session/session.ts';
import type { View } from '../../catalogue/view.ts';
import { columnsOf } from '../../output/formats/columns.ts';
import { isForPeople } from '../../output/formats/options.ts';
import { byUrgency, urgencyOf } from '../../output/full/rows.ts';
import { isRefused } from '../../run/log/read.ts';
import { keptOpenBy } from '../../run/log/shown.ts';
import { reachOf, receiptsInReach } from '../../run/plan/receipts-in-reach.ts';
import { ownView } from '../../run/single/own-view.ts';
import type { Workflow } from '../../run/single/workflow.ts';
import { leftLoans } from '../../commands/loans/workflows/left-loans.ts';
import { leftText } from '../../commands/loans/workflows/returnable.ts';
import { acknowledgements, withAcknowledged } from './acknowledged.ts';
import { combined, folded } from './folded.ts';
import type { NamedObject } from '../../run/known-objects.ts';
import { KnownObjects } from '../../run/known-objects.ts';
import type { LookedAt } from '../../run/looked-at.ts';
import { lookedAt, lookedAtDocument, lookedAtText } from '../../run/looked-at.ts';
import type { Look, StatusRow } from './row.ts';
import { formatRow, unreadable } from './row.ts';
import { tokenRows } from './token.ts';
import { suggest } from '../../run/suggest.ts';
import { watchRows } from './watch.ts';
import jobs from './jobs.ts';
import secrets from './secrets.ts';
import workspaces from './workspaces.ts';

const looks: Readonly<Record<ServiceName, Look>> = { workspaces, secrets, jobs };

type StatusInput = Readonly<{
  watch?: boolean | undefined;
  all?: boolean | undefined;
  service?: readonly ServiceName[] | undefined;
  namespace?: readonly string[] | undefined;
  'expires-within'?: string | undefined;
  'detailed-exitcode'?: boolean | undefined;
}>;

export const usualSoon = 30 * 86_400;

interface Asked {
  readonly soon: number;
  readonly namespaces: readonly string[] | undefined;
}

export const statusRowsOf = async (
  session: Session,
  service: ServiceName,
  asked: Asked,
): Promise<readonly StatusRow[] | undefined> => {
  try {
    const endpoint = await session.endpoint(service);
    const look = looks[service];
    const rows = (
      await Promise.all([look({ session, endpoint, ...asked }), tokenRows(session, service)])
    ).flat();
    return withAcknowledged(rows, await acknowledgements(session.io), endpoint.baseUrl);
  } catch (error) {
    if (error instanceof TrivetError && error.code === 'no-address') return undefined;
    // A missing profile says nothing about a service.
    if (error instanceof TrivetError && error.details.reason === 'no-profile') throw error;
    return [unreadable(service, service, '', error)];
  }
};

const failureOf = (rows: readonly StatusRow[] | undefined): number | undefined =>
  rows?.find(({ exit }) => exit !== undefined)?.exit;

const isAsked = (rows: readonly StatusRow[] | undefined): boolean =>
  rows !== undefined && !rows.some(({ state }) => state === 'not asked');

interface Gathered {
  readonly rows: readonly StatusRow[];
  readonly places: readonly LookedAt[];
  readonly failure: TrivetError | undefined;
}

/** Receipts with unknown outcomes, or objects that are not done. */
const openReceipts = async (
  session: Session,
  services: readonly ServiceName[],
): Promise<readonly StatusRow[]> =>
  (await receiptsInReach(session)).flatMap((one): StatusRow[] => {
    if (isRefused(one) || one.state !== 'open') return [];
    const service = one.changes.map((change) => change.service).find(isServiceName);
    const { id, command, time } = one;
    const detail = `${command}: ${keptOpenBy(one)}; see trivet changes show ${id}`;
    return service === undefined || !services.includes(service)
      ? []
      : [
          {
            service,
            kind: 'receipt',
            name: id,
            scope: '',
            state: 'open',
            detail,
            attention: true,
            since: time,
          },
        ];
  });

const leftRows = async (
  session: Session,
  services: readonly ServiceName[],
): Promise<readonly StatusRow[]> => {
  const isInReach = await reachOf(session);
  return (await leftLoans(session)).flatMap(({ id, time, service, entry }): StatusRow[] => {
    if (!services.includes(service) || !isInReach([entry.baseUrl])) return [];
    const detail = leftText(entry);
    return [
      { service, kind: 'loan', name: id, scope: '', state: 'open', detail, attention: true, since: time },
    ];
  });
};

export const leftBehind = async (
  session: Session,
  services: readonly ServiceName[],
): Promise<readonly StatusRow[]> => {
  const rows = [...(await openReceipts(session, services)), ...(await leftRows(session, services))];
  const known = rows.length === 0 ? [] : await acknowledgements(session.io);
  if (known.length === 0) return rows;
  const ofServices = services.map(async (service) => {
    const own = rows.filter((row) => row.service === service);
    return own.length === 0 ? [] : withAcknowledged(own, known, (await session.endpoint(service)).baseUrl);
  });
  return (await Promise.all(ofServices)).flat();
};

const gather = async (
  session: Session,
  asked: Asked,
  services: readonly ServiceName[] = serviceNames,
): Promise<Gathered> => {
  const found = await Promise.all(services.map((service) => statusRowsOf(session, service, asked)));
  if (found.every((rows) => rows === undefined)) {
    const none =
      services === serviceNames
        ? 'nothing is configured'
        : `no address of ${services.join(', ')} is configured`;
    throw new TrivetError('no-address', Exit.local, none, {
      hint: 'Try it without a server: trivet sandbox exec -- trivet status',
    });
  }
  const read = services.filter((_, index) => isAsked(found[index]) && failureOf(found[index]) === undefined);
  const endpoints = await Promise.all(read.map((service) => session.endpoint(service)));
  const places = endpoints.flatMap((endpoint) => lookedAt(endpoint, asked.namespaces) ?? []);
  const exits = new Set(found.filter(isAsked).map(failureOf));
  const [first] = exits;
  const failure =
    exits.size === 0 || exits.has(undefined)
      ? undefined
      : new TrivetError(
          'nothing-read',
          exits.size === 1 && first !== undefined ? first : Exit.denied,
          'nothing could be read',
          { hint: `See why: ${suggest(session, 'doctor')}` },
        );
  const rows = [...found.flatMap((one) => one ?? []), ...(await leftBehind(session, services))];
  const inOrder = [
    ...rows.filter(({ attention }) => attention),
    ...rows.filter(({ attention }) => !attention),
  ];
  return { rows: inOrder, places, failure };
};

const formatRows = (rows: readonly StatusRow[]): readonly JsonObject[] => rows.map(formatRow);

const worstFirst = (rows: readonly StatusRow[], view: View): readonly StatusRow[] => {
  const look = {
    columns: columnsOf(view),
    aliases: {},
    urgent: 'urgent' in view ? view.urgent : undefined,
  };
  return rows
    .map((row) => ({ row, ...urgencyOf(formatRow(row), look) }))
    .toSorted(byUrgency)
    .map(({ row }) => row);
};

const documentOf = (rows: readonly StatusRow[], places: readonly LookedAt[]): JsonObject => ({
  attention: rows.filter((row) => row.attention).length,
  'looked-at': lookedAtDocument(places),
  rows: formatRows(rows),
});

const namedIn = (catalogue: Catalogue, rows: readonly StatusRow[]): Promise<readonly NamedObject[]> =>
  Promise.all(
    rows.map(async ({ about: { kind = '', flags = {} } = {} }) => {
      const found = isKindName(kind) ? await catalogue.kind(kind) : undefined;
      return { operation: found?.show.operations[0]?.operation, scope: flags, item: { kind } };
    }),
  );

const run: Workflow<StatusInput> = async (context) => {
  const { command, session, presenter, input } = context;
  const isScreen = isForPeople(presenter.options);
  const view = ownView(command);
  const onScreen = (all: readonly StatusRow[]): readonly JsonObject[] => {
    if (!isScreen) return formatRows(all);
    const sorted = worstFirst(all, view);
    return formatRows(input.all === true ? sorted : folded(sorted, session.io.now()));
  };
  const soon = (secondsOf(input['expires-within'] ?? '') ?? usualSoon) * 1000;
  const asked = { soon, namespaces: input.namespace };
  const say = (places: readonly LookedAt[]): void => {
    if (places.length > 0) session.reporter.note(lookedAtText(places));
  };
  if (input.watch === true) {
    if (input['detailed-exitcode'] === true) {
      throw usageError('--watch and --detailed-exitcode cannot be given together');
    }
    return watchRows(context, () => gather(session, asked, input.service), onScreen, say);
  }
  const busy = session.reporter.busy('Checking the services');
  let gathered: Gathered;
  try {
    gathered = await gather(session, asked, input.service);
  } finally {
    busy.end();
  }
  const { rows, places, failure } = gathered;
  const shown = onScreen(rows);
  const known = await KnownObjects.known(session, await namedIn(session.program.catalogue, rows));
  await presenter.showDocument(view, documentOf(rows, places), shown, known);
  say(places);
  if (shown.length < rows.length) session.reporter.note(combined);
  if (failure !== undefined && input['detailed-exitcode'] !== true) {
    await presenter.finish();
    throw failure;
  }
  const needed = rows.some(({ attention }) => attention);
  return input['detailed-exitcode'] === true && needed ? Exit.changes : Exit.ok;
};

export default run;
