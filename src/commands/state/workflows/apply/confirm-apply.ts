/** Asks about an apply. On a protected server the profile is named, and a reduction has to be typed. */
import { sentBy } from '../../../../catalogue/operation.ts';
import { mapBounded } from '../../../../run/lists/bounded.ts';
import type { Protection } from '../../../../config/endpoint.ts';
import { listAt, own, textAt } from '../../../../documents/json/json.ts';
import { holds } from '../../../../catalogue/check.ts';
import type { InputRecord } from '../../../../catalogue/parameter.ts';
import { fillText } from '../../../../services/context.ts';
import { operationOf } from '../objects/object.ts';
import { spokenObject } from '../objects/desired.ts';
import type { Wanted } from '../files/wanted.ts';
import type { Row } from '../rows/rows.ts';
import type { FileEnvironment } from '../environment/declared-environments.ts';
import { protectedAs } from '../environment/declared-environments.ts';
import type { ApplyContext } from './apply-input.ts';
import { lookOf } from '../../../../run/single/risk-look.ts';

const lowered = (text: string): string => `${text.slice(0, 1).toLowerCase()}${text.slice(1)}`;

/** The words of a risk, as a clause: `change where the bind password of ldap is sent (url: a → b)`. */
const asClause = (question: string): string => {
  const end = question.indexOf('?');
  const [asked, said] = end === -1 ? [question, ''] : [question.slice(0, end), question.slice(end + 1)];
  const why = said.trim().replace(/\.$/, '');
  return why === '' ? lowered(asked) : `${lowered(asked)} (${why.includes('→') ? why : lowered(why)})`;
};

/** Words a deletion: `delete ldap-set ops (nobody knows …)`. */
const deletionOf = ({ object }: Wanted): string => {
  const { kind } = object;
  const risks = kind.remove === undefined ? [] : (sentBy(operationOf(kind.remove)).risks ?? []);
  const said = risks.flatMap(({ question, look }) =>
    look === undefined ? question.slice(question.indexOf('?') + 1).trim() || [] : [],
  );
  // Texts that need names of the operation's input are left out.
  return asClause([`delete ${spokenObject(object)}?`, ...said.filter((one) => !one.includes('{'))].join(' '));
};

const askedAbout = async (row: Row): Promise<readonly string[]> => {
  const { action, wanted, comparison, live } = row;
  const { object, session } = wanted;
  const { kind, name, scope } = object;
  if ((action !== 'update' && action !== 'create') || kind.write === undefined) return [];
  const command = operationOf(action === 'create' ? kind.write.create : kind.write.update);
  const operation = sentBy(command);
  const changes = comparison?.changes ?? [];
  const words: InputRecord = { ...scope, [kind.kind]: name, [kind.name.input]: name };
  const changed = Object.fromEntries(changes.map(({ key, to }) => [key, to ?? null])) as InputRecord;
  const now = Object.fromEntries(
    Object.entries((action === 'create' ? wanted.state : live?.state)?.settings ?? {}).filter(
      ([, value]) => value !== null && value !== undefined,
    ),
  ) as InputRecord;
  const asked: string[] = [];
  for (const risk of operation.risks ?? []) {
    const { question, when } = risk;
    const look = lookOf(risk);
    if (when !== undefined && !(Object.hasOwn(changed, when.parameter) && holds(when, changed))) continue;
    if (look === undefined) {
      if (when !== undefined) asked.push(asClause(fillText(question, { ...words, ...changed })));
      continue;
    }
    const found = await look({
      session,
      operation,
      input: { ...words, ...now, ...changed },
      spoken: words,
      options: { base: undefined, extra: [] },
      before: () =>
        Promise.resolve({
          found: action === 'create' ? { kind: 'none' } : { kind: 'data', data: live?.item ?? {} },
          state: null,
        }),
      readFrom: () => undefined,
      isAnswered: false,
    });
    if (found !== undefined)
      asked.push(
        asClause(fillText(found.question ?? question, { ...words, ...now, ...changed, ...found.input })),
      );
  }
  return asked;
};

/** Deletions, credentials to other hosts, stops, lower counts and removed groups. */
const graveIn = async (row: Row): Promise<readonly string[]> => {
  const { action, wanted, plan } = row;
  if (action === 'delete') return [deletionOf(wanted)];
  const diff = own(plan?.document, 'Diff');
  const stops = listAt(diff, 'Fields').some(
    (field) =>
      textAt(field, 'Name') === 'Stop' && textAt(field, 'Old') === 'false' && textAt(field, 'New') === 'true',
  );
  const groups = listAt(diff, 'TaskGroups').flatMap((group) => {
    const name = `${textAt(group, 'Name') ?? ''} of ${spokenObject(wanted.object)}`;
    if (textAt(group, 'Type') === 'Deleted') return [`remove group ${name}`];
    return listAt(group, 'Fields').flatMap((field) => {
      const [before, after] = [textAt(field, 'Old') ?? '', textAt(field, 'New') ?? ''];
      const isLower = textAt(field, 'Name') === 'Count' && before !== '' && Number(after) < Number(before);
      return isLower ? [`scale ${name} down from ${before} to ${after}`] : [];
    });
  });
  return [
    ...(plan === undefined ? await askedAbout(row) : []),
    ...(stops ? [`stop ${spokenObject(wanted.object)}`] : []),
    ...groups,
  ];
};

/**
 * @param environment if protected, its profile is
 * @param rows changes; for a resumed run, whose changes were confirmed, only a protected server asks, if one can be
 * grave
 * @throws TrivetError usage, if declined or without a terminal
 */
export const confirmApply = async (
  { session }: ApplyContext,
  deed: string,
  written: readonly Wanted[],
  rows: readonly Row[] | { readonly canBeGrave: boolean },
  environment: FileEnvironment | undefined,
): Promise<void> => {
  const protections = new Map<string, Protection>();
  for (const one of written) {
    const { protection } = await one.session.endpoint(one.object.kind.service);
    if (protection !== undefined) protections.set(protection.name, protection);
  }
  const profile = protectedAs(environment);
  if (environment !== undefined && profile !== undefined && protections.size === 0) {
    const { name } = environment;
    const servers = await Promise.all(written.map((one) => one.session.endpoint(one.object.kind.service)));
    const address = [...new Set(servers.map(({ baseUrl }) => baseUrl))].join(', ');
    protections.set(profile, { name: profile, address, source: `environment ${name}` });
  }
  const isResumed = 'canBeGrave' in rows;
  const grave = isResumed ? [] : (await mapBounded(rows, 8, graveIn)).flat();
  const more = grave.length > 5 ? [`and ${grave.length - 5} more`] : [];
  await session.review.plan({
    question: `${[deed, ...grave.slice(0, 5), ...more].join(', ')}?`,
    gravity: grave.length > 0 || (isResumed && rows.canBeGrave) ? 'grave' : 'none',
    ...(isResumed ? {} : { asks: true }),
    place: '',
    protections: [...protections.values()],
  });
  // The earlier run confirmed them.
  if (isResumed) session.review.approve('ask');
};
