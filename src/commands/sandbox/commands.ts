import type { Command } from '../../catalogue/command.ts';
import { ownCommand } from '../../catalogue/command.ts';
import type { Parameters } from '../../catalogue/parameter.ts';
import { toggle } from '../../catalogue/parameter.ts';
import { serviceNames, serviceTraits } from '../../catalogue/product.ts';

const shared = {
  port: {
    in: 'local',
    type: 'integer',
    summary: 'Port on 127.0.0.1',
    default: 'a free one',
    limits: { minimum: 1, maximum: 65_535 },
    metavar: 'port',
  },
  empty: toggle('Start without the demo state'),
  fault: {
    in: 'local',
    type: 'strings',
    summary: 'Make requests fail: 429:3, 503:2@/organizations, reset:1, lost:1, slow:200ms',
    metavar: 'spec',
  },
} as const satisfies Parameters;

/** For tests of other clients. */
const double = {
  product: {
    in: 'local',
    type: 'strings',
    summary: 'Products to speak like, such as vault@1.19+ent,nomad',
    default: 'the documented APIs',
    metavar: 'product[@version]',
  },
  tls: toggle('Serve HTTPS with an authority of its own'),
  seed: {
    in: 'local',
    type: 'string',
    summary: 'Make IDs, passwords, keys and certificates repeatable',
    metavar: 'text',
  },
  time: { in: 'local', type: 'string', summary: 'Start the clock at this time', metavar: 'time' },
  frozen: toggle('Stop the clock until a test moves it'),
  state: {
    in: 'local',
    type: 'string',
    summary: 'Start with the objects of these files',
    complete: 'file',
    metavar: 'folder',
  },
} as const satisfies Parameters;

const usualProducts = serviceNames.flatMap((one) => serviceTraits[one].usualProduct ?? []).join(',');

const commands: readonly Command[] = [
  ownCommand({
    path: 'sandbox start',
    summary: 'Serve the three APIs on this machine',
    description:
      'Prints the addresses and tokens as lines for a shell and serves until it is interrupted: on a loopback ' +
      'port with random tokens, unless --listen and --token say otherwise. An address that other machines can ' +
      'reach needs a token. The roles are owner, operator, reviewer, reader and organization, or single rights of ' +
      'the jobs service, such as list-jobs+read-job+plan-job, and capabilities on paths of the secrets service, such as ' +
      'pki/issue/web=update+pki/roles/*=read; the products are ' +
      'generic (the API documents), hcp-terraform, terraform-enterprise, otf, vault, openbao and nomad. TRIVET_SANDBOX_CONTROL is the token of the control endpoints under /-/, which reset ' +
      'and restore the state, list requests, inject faults and move the clock. --product makes the replies like ' +
      'those of a product and a version. --state replaces the demo state by files that export wrote; locks, runs, ' +
      'keys, certificates, leases and secrets are not in them. docs/sandbox.md shows tests in several languages.',
    local: {
      port: shared.port,
      listen: {
        in: 'local',
        type: 'string',
        summary: 'Address to listen on',
        default: '127.0.0.1 and a free port',
        metavar: 'host:port',
      },
      'allow-host': {
        in: 'local',
        type: 'strings',
        summary: 'Host names by which clients reach it',
        metavar: 'name',
      },
      'ca-out': {
        in: 'local',
        type: 'string',
        summary: 'Write the authority of --tls to this file',
        complete: 'file',
        metavar: 'file',
      },
      token: {
        in: 'local',
        type: 'strings',
        summary: "Accept a token; by default an owner's",
        metavar: 'name=token[:role|:rights]',
      },
      save: {
        in: 'local',
        type: 'string',
        summary: 'Write the state there at the end',
        complete: 'file',
        metavar: 'folder',
      },
      empty: shared.empty,
      fault: shared.fault,
      ...double,
      // The product that most clients expect; `generic` has to be named.
      product: { ...double.product, default: usualProducts },
    },
    workflow: () => import('./workflows/start.ts'),
    requests: 'none',
    prints: 'script',
    audience: 'people',
    examples: [
      { summary: 'On a fixed port', argv: 'sandbox start --port 8321' },
      { summary: 'The first three requests are refused with 429', argv: 'sandbox start --fault 429:3' },
      {
        summary: 'A fixed port and token, as Vault Enterprise and Nomad reply',
        argv: 'sandbox start --listen 127.0.0.1:8321 --token owner=test-token --product vault@1.19+ent,nomad@2.0',
      },
      {
        summary: 'In a container, with TLS',
        argv: 'sandbox start --listen 0.0.0.0:8321 --allow-host sandbox --token owner=env:SANDBOX_TOKEN --tls',
      },
      {
        summary: 'The same bytes in every run',
        argv: 'sandbox start --seed 1 --time 2026-01-01T00:00:00Z --frozen',
      },
      { summary: 'With the objects of a folder', argv: 'sandbox start --state infra/' },
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
        enum: ['owner', 'operator', 'reviewer', 'reader', 'organization'],
        metavar: 'who',
      },
      scenario: {
        in: 'local',
        type: 'strings',
        summary: 'What has gone wrong at its start',
        suggests: [
          'crash-loop',
          'stuck-deployment',
          'forgotten-lock',
          'expired-certificate',
          'sealed-secrets',
        ],
        metavar: 'scenario',
      },
      'vendor-env': toggle("Set the variables of the vendors' tools"),
      ...double,
    },
    workflow: () => import('./workflows/exec.ts'),
    requests: 'none',
    tail: true,
    examples: [
      { summary: 'A first command', argv: 'sandbox exec -- trivet workspace list' },
      {
        summary: "For a vendor's tool",
        argv: 'sandbox exec --vendor-env --product vault -- sh -c \'curl -s "$VAULT_ADDR/v1/sys/health"\'',
      },
      { summary: 'A night to rehearse', argv: 'sandbox exec --scenario crash-loop -- trivet status' },
      { summary: 'A whole script', argv: "sandbox exec -- sh -c 'trivet workspace lock demo/network-prod'" },
    ],
  }),
];

export default commands;
