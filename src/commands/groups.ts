/** The groups in the order of `trivet --help`, the daily ones first. */
import type { Group } from '../catalogue/catalogue.ts';
import type { Command } from '../catalogue/command.ts';
import type { ObjectKind } from '../catalogue/kind.ts';
import type own from './own.ts';

const ofTrivet =
  (name: keyof typeof own): Group['load'] =>
  async () =>
    (await import('./own.ts')).default[name];

interface Loaded {
  readonly commands: readonly Command[];
  readonly default: readonly ObjectKind[];
}

const withKinds = (load: () => Promise<Loaded>): Pick<Group, 'load' | 'kinds'> => ({
  load: async () => (await load()).commands,
  kinds: async () => (await load()).default,
});

export const groups: readonly Group[] = [
  {
    name: 'workspace',
    summary: 'Infrastructure workspaces: settings, locks, tags, consumers',
    service: 'workspaces',
    ...withKinds(() => import('./workspace/kinds.ts')),
  },
  {
    name: 'job',
    summary: 'Jobs: plan, register, dispatch, scale, revert, run actions',
    service: 'jobs',
    ...withKinds(() => import('./job/kinds.ts')),
  },
  {
    name: 'pki',
    summary: 'Certificates: CA, roles, issuing, signing, revocation',
    service: 'secrets',
    ...withKinds(() => import('./pki/kinds.ts')),
  },
  {
    name: 'aws',
    summary: 'AWS credentials: roles, users and tokens on demand',
    service: 'secrets',
    ...withKinds(() => import('./aws/kinds.ts')),
  },
  {
    name: 'ldap',
    summary: 'Directory accounts: rotated, created on demand, lent out',
    service: 'secrets',
    ...withKinds(() => import('./ldap/kinds.ts')),
  },
  {
    name: 'lease',
    summary: 'Leases and wrapped replies of the secrets service',
    service: 'secrets',
    ...withKinds(() => import('./lease/kinds.ts')),
  },
  {
    name: 'message',
    summary: 'Messages of the UI (Vault Enterprise)',
    service: 'secrets',
    ...withKinds(() => import('./message/kinds.ts')),
  },
  {
    name: 'status',
    summary: 'What is locked, failing, waiting, lent or expiring',
    load: ofTrivet('status'),
  },
  {
    name: 'watch',
    summary: 'Live view of urgent things, or any object',
    load: ofTrivet('watch'),
  },
  {
    name: 'how',
    summary: 'Find the command for a question',
    load: ofTrivet('how'),
  },
  {
    name: 'diff',
    summary: 'Compare files with the servers',
    load: ofTrivet('diff'),
  },
  {
    name: 'apply',
    summary: 'Make the servers match files',
    load: ofTrivet('apply'),
  },
  {
    name: 'export',
    summary: 'Write objects of the servers as files',
    load: ofTrivet('export'),
  },
  {
    name: 'changes',
    summary: 'Receipts of changes: list, continue, settle',
    load: ofTrivet('changes'),
  },
  {
    name: 'undo',
    summary: 'Take back what a command changed',
    load: ofTrivet('undo'),
  },
  {
    name: 'profile',
    summary: 'Named sets of servers and their settings',
    load: ofTrivet('profile'),
  },
  {
    name: 'login',
    summary: 'Log in to services',
    load: ofTrivet('login'),
  },
  {
    name: 'logout',
    summary: 'Log out of services',
    load: ofTrivet('logout'),
  },
  {
    name: 'whoami',
    summary: 'Show whose token each service gets',
    load: ofTrivet('whoami'),
  },
  {
    name: 'auth',
    summary: 'Sessions and tokens of a profile',
    load: ofTrivet('auth'),
  },
  {
    name: 'doctor',
    summary: 'Check addresses, TLS, servers, tokens, permissions and clocks',
    load: ofTrivet('doctor'),
  },
  {
    name: 'api',
    summary: 'Raw requests to any endpoint of a service',
    load: ofTrivet('api'),
  },
  {
    name: 'batch',
    summary: 'Many command lines in one process, resumable',
    load: ofTrivet('batch'),
  },
  {
    name: 'sandbox',
    summary: 'The three APIs on this machine, for rehearsals',
    load: ofTrivet('sandbox'),
  },
  {
    name: 'mcp',
    summary: 'Commands as tools for agents (Model Context Protocol)',
    load: ofTrivet('mcp'),
  },
  {
    name: 'skill',
    summary: 'What an agent needs to know about trivet',
    load: ofTrivet('skill'),
  },
  {
    name: 'completion',
    summary: 'Completion scripts for bash, zsh, fish and PowerShell',
    load: ofTrivet('completion'),
  },
  {
    name: 'man',
    summary: 'Manual pages of trivet and of each command',
    load: ofTrivet('man'),
  },
  {
    name: 'manifest',
    summary: 'Description of every command, for programs',
    load: ofTrivet('manifest'),
  },
  {
    name: 'version',
    summary: 'Show the version, and how it was built',
    load: ofTrivet('version'),
  },
];
