import { list as listRoles, show as showRole } from '../../commands/pki/operations/role/role.ts';
import { show as showCa } from '../../commands/pki/operations/ca.ts';
import { own, textAt, textsAt } from '../../documents/json/json.ts';
import { rfc3339 } from '../../documents/rfc3339.ts';
import { isSameCertificate } from '../../documents/x509/certificate.ts';
import { certificatesIn } from '../../documents/x509/contents.ts';
import type { AttentionRow, Looking } from '../../run/session/session.ts';
import { mapBounded } from '../../run/lists/bounded.ts';
import { readRows } from '../../run/lists/list.ts';
import type { Session } from '../../run/session/session.ts';
import { suggest } from '../../run/suggest.ts';
import { plural } from '../../output/text/plural.ts';
import { age } from '../../output/text/time.ts';
import { Exit, TrivetError } from '../../system/error.ts';
import { groupedBy } from '../../system/values/grouped.ts';
import { mountsLookedAt } from '../../run/looked-at.ts';
import { refusalOfIssuer } from './assess.ts';
import { Gatherer } from './gather.ts';
import { authoritiesIn, cachedInventories, inventoriesOf } from './inventory/certificate-cache.ts';
import { inventoryRows, withVerdict } from './inventory/inventory-rows.ts';
import type { Issuer } from './mount-issuers.ts';

const width = 16;

