import type { Command } from '../../catalogue/command.ts';
import { ownCommand } from '../../catalogue/command.ts';
import { tableView } from '../../catalogue/view.ts';
import { findingFields } from '../finding-fields.ts';
import { namespaceFlag } from '../status/namespace-flag.ts';
import { service } from '../service-positional.ts';

const commands: readonly Command[] = [
  ownCommand({
    path: 'doctor',
    summary: 'Check addresses, TLS, servers, tokens, permissions and clocks',
    description:
      'Checks every configured service, or the given one, with requests that only read, and says what to do ' +
      'about each problem. Services that are not configured are listed and do not count as errors. The exit ' +
      'code is that of the worst problem, in the order 3 (settings), 8 (unreachable), 4 (token), 7 ' +
      '(unavailable), 5 (not found), 1; warnings exit 0.',
    positional: [{ name: 'service', optional: true }],
    local: {
      service,
      namespace: { ...namespaceFlag, default: 'those of the settings, else default' },
    },
    view: tableView({
      fields: {
        service: { type: 'text', summary: 'Service', rank: 0 },
        ...findingFields,
        detail: { ...findingFields.detail, summary: 'What was found, and what to do' },
      },
      name: 'check',
      rows: { path: 'findings' },
      columns: ['service', 'check', 'status', ['detail', 'finding']],
      empty: 'nothing',
    }),
    workflow: () => import('../../features/doctor/doctor.ts'),
    requests: 'own',
    changes: 'nothing',
    aliases: ['check', 'diagnose', 'ping'],
    examples: [
      { summary: 'Everything that is configured', argv: 'doctor' },
      { summary: 'One service, for a program', argv: 'doctor secrets -o json' },
      { summary: 'Another profile', argv: 'doctor --profile staging' },
    ],
  }),
];

export default commands;
