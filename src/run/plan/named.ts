import type { Catalogue } from '../../catalogue/catalogue.ts';
import { isServiceName, serviceTraits } from '../../catalogue/product.ts';
import { pathFromRoot } from '../../catalogue/storage-path.ts';
import { writeJson } from '../../documents/json/lossless.ts';
import { usageError } from '../../system/error.ts';
import type { Receipt } from '../log/read.ts';
import type { RecordedChange } from '../log/change-log.ts';
import { inputText } from '../../catalogue/parameter.ts';
import type { Scope } from '../../catalogue/target.ts';
import { shellWord } from '../../catalogue/text/shell-words.ts';

/** The number for `changes settle` and `undo --only`; steps of earlier versions have only names. */
export const numberOf = (receipt: Receipt, { item, number }: RecordedChange): number | undefined =>
  item ?? (receipt.items === undefined ? number : undefined);

export const mountOfChange = ({ input }: Pick<RecordedChange, 'input'>): string | undefined =>
  inputText(input, 'mount');

export const scopeOfChange = ({ items }: Pick<Receipt, 'items'>, change: RecordedChange): Scope => {
  const { item, input, namespace, organization } = change;
  const ofItem = item === undefined ? undefined : items?.[item - 1]?.scope;
  const scope = {
    organization: inputText(input, 'organization_name') ?? organization ?? ofItem?.organization,
    namespace: inputText(input, 'namespace') ?? ofItem?.namespace ?? namespace,
    mount: mountOfChange(change),
  };
  return Object.fromEntries(Object.entries(scope).filter(([, value]) => value !== undefined));
};

export const unnamedScope = ({ organization, ...rest }: Scope, name: string): Scope =>
  organization === undefined || name.startsWith(`${organization}/`) ? rest : { ...rest, organization };

/** Qualifies a name if the receipt has objects of several organizations: `acme/web`. */
export const nameInReceipt = (receipt: Receipt, name: string, { organization }: Scope): string => {
  const all = [
    ...receipt.changes.map((one) => scopeOfChange(receipt, one)),
    ...(receipt.items ?? []).map(({ scope }) => scope),
  ].flatMap((scope) => scope.organization ?? []);
  return organization === undefined || new Set(all).size < 2 || name.startsWith(`${organization}/`)
    ? name
    : `${organization}/${name}`;
};

export const objectNameOf = (receipt: Receipt, change: RecordedChange): string => {
  const { item, name } = change;
  const ofItem = item === undefined ? undefined : receipt.items?.[item - 1]?.name;
  return nameInReceipt(receipt, ofItem ?? name, scopeOfChange(receipt, change));
};

export const unknownBecause = ({ final, operation }: RecordedChange): string =>
  final ?? `this trivet does not know ${operation}`;

export const labelOf = (receipt: Receipt, change: RecordedChange): string =>
  shellWord(String(numberOf(receipt, change) ?? objectNameOf(receipt, change)));

/** The secrets service has mount paths from the root; a change that was not sent has only its scope. */
const placeOf = (receipt: Receipt, change: RecordedChange): Readonly<Record<string, string>> => {
  const { service, url } = change;
  const { organization, namespace, mount } = scopeOfChange(receipt, change);
  const isPath =
    mount !== undefined || (isServiceName(service) && serviceTraits[service].headers !== undefined);
  return {
    ...(url === '' ? {} : { server: url }),
    ...(organization === undefined ? {} : { organization }),
    ...(isPath
      ? { path: pathFromRoot(namespace, mount ?? '') }
      : namespace === undefined
        ? {}
        : { namespace }),
  };
};

const facts = async (
  catalogue: Catalogue,
  receipt: Receipt,
  change: RecordedChange,
): Promise<Readonly<Record<'place' | 'own', Readonly<Record<string, string>>>>> => {
  const { input, operation } = change;
  const keeps = (await catalogue.operation(operation))?.undo?.keptParameters ?? [];
  const own = Object.entries(input).flatMap(([key, one]) =>
    key === 'mount' || keeps.includes(key) || typeof one !== 'string' ? [] : [[key, one] as const],
  );
  const place = placeOf(receipt, change);
  return { place, own: { ...Object.fromEntries(own), ...place } };
};

const refuseSeveral = async (
  catalogue: Catalogue,
  receipt: Receipt,
  name: string,
  named: readonly RecordedChange[],
  again: (label: string) => string,
): Promise<void> => {
  const found = await Promise.all(named.map((one) => facts(catalogue, receipt, one)));
  // Scopes say more to a person than IDs.
  const arePlaced = new Set(found.map(({ place }) => writeJson(place))).size === found.length;
  const all = found.map(({ place, own }) => (arePlaced ? place : own));
  const told = [...new Set(all.flatMap((one) => Object.keys(one)))].filter(
    (key) => new Set(all.flatMap((one) => one[key] ?? [])).size > 1,
  );
  const [first] = named;
  if (first === undefined || told.length === 0) return;
  const spelled = named.map((change, index) => {
    const one = told.flatMap((key) => {
      const value = all[index]?.[key];
      return value === undefined ? [] : [`${key} ${value || 'of the root'}`];
    });
    return `${labelOf(receipt, change)} (${one.join(', ')})`;
  });
  throw usageError(
    `receipt ${receipt.id} has several objects ${name}: ${spelled.join(', ')}`,
    `Give the number of the one that is meant: ${again(labelOf(receipt, first))}`,
  );
};

/**
 * Finds the changes that a name or a number means.
 * @param again whether the number of one of several is given
 * @throws TrivetError usage, for none, and for a name of several objects
 */
export const meantBy = async (
  catalogue: Catalogue,
  receipt: Receipt,
  all: readonly RecordedChange[],
  text: string,
  again: (label: string) => string,
): Promise<readonly RecordedChange[]> => {
  const named = all.filter((one) => {
    const { organization } = scopeOfChange(receipt, one);
    const name = objectNameOf(receipt, one);
    return text === name || text === one.name || text === `${organization ?? ''}/${name}`;
  });
  if (named.length > 0) await refuseSeveral(catalogue, receipt, text, named, again);
  // A name that looks like a number wins over numbers.
  const meant = named.length > 0 ? named : all.filter((one) => text === String(numberOf(receipt, one)));
  if (meant.length === 0)
    throw usageError(
      `receipt ${receipt.id} has no object ${text}`,
      `Look at it: trivet changes show ${receipt.id}`,
    );
  return meant;
};