const faultOf = (
  end: number,
  refusal: string | undefined,
  { session, soon }: Pick<Looking, 'session' | 'soon'>,
): Pick<AttentionRow, 'state' | 'detail' | 'attention' | 'ends'> | undefined => {
  const now = session.io.now();
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

const nameOf = ({ certificate: { subject } }: Issuer): string => subject.commonName ?? subject.text;

export const authoritiesOf = async (
  { session, soon }: Looking,
  mount: string,
): Promise<readonly AttentionRow[]> => {
  const { response } = await session.lookUp(showCa, { mount });
  if (response.body.length === 0) return [];
  const [certificate] = certificatesIn(response.body);
  if (certificate === undefined)
    throw new TrivetError('not-the-api', Exit.refused, 'the reply is not a certificate');
  const gatherer = new Gatherer(session, mount);
  const { known, isWhole, why } = await gatherer.issuers(mount);
  const refusalOf = async (issuer: Issuer): Promise<string | undefined> =>
    refusalOfIssuer(await gatherer.assessIssuer(issuer), session.io.now());
  const isDefault = (one: Issuer): boolean => isSameCertificate(one.certificate, certificate);
  const own = known.find(isDefault) ?? { certificate, references: [], revokedAt: undefined };
  const fault = faultOf(certificate.notAfter, await refusalOf(own), { session, soon });
  const common = { service: 'secrets', kind: 'ca', many: 'CAs', scope: mount } as const;
  const first = fault === undefined ? [] : [{ ...common, name: nameOf(own), ...fault }];
  const others: (readonly [Issuer, NonNullable<typeof fault>])[] = [];
  for (const one of known.filter((other) => !isDefault(other))) {
    const wrong = faultOf(one.certificate.notAfter, await refusalOf(one), { session, soon });
    if (wrong !== undefined) others.push([one, wrong]);
  }
  // Old issuers matter as long as a role uses them.
  const roles = others.length === 0 ? undefined : await issuersOfRoles(session, mount);
  const used = others.flatMap(([issuer, wrong]): readonly AttentionRow[] => {
    const role = issuer.references.map((one) => roles?.get(one)).find((one) => one !== undefined);
    if (role === undefined && (roles !== undefined || wrong.state === 'refused')) return [];
    const by = role === undefined ? 'it is not known whether roles use it' : `role ${role} uses it`;
    return [{ ...common, name: nameOf(issuer), ...wrong, detail: `${wrong.detail}; ${by}` }];
  });
  if (isWhole) return [...first, ...used];
  const detail = `its other issuers were not looked at: ${why ?? 'not all of them can be read'}`;
  return [...first, ...used, { ...common, name: mount, state: 'unknown', detail, attention: true }];
};

const mostRoles = 64;

const issuersOfRoles = async (
  session: Session,
  mount: string,
): Promise<ReadonlyMap<string, string> | undefined> => {
  try {
    const roles = await readRows(session, listRoles, { mount });
    const names = roles.map((item) => textAt(item, 'key') ?? '');
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

/** Milliseconds: an older inventory says little about what expires. */
const oldInventory = 7 * 86_400_000;

export const inventoriedOf = async (
  { session, endpoint, soon }: Looking,
  present: readonly string[],
  shown: readonly AttentionRow[],
): Promise<readonly AttentionRow[]> => {
  const { io } = session;
  const { names, named } = mountsLookedAt(endpoint, 'pki');
  const namespace = endpoint.context.namespace?.value;
  const all = await cachedInventories(endpoint.baseUrl, io);
  const inventories = inventoriesOf(all, namespace, named ? names : undefined);
  const now = io.now();
  const authorities = authoritiesIn(all, [], now);
  const unknown = present.flatMap((mount): readonly AttentionRow[] => {
    const at = inventories.find((one) => one.mount === mount)?.at;
    if (at !== undefined && now - at < oldInventory) return [];
    const when = at === undefined ? 'no inventory of this mount' : `the inventory was made ${age(at, now)}`;
    const detail = `${when}: ${suggest(session, 'pki inventory', { mount })}`;
    const common = { service: 'secrets', kind: 'certificate', name: mount, scope: mount } as const;
    return [
      { ...common, state: 'unknown', detail, attention: true, ...(at === undefined ? {} : { asOf: at }) },
    ];
  });
  const held = inventories.flatMap(({ mount, at, certificates, listed, unsettled }) => {
    const unknown = new Set(unsettled);
    return [...listed, ...certificates].map((certificate) => {
      const isRevoked = 'revoked' in certificate && certificate.revoked !== undefined;
      const revoked = isRevoked ? 'yes' : unknown.has(certificate.serial) ? 'unknown' : 'no';
      return withVerdict({ mount, certificate, revoked }, authorities.verdictOn(certificate, at));
    });
  });
  const judged = inventoryRows(held, now, soon);
  const doubts = groupedBy(
    judged.filter(({ due }) => due === null),
    (row) => JSON.stringify([own(row, 'mount'), own(row, 'reason')]),
  );
  const doubtful = [...doubts.values()].flatMap((group): readonly AttentionRow[] => {
    const [row] = group;
    const [mount, why] = [textAt(row, 'mount') ?? '', textAt(row, 'reason') ?? ''];
    const asOf = inventories.find((one) => one.mount === mount)?.at ?? now;
    const detail = `${plural(group.length, 'certificate')}: ${why}; by the inventory of ${age(asOf, now)}`;
    const common = { service: 'secrets', kind: 'certificate', name: mount, scope: mount } as const;
    return [{ ...common, state: 'unknown', detail, attention: true, asOf }];
  });
  const rows = judged.flatMap((row): readonly AttentionRow[] => {
    const name = textAt(row, 'common_name') || textAt(row, 'serial') || '';
    // The CA of the mount may already have a line.
    if (
      row.due !== true ||
      (row['ca'] === true && shown.some((one) => one.kind === 'ca' && one.name === name))
    )
      return [];
    const [end, scope] = [Date.parse(textAt(row, 'not_after') ?? ''), textAt(row, 'mount') ?? ''];
    const serial = textAt(row, 'serial') ?? '';
    const about = { kind: 'pki-certificate', name: serial, flags: { mount: scope } } as const;
    const common = { service: 'secrets', kind: 'certificate', name, scope, about } as const;
    const [weakness] = textsAt(row, 'findings');
    const asOf = inventories.find(({ mount }) => mount === scope)?.at ?? now;
    const how = faultOf(end, weakness, { session, soon });
    // It was revoked, renewed or replaced since the inventory.
    return how === undefined
      ? []
      : [{ ...common, ...how, detail: `${how.detail}, by the inventory of ${age(asOf, now)}`, asOf }];
  });
  return [...unknown, ...doubtful, ...rows.toSorted((one, other) => (one.ends ?? 0) - (other.ends ?? 0))];
};
