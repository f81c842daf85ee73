/** The groups in the order of `trivet --help`, the daily ones first. */
import type { Group } from '../catalogue/catalogue.ts';
import type { Command } from '../catalogue/command.ts';
import type { ObjectKind } from '../catalogue/kind.ts';
import type own from './own.ts';

const ofTrivet = (name: keyof typeof own, summary: string): Group => ({
  name,
  summary,
  load: async () => (await import('./own.ts')).default[name],
});

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
  ofTrivet('status', 'What is locked, failing, waiting, lent or expiring'),
  ofTrivet('watch', 'Live view of urgent things, or any object'),
  ofTrivet('how', 'Find the command for a question'),
  ofTrivet('diff', 'Compare files with the servers'),
  ofTrivet('apply', 'Make the servers match files'),
  ofTrivet('export', 'Write objects of the servers as files'),
  ofTrivet('changes', 'Receipts of changes: list, continue, settle'),
  ofTrivet('undo', 'Take back what a command changed'),
  ofTrivet('profile', 'Named sets of servers and their settings'),
  ofTrivet('login', 'Log in to services'),
  ofTrivet('logout', 'Log out of services'),
  ofTrivet('whoami', 'Show whose token each service gets'),
  ofTrivet('auth', 'Sessions and tokens of a profile'),
  ofTrivet('doctor', 'Check addresses, TLS, servers, tokens, permissions and clocks'),
  ofTrivet('api', 'Raw requests to any endpoint of a service'),
  ofTrivet('batch', 'Many command lines in one process, resumable'),
  ofTrivet('sandbox', 'The three APIs on this machine, for rehearsals'),
  ofTrivet('mcp', 'Commands as tools for agents (Model Context Protocol)'),
  ofTrivet('skill', 'What an agent needs to know about trivet'),
  ofTrivet('completion', 'Completion scripts for bash, zsh, fish and PowerShell'),
  ofTrivet('man', 'Manual pages of trivet and of each command'),
  ofTrivet('manifest', 'Description of every command, for programs'),
  ofTrivet('version', 'Show the version, and how it was built'),
];
