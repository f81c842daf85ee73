import { usageError } from '../../../../system/error.ts';
import type { ObjectName, ScopeValues } from './desired.ts';
import { scopeKeys } from './desired.ts';
import type { ObjectKind } from '../../../../catalogue/kind.ts';
import type { ServiceName } from '../../../../catalogue/product.ts';
import { allFlags } from '../../../../config/globals.ts';
import { repeatedFlags } from '../../../../run/given-globals.ts';
import type { Session } from '../../../../run/session/session.ts';
import { parametersOf } from '../../../../catalogue/command.ts';
import { storageName } from '../../../../catalogue/storage-path.ts';
import { scopeFor } from './object.ts';

export type ScopeInput = Readonly<{
  organization?: string | undefined;
  namespace?: string | undefined;
  mount?: string | undefined;
}>;

export const placedAs = (words: readonly string[] | undefined): ScopeInput => {
  const found = new Map<string, string>();
  for (const word of words ?? []) {
    const equals = word.indexOf('=');
    const key = scopeKeys.find((one) => one === word.slice(0, equals));
    if (key === undefined || found.has(key))
      throw usageError(
        `--as ${word} must be one of ${scopeKeys.map((one) => `${one}=NAME`).join(', ')}, each once`,
      );
    found.set(key, word.slice(equals + 1));
  }
  return Object.fromEntries(found);
};

/** The scope of an object in a file: as `--as` says, else as its file says, else by the flags. */
export const scopeOfFile = (
  kind: ObjectKind,
  said: ScopeInput,
  input: ScopeInput & { readonly as?: readonly string[] | undefined },
): ScopeInput => {
  const elsewhere = placedAs(input.as);
  return Object.fromEntries(kind.scope.map((key) => [key, elsewhere[key] ?? said[key] ?? input[key]]));
};

export const objectNamed = async (
  session: Session,
  kind: ObjectKind,
  typed: string,
  flags: ScopeInput,
): Promise<ObjectName> => {
  const { baseUrl: address } = await session.endpoint(kind.service);
  const form = Object.values(parametersOf(kind.show)).find((one) => one.address !== undefined)?.address;
  if (form !== undefined) {
    const { [form.name]: name = typed, organization_name: organization } = form.parse(typed, 'name');
    if (
      organization !== undefined &&
      flags.organization !== undefined &&
      organization !== flags.organization
    ) {
      throw usageError(`--organization ${flags.organization} contradicts ${kind.kind}:${typed}`);
    }
    const scope = await scopeFor(session, kind, {
      ...flags,
      organization: organization ?? flags.organization,
    });
    if (scope.organization === undefined) throw noOrganization();
    return { kind, name, scope, address };
  }
  if (kind.singleton === true) {
    const scope = await scopeFor(session, kind, { ...flags, mount: typed === '' ? flags.mount : typed });
    return { kind, name: scope.mount ?? typed, scope, address };
  }
  const scope = await scopeFor(session, kind, flags);
  return { kind, name: storageName(kind, typed), scope, address };
};

const noOrganization = (): Error =>
  usageError(
    'no organization is given',
    'Give --organization, TRIVET_ORGANIZATION, or set one in the profile.',
  );

/** @param mayBeEvery accepts the namespace `*` */
export const scopeOfKind = async (
  session: Session,
  kind: ObjectKind,
  flags: ScopeInput,
  mayBeEvery = false,
): Promise<ScopeValues> => {
  const scope = await scopeFor(session, kind, flags, mayBeEvery);
  if (kind.scope.includes('organization') && scope.organization === undefined) throw noOrganization();
  return scope;
};

export const refuseFlagsOfOne = (session: Session, services: Iterable<ServiceName>): void => {
  if (new Set(services).size < 2) return;
  const [flag] = repeatedFlags(session.globals)
    .map(({ key }) => key)
    .filter((key) => allFlags[key]?.services !== 'all' && key !== 'ca-file');
  if (flag === undefined) return;
  throw usageError(
    `the objects belong to more than one service, and --${flag} is a setting of one`,
    'Use --profile, or name objects of one service.',
  );
};
