import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { at } from '../../../documents/json/json.ts';
import type { Operation } from '../../../catalogue/operation.ts';
import type { InputRecord } from '../../../catalogue/parameter.ts';
import { serviceNames } from '../../../catalogue/product.ts';
import type { ServiceName } from '../../../catalogue/product.ts';
import type { JsonObject } from '../../../documents/json/json.ts';
import { conditionsOfKinds } from '../../../run/lists/condition-words.ts';
import { readRows } from '../../../run/lists/list.ts';
import { plainText } from '../../../output/text/value.ts';
import type { Session } from '../../../run/session/session.ts';
import { readProfiles } from '../../../config/file/profile-file.ts';
import { receiptsIn } from '../../../run/log/kept.ts';
import { receiptFolder } from '../../../run/log/place.ts';
import { loadService } from '../../../services/index.ts';
import type { Io } from '../../../system/io.ts';
import { status } from '../../ldap/operations/library.ts';
import { versions } from '../../job/operations/history.ts';
import { environmentNames } from '../../state/workflows/environment/choose.ts';
import type { ServiceCode } from '../../../services/service.ts';

interface Question {
  /** The first word after the command, or an environment's folder. */
  readonly parent: string | undefined;
  readonly input: InputRecord;
}

/** A token program could prompt. */
export const mayRead = async (session: Session, service: ServiceName): Promise<boolean> =>
  (await session.endpoint(service)).tokenAsks !== true;

/** Everything else could mean something to a shell. */
const summary = /[^A-Za-z0-9., -]/g;

const latestReceipts = (io: Io): readonly string[] => {
  const folder = receiptFolder(io);
  const found = folder === undefined || !existsSync(folder) ? [] : receiptsIn(folder);
  return found.toReversed().map(({ id, what, time, days }) => {
    const when = new Date(time).toISOString().slice(0, 16).replace('T', ' ').replace(':', '.');
    const told = `${what.replaceAll('-', ' ')}, ${when} UTC${days === undefined ? ', open' : ''}`;
    return `${id}\t${told.replaceAll(summary, ' ')}`;
  });
};

interface Rows {
  readonly operation: Operation;
  readonly of: string;
  readonly field: string;
  readonly only?: (item: JsonObject) => boolean;
}

const rowsOf = async (
  session: Session,
  { operation, of, field, only = () => true }: Rows,
  { parent, input }: Question,
): Promise<readonly string[]> => {
  if (parent === undefined || !(await mayRead(session, operation.service))) return [];
  const rows = await readRows(session, operation, { ...input, [of]: parent });
  return rows.filter(only).map((item) => plainText(item[field] ?? null));
};

/** The prefix is a service or engine, if not all are meant. */
const scopesOf = async (session: Session, kind: string): Promise<readonly string[]> => {
  const [, of, scope] = /^(?:([a-z]+)-)?(organization|namespace|mount)$/.exec(kind) ?? [];
  const names: string[] = [];
  for (const service of serviceNames) {
    if (of !== undefined && scope === 'namespace' && of !== service) continue;
    const code: ServiceCode = await loadService(service);
    const { scopes: lists = {} } = code;
    const list = Object.entries(lists).find(([name]) => name === scope)?.[1];
    if (list === undefined || !(await mayRead(session, service))) continue;
    const { context } = await session.endpoint(service);
    const { response, document } = await session.probe(service, list.path, {
      withToken: true,
      query: list.query ?? [],
    });
    if (response.status !== 200) continue;
    const found = list.names(document, context);
    names.push(
      ...found
        .filter(({ engine }) => scope !== 'mount' || of === undefined || engine === of)
        .map(({ name }) => name),
    );
  }
  return names;
};

const sources: Readonly<Record<string, (session: Session, asked: Question) => Promise<readonly string[]>>> = {
  profile: ({ io }) => Promise.resolve(Object.keys(readProfiles(io).profiles)),
  receipt: ({ io }) => Promise.resolve(latestReceipts(io)),
  environment: ({ io, program }, { parent = '.' }) =>
    environmentNames(program.catalogue, resolve(io.cwd, parent), io),
  condition: ({ program }, { parent = '' }) => conditionsOfKinds(program.catalogue, parent.split(',')),
  'job-version': (session, asked) =>
    rowsOf(session, { operation: versions, of: 'job_id', field: 'Version' }, asked),
  'borrowed-account': (session, asked) =>
    rowsOf(
      session,
      {
        operation: status,
        of: 'set_name',
        field: 'account',
        only: (item) => at(item, 'available') === false,
      },
      asked,
    ),
};

export const otherNames = (
  session: Session,
  kind: string,
  asked: Question,
): Promise<readonly string[]> | undefined =>
  /(?:^|-)(?:organization|namespace|mount)$/.test(kind)
    ? scopesOf(session, kind)
    : sources[kind]?.(session, asked);
