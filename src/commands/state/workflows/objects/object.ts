import { usageError } from '../../../../system/error.ts';
import { namedMounts } from '../../../../config/named-mounts.ts';
import type { Command } from '../../../../catalogue/command.ts';
import type { ObjectName, ScopeValues } from './desired.ts';
import type { ObjectKind } from '../../../../catalogue/kind.ts';
import type { Operation } from '../../../../catalogue/operation.ts';
import type { InputRecord } from '../../../../catalogue/parameter.ts';
import type { ServiceName } from '../../../../catalogue/product.ts';
import { withoutSlash } from '../../../../catalogue/storage-path.ts';
import { serviceTraits } from '../../../../catalogue/product.ts';
import type { CallOptions, Session } from '../../../../run/session/session.ts';
import { fallbackOf } from '../../../../services/context.ts';
import { namespaceIn } from '../../../../services/index.ts';

export const operationOf = ({ path, operations }: Command): Operation => {
  const found =
    operations.find(({ when }) => when === 'by-name' || (typeof when === 'object' && 'absent' in when)) ??
    operations[0];
  if (found === undefined) throw new Error(`${path} has no operation`);
  return found.operation;
};

export const operationById = ({ operations }: Command): Operation | undefined =>
  operations.find(({ when }) => when === 'by-id')?.operation;

/** @param id if the server assigned one */
export const inputFor = (
  operation: Operation,
  { kind, name, scope }: Omit<ObjectName, 'address'>,
  id?: string,
): InputRecord => {
  const values: InputRecord = {
    organization_name: scope.organization,
    mount: scope.mount,
    namespace: serviceTraits[kind.service].headers !== undefined ? undefined : scope.namespace,
    name,
    [kind.name.input]: id ?? name,
  };
  return Object.fromEntries(
    Object.entries(operation.parameters).flatMap(([key, parameter]) =>
      parameter.in !== 'body' && values[key] !== undefined ? [[key, values[key]] as const] : [],
    ),
  );
};

/** The namespace of secrets is a header. */
export const placed = ({ service }: ObjectKind, { namespace }: ScopeValues): CallOptions =>
  serviceTraits[service].headers === undefined || namespace === undefined
    ? {}
    : { headers: namespaceIn(service, namespace) };

const groupOf = (kind: ObjectKind): string => operationOf(kind.show).id.split('.')[0] ?? '';

export const mountsOf = async (session: Session, kind: ObjectKind): Promise<readonly string[]> => {
  const { context } = await session.endpoint(kind.service);
  return kind.scope.includes('mount') ? namedMounts(context, groupOf(kind)) : [];
};

/** The scope from flags, file and context. @param mayBeEvery accepts the namespace `*` */
export const scopeFor = async (
  session: Session,
  kind: ObjectKind,
  given: ScopeValues,
  mayBeEvery = false,
): Promise<ScopeValues> => {
  const { context } = await session.endpoint(kind.service);
  const product = await session.product(kind.service);
  const operation = operationOf(kind.show);
  const mount = operation.parameters['mount'];
  const usual: ScopeValues = {
    organization: context.organization?.value,
    namespace: context.namespace?.value ?? operation.parameters['namespace']?.default,
    mount: context.mounts[groupOf(kind)]?.value ?? (mount && fallbackOf(mount, product)),
  };
  return Object.fromEntries(
    kind.scope.flatMap((one) => {
      const value = given[one] ?? usual[one];
      if (value === '*' && !(mayBeEvery && one === 'namespace'))
        throw usageError(
          `files hold objects of one ${one}, and * means all of them`,
          `Name one: --${one} NAME.`,
        );
      return value === undefined ? [] : [[one, withoutSlash(value)] as const];
    }),
  );
};

/** Returns `workspaces https://host, organization acme`. */
export const placeText = async (
  session: Session,
  service: ServiceName,
  scope: ScopeValues,
): Promise<string> => {
  const { baseUrl } = await session.endpoint(service);
  const places = Object.entries(scope).map(([key, value]) => `${key} ${value}`);
  return [`${service} ${baseUrl}`, ...places].join(', ');
};
