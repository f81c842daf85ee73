/** Groups that belong to no service; they are small, and loaded together. */
import type { Command } from '../catalogue/command.ts';
import status from './status/commands.ts';
import watch from './watch/commands.ts';
import how from './how/commands.ts';
import diff from './state/diff.ts';
import apply from './state/apply.ts';
import exported from './state/export.ts';
import changes from './changes/commands.ts';
import undo from './undo/commands.ts';
import profile from './profile/commands.ts';
import auth, { loginAlone as login, logoutAlone as logout } from './auth/commands.ts';
import whoami from './whoami/commands.ts';
import doctor from './doctor/commands.ts';
import api from './api/commands.ts';
import batch from './batch/commands.ts';
import sandbox from './sandbox/commands.ts';
import mcp from './mcp/commands.ts';
import skill from './skill/commands.ts';
import completion from './completion/commands.ts';
import man from './man/commands.ts';
import manifest from './manifest/commands.ts';
import version from './version/commands.ts';

const own = {
  status,
  watch,
  how,
  diff,
  apply,
  export: exported,
  changes,
  undo,
  profile,
  login,
  logout,
  whoami,
  auth,
  doctor,
  api,
  batch,
  sandbox,
  mcp,
  skill,
  completion,
  man,
  manifest,
  version,
} as const satisfies Readonly<Record<string, readonly Command[]>>;

export default own;
