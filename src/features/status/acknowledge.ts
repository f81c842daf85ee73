import { Exit, TrivetError, usageError } from '../../system/error.ts';
import { serviceNames } from '../../catalogue/product.ts';
import { closest } from '../../catalogue/text/suggest.ts';
import { rfc3339 } from '../../documents/rfc3339.ts';
import type { Workflow } from '../../run/single/workflow.ts';
import {
  acknowledgements,
  changeAcknowledgements,
  isAbout,
  rowObject,
  troubledGroups,
} from './acknowledged.ts';
import type { Acknowledgement } from './acknowledged.ts';
import type { StatusRow } from './row.ts';
import { rowName } from './row.ts';
import { leftBehind, statusRowsOf, usualSoon } from './status.ts';
import { suggest } from '../../run/suggest.ts';
import type { Session } from '../../run/session/session.ts';

type Input = Readonly<{
  row?: string | undefined;
  until?: string | undefined;
  why?: string | undefined;
  end?: boolean | undefined;
  namespace?: readonly string[] | undefined;
}>;

interface Placed {
  readonly row: StatusRow;
  readonly server: string;
}

type Named = Pick<Acknowledgement, 'kind' | 'scope' | 'name' | 'about'>;

const namedOf = (row: StatusRow): Named => ({ ...row, about: rowObject(row) });

const uniqueName = (one: Named): string =>
  one.about === '' || one.about === one.name ? rowName(one, true) : `${one.kind}:${one.about}`;

const isNamed = (one: Named, text: string): boolean =>
  [rowName(one, false), rowName(one, true), uniqueName(one)].includes(text);

const chosen = <T>(
  { session, text }: { readonly session: Session; readonly text: string },
  found: readonly T[],
  names: readonly string[],
  of: (one: T) => string,
): T => {
  const [first, second] = found;
  if (first === undefined) {
    const [near] = closest(text, names);
    throw new TrivetError('not-found', Exit.notFound, `status has no row ${text}`, {
      hint:
        near === undefined ? `See the rows: ${suggest(session, 'status --all')}` : `Did you mean ${near}?`,
    });
  }
  if (second !== undefined)
    throw usageError(`several rows are called ${text}`, `Use one of ${found.map(of).join(', ')}.`);
  return first;
};

const run: Workflow<Input> = async ({ session, input }) => {
  const { io, reporter } = session;
  const { row: text = '', until, why, end } = input;
  const kept = await acknowledgements(io);
  if (end === true) {
    if (until !== undefined || why !== undefined)
      throw usageError('--end cannot be given together with --until or --why');
    const names = kept.map((one) => rowName(one, false));
    const one = chosen(
      { session, text },
      kept.filter((entry) => isNamed(entry, text)),
      names,
      uniqueName,
    );
    await changeAcknowledgements(
      (known) =>
        known.filter((entry) => uniqueName(entry) !== uniqueName(one) || entry.server !== one.server),
      io,
    );
    reporter.note(`${text} is no longer acknowledged`);
    return Exit.ok;
  }
  if (until === undefined || why === undefined || why.trim() === '')
    throw usageError('status acknowledge needs --until TIME and --why TEXT, or --end');
  const time = Date.parse(until);
  if (time <= io.now()) throw usageError(`--until ${until} has passed`);
  const asked = { soon: usualSoon * 1000, namespaces: input.namespace };
  const placed = await Promise.all(
    serviceNames.map(async (service): Promise<readonly Placed[]> => {
      const rows = await statusRowsOf(session, service, asked);
      if (rows === undefined) return [];
      const server = (await session.endpoint(service)).baseUrl;
      return [...rows, ...(await leftBehind(session, [service]))].map((row) => ({ row, server }));
    }),
  );
  const all = placed.flat().filter(({ row }) => row.attention || row.acknowledged !== undefined);
  const { row, server } = chosen(
    { session, text },
    all.filter((one) => isNamed(namedOf(one.row), text)),
    all.map((one) => rowName(one.row, false)),
    (one) => uniqueName(namedOf(one.row)),
  );
  const { kind, scope, name, state, instance = '' } = row;
  const groups = troubledGroups(row);
  const about = rowObject(row);
  const entry: Acknowledgement = {
    server,
    kind,
    scope,
    name,
    about,
    instance,
    state,
    groups,
    until: time,
    why,
  };
  await changeAcknowledgements((known) => [...known.filter((one) => !isAbout(one, row, server)), entry], io);
  reporter.note(
    `${text} (${state}) is acknowledged until ${rfc3339(time)}; another state, or another task group, shows it again`,
  );
  return Exit.ok;
};

export default run;
