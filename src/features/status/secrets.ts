/**
 * CA certificates that expire soon, tidies, and accounts that are checked out, in the mounts that are configured.
 */
import { Exit, TrivetError } from '../../system/error.ts';
import { own, textAt, textsAt } from '../../documents/json/json.ts';
import { list, listUnder, status } from '../../commands/ldap/operations/library.ts';
import { show as showCa } from '../../commands/pki/operations/ca.ts';
import { list as listRoles, show as showRole } from '../../commands/pki/operations/role/role.ts';
import { tidyStatus } from '../../commands/pki/operations/tidy.ts';
import { age } from '../../output/text/time.ts';
import { rfc3339 } from '../../documents/rfc3339.ts';
import { cachedCertificates } from '../certificates/inventory/certificate-cache.ts';
import { judgedBy } from '../certificates/inventory/authorities.ts';
import { parsedOrNone } from '../../documents/x509/certificate.ts';
import { refusalOfIssuer } from '../certificates/assess.ts';
import { Gatherer } from '../certificates/gather.ts';
import { mapBounded } from '../../engine/lists/bounded.ts';
import type { Session } from '../../engine/session/session.ts';
import { serviceOf } from '../../services/index.ts';
import { showEntity } from '../../services/secrets/entity.ts';
import type { Issuer } from '../certificates/mount-issuers.ts';
import { certificatesIn } from '../certificates/verify/certificate-item.ts';
import { inventoryRows } from '../certificates/inventory/inventory-rows.ts';
import { mountsLookedAt } from '../../workflows/looked-at.ts';
import type { Look, Looking, StatusRow } from './row.ts';
import { unreadable, width } from './row.ts';
import { suggest } from '../../engine/suggest.ts';

/** True for a default mount that does not exist. */
const isAbsent = (error: unknown): boolean =>
  error instanceof TrivetError && error.exit === Exit.notFound && error.code !== 'namespace-not-found';

/** A certificate that clients refuse is of no use, whenever it ends; undefined where nothing is wrong. */
const faultOf = (
  end: number,
  refusal: string | undefined,
  { session, soon }: Pick<Looking, 'session' | 'soon'>,
): Pick<StatusRow, 'state' | 'detail' | 'attention' | 'ends'> | undefined => {
  const now = session.world.now();
  if (refusal !== undefined && end > now)
    return { state: 'refused', detail: `clients refuse it: ${refusal}`, attention: true };
  if (end - now > soon) return undefined;
  return {
    state: end <= now ? 'expired' : 'expires',
    detail: `${age(end, now)} (${rfc3339(end)})`,
    attention: true,
    ends: end,
  };
};

const caOf = async ({ session, soon }: Looking, mount: string): Promise<readonly StatusRow[]> => {
  const { response } = await session.lookUp(showCa, { mount });
  if (response.body.length === 0) return [];
  const [certificate] = certificatesIn(response.body);
  if (certificate === undefined)
    throw new TrivetError('not-the-api', Exit.refused, 'the reply is not a certificate');
  const { commonName, subject, notAfter, der } = certificate;
  const gatherer = new Gatherer(session, mount);
  const { known, isWhole, why } = await gatherer.issuers(mount);
  const refusalOf = async (issuer: Issuer): Promise<string | undefined> =>
    refusalOfIssuer(await gatherer.assessIssuer(issuer), session.world.now());
  const isDefault = (one: Issuer): boolean => Buffer.compare(one.certificate.der, der) === 0;
  const parsed = parsedOrNone(der);
  const own =
    known.find(isDefault) ?? (parsed && { certificate: parsed, references: [], revokedAt: undefined });
  const fault = faultOf(notAfter, own && (await refusalOf(own)), { session, soon });
  const common = { service: 'secrets', kind: 'ca', many: 'CAs', scope: mount } as const;
  const first = fault === undefined ? [] : [{ ...common, name: commonName ?? subject, ...fault }];
  const others: (readonly [Issuer, NonNullable<typeof fault>])[] = [];
  for (const one of known.filter((other) => !isDefault(other))) {
    const wrong = faultOf(one.certificate.notAfter, await refusalOf(one), { session, soon });
    if (wrong !== undefined) others.push([one, wrong]);
  }
  // Old issuers stay in a mount: they matter as long as a role uses them.
  const roles = others.length === 0 ? undefined : await issuersOfRoles(session, mount);
  const used = others.flatMap(
    ([
      {
        certificate: { der: bytes, subject: name },
        references,
      },
      wrong,
    ]): readonly StatusRow[] => {
      const role = references.map((one) => roles?.get(one)).find((one) => one !== undefined);
      if (role === undefined && (roles !== undefined || wrong.state === 'refused')) return [];
      const by = role === undefined ? 'it is not known whether roles use it' : `role ${role} uses it`;
      const called = certificatesIn(bytes)[0]?.commonName ?? name.text;
      return [{ ...common, name: called, ...wrong, detail: `${wrong.detail}; ${by}` }];
    },
  );
  if (isWhole) return [...first, ...used];
  const detail = `its other issuers were not looked at: ${why ?? 'not all of them can be read'}`;
  return [...first, ...used, { ...common, name: mount, state: 'unknown', detail, attention: true }];
};

/** Roles that are read to see which issuers they use. */
const mostRoles = 64;

