// A tour: real commands and their real output, against a sandbox that lives as long as the tour. Leaves nothing behind.
import { spawnSync } from 'node:child_process';
import { openSandbox } from './terminal.mjs';

const tour = [
  [
    'Workspaces: a list, as a table or as data',
    'trivet workspace list --limit 5 --fields name,id,execution-mode,locked -o table',
  ],
  [undefined, "trivet workspace list --query 'length(data)'"],
  [
    'Lock one, and see what a second lock says',
    'trivet workspace lock network-prod --reason "the tour" -o name',
  ],
  [undefined, 'trivet workspace lock network-prod; echo "exit code $?"'],
  ['The very request, before it is sent', 'trivet workspace unlock network-prod --dry-run'],
  [
    'A certificate, into files that only you can read',
    'trivet pki issue web --common-name www.example.com --ttl 24h --out www -o table',
  ],
  [undefined, 'ls -l www'],
  [
    'A directory account, lent for one command',
    `trivet ldap library check-out team/ops -- sh -c 'echo "I am $LDAP_USERNAME"'`,
  ],
  ['Jobs', 'trivet job summary api -o table'],
  [
    'A server that limits the rate: trivet waits as long as it is told',
    'trivet sandbox exec --fault 429:1 -- trivet workspace show network-prod --field name; echo',
  ],
  [
    'A reply that was lost: the outcome is unknown, and trivet says how to look',
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
process.stdout.write(`\nYour turn: trivet sandbox exec -- sh\n`);
