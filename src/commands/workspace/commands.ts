import type { Command, OperationChoice } from '../../catalogue/command.ts';
import { commandOf, commandOfEither, running } from '../../catalogue/command.ts';
import type { Operation } from '../../catalogue/operation.ts';
import type { Parameters } from '../../catalogue/parameter.ts';
import { loanFlags, waitFlags } from '../../config/globals.ts';
import { address, newAddress } from './address.ts';
import * as consumer from './operations/consumer.ts';
import { create } from './operations/create.ts';
import { forceDelete, forceDeleteByName, safeDelete, safeDeleteByName } from './operations/delete.ts';
import { list } from './operations/list.ts';
import { forceUnlock, lock, unlock } from './operations/lock.ts';
import * as retentionPolicy from './operations/retention-policy.ts';
import { show, showByName } from './operations/show.ts';
import * as sshKey from './operations/ssh-key.ts';
import * as tag from './operations/tag.ts';
import { update, updateByName } from './operations/update.ts';

const workspace = [{ name: 'workspace_id' }] as const;

/** `ws-…` is an ID; `org/name`, or a bare name with an organization, is a name. */
const addressed = <ById extends Operation, ByName extends Operation>(
  byId: ById,
  byName: ByName,
): readonly [OperationChoice<ById | ByName>, OperationChoice<ById | ByName>] => [
  { when: 'by-id', operation: byId },
  { when: 'by-name', operation: byName },
];

const byAddress = {
  workspace: {
    in: 'local',
    type: 'string',
    summary: 'Workspace: ID, org/name, or name',
    address,
    complete: 'workspace',
  },
} as const satisfies Parameters;

const place = { positional: [{ name: 'workspace' }], local: byAddress } as const;

const limit = {
  limit: {
    in: 'local',
    type: 'integer',
    summary: 'Stop after this many items',
    limits: { minimum: 1 },
    metavar: 'n',
  },
} as const satisfies Parameters;

const commands: readonly Command[] = [
  commandOf('workspace create', create, {
    positional: [{ name: 'name' }],
    local: { name: { ...create.parameters.name, address: newAddress } },
    aliases: ['new'],
  }),
  commandOf('workspace list', list, { local: limit }),
  commandOfEither('workspace show', addressed(show, showByName), {
    ...place,
    aliases: ['read', 'get'],
  }),
  commandOfEither('workspace update', addressed(update, updateByName), {
    ...place,
    aliases: ['edit', 'set'],
  }),
  commandOfEither('workspace delete', addressed(safeDelete, safeDeleteByName), {
    ...place,
    local: { ...byAddress, ...waitFlags('Retry while the state is being processed') },
    workflow: () => import('./workflows/delete.ts'),
    aliases: ['safe-delete'],
  }),
  commandOfEither('workspace force-delete', addressed(forceDelete, forceDeleteByName), {
    ...place,
  }),
  commandOf('workspace lock', lock, {
    positional: workspace,
    local: loanFlags,
    workflow: () => import('./workflows/lock.ts'),
    tail: true,
  }),
  commandOf('workspace unlock', unlock, {
    positional: workspace,
    local: waitFlags('Retry until the latest state version is final'),
    workflow: () => import('./workflows/release.ts').then(running('unlocked')),
  }),
  commandOf('workspace force-unlock', forceUnlock, {
    positional: workspace,
    workflow: () => import('./workflows/release.ts').then(running('broken')),
  }),
  commandOf('workspace ssh-key assign', sshKey.assign, {
    positional: [{ name: 'workspace_id' }, { name: 'ssh-key-id' }],
  }),
  commandOf('workspace ssh-key unassign', sshKey.unassign, { positional: workspace }),
  commandOf('workspace consumer list', consumer.list, { positional: workspace, local: limit }),
  commandOf('workspace consumer add', consumer.add, {
    positional: [{ name: 'workspace_id' }, { name: 'consumers', variadic: true }],
    workflow: () => import('./workflows/consumers.ts'),
  }),
  commandOf('workspace consumer replace', consumer.replace, {
    positional: [{ name: 'workspace_id' }, { name: 'consumers', variadic: true, optional: true }],
    workflow: () => import('./workflows/consumers.ts'),
  }),
  commandOf('workspace consumer remove', consumer.remove, {
    positional: [{ name: 'workspace_id' }, { name: 'consumers', variadic: true }],
    workflow: () => import('./workflows/consumers.ts'),
  }),
  commandOf('workspace tag list', tag.list, { positional: workspace, local: limit }),
  commandOf('workspace tag add', tag.add, {
    positional: [{ name: 'workspace_id' }, { name: 'tags', variadic: true, optional: true }],
    workflow: () => import('./workflows/tags.ts'),
  }),
  commandOf('workspace tag remove', tag.remove, {
    positional: [
      { name: 'workspace_id' },
      {
        name: 'tags',
        variadic: true,
        optional: true,
        asked: ['tag', 'id', 'body', 'set'],
        pickedFrom: { command: 'workspace tag list', field: 'name' },
      },
    ],
    workflow: () => import('./workflows/tags.ts'),
  }),
  commandOf('workspace retention-policy show', retentionPolicy.show, { positional: workspace }),
  commandOf('workspace retention-policy set', retentionPolicy.set, {
    positional: workspace,
    workflow: () => import('./workflows/retention-policy.ts'),
  }),
  commandOf('workspace retention-policy delete', retentionPolicy.remove, { positional: workspace }),
];

export default commands;