/** What the roles of a mount name as their issuer; undefined where not all of them can be read. */
const issuersOfRoles = async (
  session: Session,
  mount: string,
): Promise<ReadonlyMap<string, string> | undefined> => {
  try {
    const { document } = await session.lookUp(listRoles, { mount });
    const names = serviceOf('secrets')
      .readItems(document, listRoles.view)
      .map((item) => textAt(item, 'key') ?? '');
    if (names.length > mostRoles) return undefined;
    const used = await mapBounded(names, width, async (name) => {
      const role = await session.lookUp(showRole, { mount, name });
      return [textAt(own(role.document, 'data'), 'issuer_ref') ?? 'default', name] as const;
    });
    return new Map(used);
  } catch (error) {
    if (error instanceof TrivetError) return undefined;
    throw error;
  }
};

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

/** The names of all sets, including those in folders. */
const setsOf = async (session: Session, mount: string, below = ''): Promise<readonly string[]> => {
  const { document, operation } =
    below === ''
      ? await session.lookUp(list, { mount })
      : await session.lookUp(listUnder, { mount, set_name: below });
  const names: string[] = [];
  for (const item of serviceOf('secrets').readItems(document, operation.view)) {
    const name = `${below}${textAt(item, 'key') ?? ''}`;
    if (name.endsWith('/')) names.push(...(await setsOf(session, mount, name)));
    else names.push(name);
  }
  return names;
};

/** Returns who an entity is, in words: its name where the token may look that up, else its ID. Asks once for each. */
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
    const { document } = await session.lookUp(status, { mount, set_name: set });
    const lent = serviceOf('secrets')
      .readItems(document, status.view)
      .filter((item) => own(item, 'available') === false);
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
  const [sets, nameOf] = [await setsOf(session, mount), entityNames(session)];
  return (await mapBounded(sets, width, (set) => accountsIn(session, mount, set, nameOf))).flat();
};

const parts: readonly (readonly [
  engine: string,
  what: string,
  look: (looking: Looking, mount: string) => Promise<readonly StatusRow[]>,
])[] = [
  ['pki', 'CA', caOf],
  ['pki', 'tidy', tidyOf],
  ['ldap', 'library sets', accountsOf],
];

/** An inventory that is older than this says little about what expires; milliseconds. */
const oldInventory = 7 * 86_400_000;

/**
 * Due certificates from the latest inventory of these mounts, and a row for each mount without a recent one; sends no
 * request. @param present mounts that exist; @param shown rows of what was read
 */
const certificatesOf = async (
  { session, endpoint, soon }: Looking,
  present: readonly string[],
  shown: readonly StatusRow[],
): Promise<readonly StatusRow[]> => {
  const { world } = session;
  const { names, named } = mountsLookedAt(endpoint, 'pki');
  const namespace = endpoint.context.namespace?.value;
  const place = { server: endpoint.baseUrl, namespace };
  const inventories = await cachedCertificates(place, world, named ? names : undefined);
  const now = world.now();
  const unknown = present.flatMap((mount): readonly StatusRow[] => {
    const at = inventories.find((one) => one.mount === mount)?.at;
    if (at !== undefined && now - at < oldInventory) return [];
    const when = at === undefined ? 'no inventory of this mount' : `the inventory was made ${age(at, now)}`;
    const detail = `${when}: ${suggest(session, 'pki inventory', { mount })}`;
    const common = { service: 'secrets', kind: 'certificate', name: mount, scope: mount } as const;
    return [
      { ...common, state: 'unknown', detail, attention: true, ...(at === undefined ? {} : { asOf: at }) },
    ];
  });
  const held = inventories.flatMap(({ mount, certificates, listed, refused }) => [
    ...listed.map((certificate) => ({ mount, certificate, revoked: 'no' as const })),
    ...certificates.map((certificate) => ({
      mount,
      certificate: judgedBy(certificate, refused),
      revoked: certificate.revoked === undefined ? ('no' as const) : ('yes' as const),
    })),
  ]);
  const rows = inventoryRows(held, now, soon).flatMap((row): readonly StatusRow[] => {
    const name = textAt(row, 'common_name') || textAt(row, 'serial') || '';
    // A CA of a mount that was looked at can already have a line.
    if (!row.due || (row['ca'] === true && shown.some((one) => one.kind === 'ca' && one.name === name)))
      return [];
    const [end, scope] = [Date.parse(textAt(row, 'not_after') ?? ''), textAt(row, 'mount') ?? ''];
    const serial = textAt(row, 'serial') ?? '';
    const about = { kind: 'pki-certificate', name: serial, flags: { mount: scope } } as const;
    const common = { service: 'secrets', kind: 'certificate', name, scope, about } as const;
    const [weakness] = textsAt(row, 'findings');
    const asOf = inventories.find(({ mount }) => mount === scope)?.at ?? now;
    const how = faultOf(end, weakness, { session, soon });
    // Revoked, renewed or replaced since then: the inventory does not know.
    return how === undefined
      ? []
      : [{ ...common, ...how, detail: `${how.detail}, by the inventory of ${age(asOf, now)}`, asOf }];
  });
  return [...unknown, ...rows.toSorted((one, other) => (one.ends ?? 0) - (other.ends ?? 0))];
};

/** A server that is down gets one line, and so does a mount that cannot be read, however many reads failed. */
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

/** What was read of a mount. */
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
  // Anyone may read a CA: only the others show that the token can read anything.
  const none = found.every(({ what, outcome }) => what === 'CA' || outcome === 'failed');
  const rows = found
    .flatMap((part) => part.rows)
    .map(({ exit, ...row }) => (none && exit !== undefined ? { ...row, exit } : row));
  const present = found.filter(({ what, outcome }) => what === 'CA' && outcome === 'read');
  const certificates = await certificatesOf(
    looking,
    present.map(({ mount }) => mount),
    rows,
  );
  return once([...rows, ...certificates]);
};

export default look;
