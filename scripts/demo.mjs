// A tour of real commands in a separate sandbox. It leaves nothing behind.
import { spawnSync } from 'node:child_process';
import { openSandbox } from './terminal.mjs';

const tour = [
  [
    'List workspaces, as a table or as data',
    'trivet workspace list --limit 5 --fields name,id,execution-mode,locked -o table',
  ],
  [undefined, "trivet workspace list --query 'length(data)'"],
  [
    'Lock a workspace; a second lock is a conflict that names the holder',
    'trivet workspace lock network-prod --reason "the tour" -o name',
  ],
  [undefined, 'trivet workspace lock network-prod; echo "exit code $?"'],
  ['See the exact request instead of sending it', 'trivet workspace unlock network-prod --dry-run'],
  [
    'Issue a certificate into files; only you can read the key',
    'trivet pki issue web --common-name www.example.com --ttl 24h --out www -o table',
  ],
  [undefined, 'ls -l www'],
  [
    'Borrow a directory account for one command',
    `trivet ldap library check-out team/ops -- sh -c 'echo "I am $LDAP_USERNAME"'`,
  ],
  ['Summarize a job', 'trivet job summary api -o table'],
  [
    'Rehearse a server that limits the rate: trivet waits and retries',
    'trivet sandbox exec --fault 429:1 -- trivet workspace show network-prod --field name; echo',
  ],
  [
    'Rehearse a lost reply: the outcome is unknown, and trivet prints the command that shows it',
    'trivet sandbox exec --fault lost:1@/actions/lock -- trivet workspace lock network-prod; echo "exit code $?"',
  ],
];

const bold = process.stdout.isTTY ? (text) => `\u001b[1m${text}\u001b[0m` : (text) => text;
const sandbox = await openSandbox();
try {
  for (const [title, line] of tour) {
    if (title !== undefined) process.stdout.write(`\n${bold(title)}\n`);
    process.stdout.write(`$ ${line}\n`);
    const { error } = spawnSync('/bin/sh', ['-c', line], {
      env: sandbox.env,
      cwd: sandbox.cwd,
      stdio: ['ignore', 'inherit', process.stdout],
    });
    if (error !== undefined) throw error;
  }
} finally {
  await sandbox.close();
}
process.stdout.write(`\nYour turn: bin/trivet sandbox exec -- sh\n`);
