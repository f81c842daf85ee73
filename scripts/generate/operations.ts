/** Every operation: those that commands name, and those that trivet sends by itself. */
import type { Operation } from '../../src/catalogue/operation.ts';
import * as jobsTogether from '../../src/commands/job/operations/of-all-jobs.ts';
import * as jobLogs from '../../src/commands/job/operations/logs.ts';
import * as jobChecks from '../../src/commands/job/operations/placement.ts';
import * as jobRestart from '../../src/commands/job/operations/restart.ts';
import * as pkiCert from '../../src/commands/pki/operations/cert.ts';
import * as pkiIssuer from '../../src/commands/pki/operations/issuer.ts';
import * as pkiRevoke from '../../src/commands/pki/operations/revoke.ts';
import * as jobLogin from '../../src/services/jobs/login-operations.ts';
import * as jobPlaced from '../../src/services/jobs/placed.ts';
import * as jobWhoami from '../../src/services/jobs/whoami.ts';
import * as entity from '../../src/services/secrets/entity.ts';
import * as secretLogin from '../../src/services/secrets/login-operations.ts';
import * as scopes from '../../src/services/secrets/scopes.ts';
import * as secretWhoami from '../../src/services/secrets/whoami.ts';
import * as workspacePlaced from '../../src/services/workspaces/placed.ts';
import * as workspaceWhoami from '../../src/services/workspaces/whoami.ts';
import type { LoadedGroup } from './catalogue.ts';

/** Modules with operations that no command names; test/beyond.test.ts fails where one is missing. */
const modules = [
  jobsTogether,
  jobLogs,
  jobChecks,
  jobRestart,
  pkiCert,
  pkiIssuer,
  pkiRevoke,
  jobLogin,
  jobPlaced,
  jobWhoami,
  entity,
  secretLogin,
  scopes,
  secretWhoami,
  workspacePlaced,
  workspaceWhoami,
];

const isOperation = (value: unknown): value is Operation =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'effect' in value;

export const operationsOf = (catalogue: readonly LoadedGroup[]): readonly Operation[] => [
  ...new Set([
    ...catalogue.flatMap(({ commands }) =>
      commands.flatMap(({ operations }) => operations.map(({ operation }) => operation)),
    ),
    ...modules.flatMap((module) => Object.values<unknown>(module).filter(isOperation)),
  ]),
];
