import { Exit, TrivetError } from '../../system/error.ts';
import { own, textAt } from '../../documents/json/json.ts';
import { status } from '../../commands/ldap/operations/library.ts';
import { tidyStatus } from '../../commands/pki/operations/tidy.ts';
import { mapBounded } from '../../run/lists/bounded.ts';
import { readRows } from '../../run/lists/list.ts';
import { selectObjects } from '../../run/lists/listed-objects.ts';
import type { Session } from '../../run/session/session.ts';
import { showEntity } from '../../services/secrets/entity.ts';
import { mountsLookedAt } from '../../run/looked-at.ts';
import type { Looking } from '../../run/session/session.ts';
import type { Look, StatusRow } from './row.ts';
import { unreadable, width } from './row.ts';

/** Whether the error is about a default mount that does not exist. */
const isAbsent = (error: unknown): boolean =>
  error instanceof TrivetError && error.exit === Exit.notFound && error.code !== 'namespace-not-found';

const tidyOf = async ({ session }: Looking, mount: string): Promise<readonly StatusRow[]> => {
  const { document } = await session.lookUp(tidyStatus, { mount });
  const data = own(document, 'data');
  const state = textAt(data, 'state') ?? '';
  const common = { service: 'secrets', kind: 'tidy', many: 'tidies', name: mount, scope: mount } as const;
  if (state === 'Error') {
    return [{ ...common, state: 'failed', detail: textAt(data, 'error') ?? '', attention: true }];
  }
  const goes = state === 'Running' || state === 'Cancelling';
  return goes
    ? [{ ...common, state: state.toLowerCase(), detail: textAt(data, 'message') ?? '', attention: false }]
    : [];
};

/** Resolves an entity's name, once for each; its ID if the token may not look it up. */
const entityNames = (session: Session): ((id: string) => Promise<string>) => {
  const known = new Map<string, Promise<string>>();
  const read = async (id: string): Promise<string> => {
    try {
      const { document } = await session.lookUp(showEntity, { id });
      return textAt(own(document, 'data'), 'name') ?? `entity ${id}`;
    } catch (error) {
      if (error instanceof TrivetError) return `entity ${id}`;
      throw error;
    }
  };
  return (id) => {
    const found = known.get(id) ?? read(id);
    known.set(id, found);
    return found;
  };
};

const accountsIn = async (
  session: Session,
  mount: string,
  set: string,
  nameOf: (entity: string) => Promise<string>,
): Promise<readonly StatusRow[]> => {
  const scope = `${mount}/${set}`;
  try {
    const accounts = await readRows(session, status, { mount, set_name: set });
    const lent = accounts.filter((item) => own(item, 'available') === false);
    return await mapBounded(lent, width, async (item): Promise<StatusRow> => {
      const entity = textAt(item, 'borrower_entity_id') ?? '';
      const whose = entity === '' ? undefined : `by ${await nameOf(entity)}`;
      return {
        service: 'secrets',
        kind: 'account',
        name: textAt(item, 'account') ?? '',
        scope,
        state: 'checked out',
        detail: whose ?? '',
        whose,
        attention: false,
        about: { kind: 'ldap-set', name: set, flags: { mount } },
      };
    });
  } catch (error) {
    return [unreadable('secrets', set, scope, error)];
  }
};

const accountsOf = async ({ session }: Looking, mount: string): Promise<readonly StatusRow[]> => {
  const kind = await session.program.catalogue.kind('ldap-set');
  const sets = kind === undefined ? [] : await selectObjects(session, kind, [], { given: { mount } });
  const nameOf = entityNames(session);
  return (await mapBounded(sets, width, ({ name }) => accountsIn(session, mount, name, nameOf))).flat();
};

const parts: readonly (readonly [
  engine: string,
  what: string,
  look: (looking: Looking, mount: string) => Promise<readonly StatusRow[]>,
])[] = [
  ['pki', 'CA', (looking, mount) => looking.session.program.attention.authorities(looking, mount)],
  ['pki', 'tidy', tidyOf],
  ['ldap', 'library sets', accountsOf],
];

/** One line for a server or a mount, however many reads failed. */
const once = (rows: readonly StatusRow[]): readonly StatusRow[] => {
  const down = rows.find(({ kind, state }) => kind === 'service' && state === 'unreachable');
  const said = new Set<string>();
  const others = rows.filter(({ kind, scope, detail }) => {
    if (kind !== 'service') return true;
    const known = down !== undefined || said.has(`${scope} ${detail}`);
    said.add(`${scope} ${detail}`);
    return !known;
  });
  return down === undefined ? others : [{ ...down, name: 'secrets', scope: '' }, ...others];
};

interface Part {
  readonly what: string;
  readonly mount: string;
  readonly rows: readonly StatusRow[];
  readonly outcome: 'read' | 'absent' | 'failed';
}

const look: Look = async (looking) => {
  const work = parts.flatMap(([engine, what, look]) => {
    const { names, named } = mountsLookedAt(looking.endpoint, engine);
    return names.map((mount) => async (): Promise<Part> => {
      const common = { what, mount };
      try {
        return { ...common, rows: await look(looking, mount), outcome: 'read' };
      } catch (error) {
        if (isAbsent(error) && !named) return { ...common, rows: [], outcome: 'absent' };
        return { ...common, rows: [unreadable('secrets', what, mount, error)], outcome: 'failed' };
      }
    });
  });
  const found = await Promise.all(work.map((one) => one()));
  // CAs are public, so the others show whether the token can read.
  const none = found.every(({ what, outcome }) => what === 'CA' || outcome === 'failed');
  const rows = found
    .flatMap((part) => part.rows)
    .map(({ exit, ...row }) => (none && exit !== undefined ? { ...row, exit } : row));
  const present = found.filter(({ what, outcome }) => what === 'CA' && outcome === 'read');
  const certificates = await looking.session.program.attention.inventoried(
    looking,
    present.map(({ mount }) => mount),
    rows,
  );
  return once([...rows, ...certificates]);
};

export default look;
