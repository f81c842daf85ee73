/**
 * The question of an apply: on a protected server it names the profile, and a reduction requires the name to be
 * typed.
 */
import { confirmProtected } from '../../../../engine/protection.ts';
import type { Protection } from '../../../../config/endpoint.ts';
import { listAt, own, textAt } from '../../../../documents/json/json.ts';
import { holds } from '../../../../catalogue/check.ts';
import type { InputRecord } from '../../../../catalogue/parameter.ts';
import { parametersOf } from '../../../../catalogue/command.ts';
import { fillText } from '../../../../services/context.ts';
import { credentialText } from '../../../../engine/single/settings.ts';
import { operationOf } from '../objects/object.ts';
import { spokenObject } from '../objects/desired.ts';
import type { Wanted } from '../files/wanted.ts';
import type { Row } from '../rows/rows.ts';
import type { FileEnvironment } from '../environment/declared-environments.ts';
import { protectedAs } from '../environment/declared-environments.ts';
import type { ApplyContext } from './apply-input.ts';

/** Changes of where and how the server sends the credentials of an object that exists. */
const newAddresses = ({ action, wanted: { object }, comparison }: Row): readonly string[] => {
  const { write } = object.kind;
  if (action !== 'update' || write === undefined) return [];
  const parameters = parametersOf(write.update);
  return (comparison?.changes ?? [])
    .filter(({ key }) => parameters[key]?.getsCredentials === true)
    .map(
      (change) =>
        `send the credentials of ${spokenObject(object)} elsewhere or in another way (${credentialText(change)})`,
    );
};

/** What the command of the kind asks about the settings that change. */
const askedAbout = ({ action, wanted: { object }, comparison }: Row): readonly string[] => {
  const { kind, name, scope } = object;
  if (action !== 'update' || kind.write === undefined) return [];
  const values: InputRecord = { ...scope, [kind.kind]: name, [kind.name.input]: name };
  return (operationOf(kind.write.update).confirm ?? []).flatMap(({ question, when }) => {
    if (typeof when !== 'object') return [];
    const change = (comparison?.changes ?? []).find(({ key }) => key === when.parameter);
    if (change === undefined || !holds(when, { [when.parameter]: change.to })) return [];
    const [asked = ''] = fillText(question, values).split('?');
    return [`${asked.slice(0, 1).toLowerCase()}${asked.slice(1)}`];
  });
};

/** Deletes, credentials for other hosts, lower counts and removed groups of jobs, in words. */
const graveIn = (row: Row): readonly string[] => {
  const { action, wanted, plan } = row;
  if (action === 'delete') return [`delete ${spokenObject(wanted.object)}`];
  const groups = listAt(own(plan?.document, 'Diff'), 'TaskGroups').flatMap((group) => {
    const name = `${textAt(group, 'Name') ?? ''} of ${spokenObject(wanted.object)}`;
    if (textAt(group, 'Type') === 'Deleted') return [`remove group ${name}`];
    return listAt(group, 'Fields').flatMap((field) => {
      const [before, after] = [textAt(field, 'Old') ?? '', textAt(field, 'New') ?? ''];
      const isLower = textAt(field, 'Name') === 'Count' && before !== '' && Number(after) < Number(before);
      return isLower ? [`scale ${name} down from ${before} to ${after}`] : [];
    });
  });
  return [...newAddresses(row), ...askedAbout(row), ...groups];
};

/**
 * @param environment of the files: if it is protected, so is its profile, whatever the profile itself says
 * @param rows the changes; undefined for a run that is resumed, whose changes were confirmed: only a protected server
 * asks
 * @throws TrivetError usage, if declined or without a terminal
 */
export const confirmApply = async (
  { session, confirm }: ApplyContext,
  deed: string,
  written: readonly Wanted[],
  rows: readonly Row[] | undefined,
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
  const grave = (rows ?? []).flatMap(graveIn);
  const more = grave.length > 5 ? [`and ${grave.length - 5} more`] : [];
  const question = `${[deed, ...grave.slice(0, 5), ...more].join(', ')}?`;
  if (protections.size === 0 && rows !== undefined) await confirm({ kind: 'ask', question }, {});
  for (const protection of protections.values()) {
    await confirmProtected(question, protection, grave.length > 0, session, rows === undefined);
    session.approvals.set(protection.name, Promise.resolve());
  }
};
