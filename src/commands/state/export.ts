import { toggle } from '../../catalogue/parameter.ts';
import type { Command } from '../../catalogue/command.ts';
import { ownCommand } from '../../catalogue/command.ts';
import { stateKinds } from '../../catalogue/kind-name.ts';
import { whereFlag } from '../../catalogue/many-flags.ts';
import { Exit } from '../../system/error.ts';
import { environmentFlags, fileFlags, scopeFlags } from './flags.ts';

const commands: readonly Command[] = [
  ownCommand({
    path: 'export',
    summary: 'Write objects of the servers as files',
    description:
      'Prints YAML, one document per object, for trivet diff and trivet apply: every setting that can be written and ' +
      'that the server returned, including defaults. KIND means every object of the kind, KIND:NAME one object, ' +
      'PROFILE@KIND:NAME one of another profile. Of a KIND every mount of the profile is exported, and with --namespace * ' +
      'every namespace. --where keeps only the objects of a KIND that satisfy it. Keys and ' +
      'objects are sorted, so equal objects give equal bytes. Each document says where it belongs: organization, ' +
      'namespace, mount. A comment names the server. Secrets and children of jobs are never exported. The kinds: ' +
      `${stateKinds.join(', ')}. ` +
      '--all exports every kind that can be listed, and --unmanaged only objects that no file names; a kind that ' +
      'cannot be read is a warning, and the exit code is 10. ' +
      'With --dir each object is written to its own file, whose name has the scope where the objects have several; ' +
      'other files in the folder stay, and a file that holds another object is not overwritten. An object that ' +
      'a file below the folder names already keeps its file: only the lines of values that differ are rewritten, and ' +
      'what only the file has is shown and stays (exit 10), unless --overwrite is given or the file had it at --since. ' +
      'An object of a list that cannot be read is left out, with a warning and exit 10. --init makes the folder ' +
      'one of environments: the files go to base in it, and trivet.yaml names the profile; --env gives the name. Without ' +
      '--init, --env takes the profile of that environment, and its names stand for IDs.',
    positional: [{ name: 'objects', variadic: true, optional: true }],
    local: {
      objects: {
        in: 'local',
        type: 'strings',
        summary: 'Kinds of objects, or objects as KIND:NAME',
        complete: 'object',
        metavar: 'kind[:name]',
      },
      where: whereFlag,
      dir: {
        in: 'local',
        type: 'string',
        summary: 'Write one file per object to this folder',
        complete: 'file',
        metavar: 'folder',
      },
      all: toggle('Every kind that the servers can list'),
      overwrite: toggle('Replace values that only the files have'),
      since: { ...fileFlags.since, summary: 'Revision of Git: values since then are edits' },
      unmanaged: toggle('Only objects that no file names'),
      exclude: fileFlags.exclude,
      init: toggle('Also write a trivet.yaml with one environment'),
      ...environmentFlags,
      ...scopeFlags,
    },
    workflow: () => import('./workflows/export.ts'),
    requests: 'own',
    prints: 'text',
    exits: [Exit.partial],
    aliases: ['dump', 'backup'],
    examples: [
      { summary: 'One workspace', argv: 'export workspace:acme/network-prod' },
      { summary: 'All roles and one job', argv: 'export pki-role job:web' },
      {
        summary: 'What an upgrade will change',
        argv: "export workspace --where 'terraform-version<1.6' --dir before",
      },
      {
        summary: 'The beginning of a repository',
        argv: 'export pki-role job:web --dir infra --init --env prod',
      },
      { summary: 'Everything', argv: 'export --all --dir everything' },
      { summary: 'Jobs of all namespaces', argv: "export job --namespace '*' --dir jobs" },
      { summary: 'Into files that exist', argv: 'export pki-role --dir infra --overwrite' },
      { summary: 'A folder of files', argv: 'export workspace --organization acme --dir before' },
    ],
  }),
];

export default commands;
