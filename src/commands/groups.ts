/** In the order of `trivet --help`, the daily ones first. */
import type { Group } from '../catalogue/command.ts';

export const groups: readonly Group[] = [
  {
    name: 'workspace',
    summary: 'Infrastructure workspaces: settings, locks, tags, consumers',
    service: 'workspaces',
    load: async () => (await import('./workspace/commands.ts')).default,
  },
  {
    name: 'job',
    summary: 'Jobs: plan, register, dispatch, scale, revert, run actions',
    service: 'jobs',
    load: async () => (await import('./job/commands.ts')).default,
  },
  {
    name: 'pki',
    summary: 'Certificates: CA, roles, issuing, signing, revocation',
    service: 'secrets',
    load: async () => (await import('./pki/commands.ts')).default,
  },
  {
    name: 'aws',
    summary: 'AWS credentials: roles, users and tokens on demand',
    service: 'secrets',
    load: async () => (await import('./aws/commands.ts')).default,
  },
  {
    name: 'ldap',
    summary: 'Directory accounts: rotated, created on demand, lent out',
    service: 'secrets',
    load: async () => (await import('./ldap/commands.ts')).default,
  },
  {
    name: 'lease',
    summary: 'Leases and wrapped replies of the secrets service',
    service: 'secrets',
    load: async () => (await import('./lease/commands.ts')).default,
  },
  {
    name: 'message',
    summary: 'Messages of the UI (Vault Enterprise)',
    service: 'secrets',
    load: async () => (await import('./message/commands.ts')).default,
  },
  {
    name: 'status',
    summary: 'What is locked, failing, waiting, lent or expiring',
    load: async () => (await import('./status/commands.ts')).default,
  },
  {
    name: 'watch',
    summary: 'Live view of urgent things, or any object',
    load: async () => (await import('./watch/commands.ts')).default,
  },
  {
    name: 'how',
    summary: 'Find the command for a question',
    load: async () => (await import('./how/commands.ts')).default,
  },
  {
    name: 'diff',
    summary: 'Compare files with the servers',
    load: async () => (await import('./state/diff.ts')).default,
  },
  {
    name: 'apply',
    summary: 'Make the servers match files',
    load: async () => (await import('./state/apply.ts')).default,
  },
  {
    name: 'export',
    summary: 'Write objects of the servers as files',
    load: async () => (await import('./state/export.ts')).default,
  },
  {
    name: 'changes',
    summary: 'Receipts of changes: list, continue, settle',
    load: async () => (await import('./changes/commands.ts')).default,
  },
  {
    name: 'undo',
    summary: 'Take back what a command changed',
    load: async () => (await import('./undo/commands.ts')).default,
  },
  {
    name: 'profile',
    summary: 'Named sets of servers and their settings',
    load: async () => (await import('./profile/commands.ts')).default,
  },
  {
    name: 'login',
    summary: 'Log in to services',
    load: async () => (await import('./auth/commands.ts')).loginAlone,
  },
  {
    name: 'logout',
    summary: 'Log out of services',
    load: async () => (await import('./auth/commands.ts')).logoutAlone,
  },
  {
    name: 'whoami',
    summary: 'Show whose token each service gets',
    load: async () => (await import('./whoami/commands.ts')).default,
  },
  {
    name: 'auth',
    summary: 'Sessions and tokens of a profile',
    load: async () => (await import('./auth/commands.ts')).default,
  },
  {
    name: 'doctor',
    summary: 'Check addresses, TLS, servers, tokens, permissions and clocks',
    load: async () => (await import('./doctor/commands.ts')).default,
  },
  {
    name: 'api',
    summary: 'Raw requests to any endpoint of a service',
    load: async () => (await import('./api/commands.ts')).default,
  },
  {
    name: 'batch',
    summary: 'Many command lines in one process, resumable',
    load: async () => (await import('./batch/commands.ts')).default,
  },
  {
    name: 'sandbox',
    summary: 'The three APIs on this machine, for rehearsals',
    load: async () => (await import('./sandbox/commands.ts')).default,
  },
  {
    name: 'mcp',
    summary: 'Commands as tools for agents (Model Context Protocol)',
    load: async () => (await import('./mcp/commands.ts')).default,
  },
  {
    name: 'skill',
    summary: 'What an agent needs to know about trivet',
    load: async () => (await import('./skill/commands.ts')).default,
  },
  {
    name: 'completion',
    summary: 'Completion scripts for bash, zsh, fish and PowerShell',
    load: async () => (await import('./completion/commands.ts')).default,
  },
  {
    name: 'man',
    summary: 'Manual pages of trivet and of each command',
    load: async () => (await import('./man/commands.ts')).default,
  },
  {
    name: 'manifest',
    summary: 'Description of every command, for programs',
    load: async () => (await import('./manifest/commands.ts')).default,
  },
  {
    name: 'version',
    summary: 'Show the version, and how it was built',
    load: async () => (await import('./version/commands.ts')).default,
  },
];
