/** `trivet sandbox`: the three documented APIs on this machine, for rehearsals and first steps. */
import type { Command } from '../../model/catalogue/command.ts';
import { ownCommand } from '../../model/catalogue/command.ts';
import type { Parameters } from '../../model/catalogue/parameter.ts';

const shared = {
  port: {
    in: 'local',
    type: 'integer',
    summary: 'Port on 127.0.0.1',
    default: 'a free one',
    limits: { minimum: 1, maximum: 65_535 },
    metavar: 'port',
  },
  empty: { in: 'local', type: 'boolean', summary: 'Start without the demo state' },
  fault: {
    in: 'local',
    type: 'strings',
    summary: 'Make requests fail: 429:3, 503:2@/organizations, reset:1, lost:1, slow:200ms',
    metavar: 'spec',
  },
} as const satisfies Parameters;

const commands: readonly Command[] = [
  ownCommand({
    path: 'sandbox start',
    summary: 'Serve the three APIs on a loopback port',
    description:
      'Prints the addresses and tokens as lines for a shell and serves until it is interrupted. It listens only ' +
      'on 127.0.0.1 and keeps everything in memory.',
    local: shared,
    workflow: () => import('./workflows/start.ts'),
    requests: 'none',
    prints: 'script',
    examples: [
      { summary: 'On a fixed port', argv: 'sandbox start --port 8321' },
      { summary: 'The first three requests are refused with 429', argv: 'sandbox start --fault 429:3' },
    ],
  }),
  ownCommand({
    path: 'sandbox exec',
    summary: 'Run a command against a temporary sandbox',
    description:
      'The sandbox ends with the command, which finds it through TRIVET_ variables; every other TRIVET_ and ' +
      'vendor variable is unset, so that nothing inside can reach a real server. The exit code is that of the ' +
      'command; 127 means that the program was not found, 126 that it could not be started.',
    local: {
      ...shared,
      as: {
        in: 'local',
        type: 'string',
        summary: 'Whose token the command gets',
        default: 'owner',
        enum: ['owner', 'operator', 'reader', 'organization'],
        metavar: 'who',
      },
    },
    workflow: () => import('./workflows/exec.ts'),
    requests: 'none',
    tail: true,
    examples: [
      { summary: 'A first command', argv: 'sandbox exec -- trivet workspace list' },
      { summary: 'A whole script', argv: "sandbox exec -- sh -c 'trivet workspace lock demo/network-prod'" },
    ],
  }),
];

export default commands;
