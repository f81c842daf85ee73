/** Tests what the words of a line mean: its command, the words of each flag and place, and those of a child. */
import { PassThrough } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { routeFor } from '../../../src/cli/route.ts';
import { readWords } from '../../../src/cli/read-words.ts';
import { program } from '../../../src/main.ts';
import { TrivetError } from '../../../src/system/error.ts';
import type { Io } from '../../../src/system/io.ts';
import { words } from '../../support/run-cli.ts';

const io = (): Io => {
  const stdin = new PassThrough();
  stdin.end('from-input');
  return {
    env: {},
    home: '/nowhere',
    platform: 'linux',
    cwd: '/nowhere',
    uid: 0,
    stdin,
    stdout: new PassThrough(),
    stderr: new PassThrough(),
    now: () => Date.parse('2026-01-02T03:04:05Z'),
    monotonic: () => 0,
    onSignal: () => () => undefined,
  };
};

/** `workspace lock | reason=why | workspace=web`: the command, its flags and its places; after `--` the words of a child. */
const meant = async (line: string): Promise<string> => {
  const { command, typed, tail } = await readWords(
    program,
    await routeFor(program.catalogue, words(line)),
    io(),
  );
  const flags = [...typed.flags].flatMap(([{ name }, given]) => given.map((one) => `${name}=${one}`));
  const places = typed.positionals.flatMap(({ key, words: given }) => given.map((one) => `${key}=${one}`));
  const parts = [command.path, flags.join(' '), places.join(' ')];
  return (command.tail === true && tail !== undefined ? [...parts, `-- ${tail.join(' ')}`] : parts).join(
    ' | ',
  );
};

const refusal = async (line: string): Promise<string> => {
  try {
    await meant(line);
  } catch (error) {
    if (!(error instanceof TrivetError)) throw error;
    expect(error.exit).toBe(2);
    return [error.message, error.details.hint].filter((one) => one !== undefined).join(' | ');
  }
  throw new Error(`accepted: ${line}`);
};

describe('a line means', () => {
  test.each([
    // Flags anywhere, and their values in each form.
    ['workspace lock web --reason why', 'workspace lock | reason=why | workspace_id=web'],
    ['workspace lock --reason why web', 'workspace lock | reason=why | workspace_id=web'],
    ['workspace --reason why lock web', 'workspace lock | reason=why | workspace_id=web'],
    ['--reason why workspace lock web', 'workspace lock | reason=why | workspace_id=web'],
    ['--reason workspace workspace lock web', 'workspace lock | reason=workspace | workspace_id=web'],
    ['workspace --reason lock lock web', 'workspace lock | reason=lock | workspace_id=web'],
    ['-o json workspace lock web', 'workspace lock | output=json | workspace_id=web'],
    ['workspace -ojson lock web', 'workspace lock | output=json | workspace_id=web'],
    ['--quiet workspace -v lock web', 'workspace lock | verbose=true quiet=true | workspace_id=web'],
    ['--organization demo workspace list', 'workspace list | organization=demo | '],
    ['workspace --organization list list', 'workspace list | organization=list | '],
    ['-n batch job list', 'job list | namespace=batch | '],
    ['--wait job stop web', 'job stop | wait=true | job_id=web'],
    ['job --wait stop web', 'job stop | wait=true | job_id=web'],
    ['--no-wait job stop web', 'job stop | wait=false | job_id=web'],
    ['workspace lock web --reason=why', 'workspace lock | reason=why | workspace_id=web'],
    ['workspace lock web --reason=a=b', 'workspace lock | reason=a=b | workspace_id=web'],
    ['workspace lock web --reason=', 'workspace lock | reason= | workspace_id=web'],
    ["workspace lock web --reason ''", 'workspace lock | reason= | workspace_id=web'],
    ['workspace lock web --reason=--yes', 'workspace lock | reason=--yes | workspace_id=web'],
    ['workspace lock web --reason=-o', 'workspace lock | reason=-o | workspace_id=web'],
    ['workspace lock web --reason -', 'workspace lock | reason=- | workspace_id=web'],
    ['workspace lock web --reason -5', 'workspace lock | reason=-5 | workspace_id=web'],
    ['workspace lock web --reason -1h', 'workspace lock | reason=-1h | workspace_id=web'],
    ['workspace lock web -o=json', 'workspace lock | output=json | workspace_id=web'],
    ['workspace list --where name=-x', 'workspace list | where=name=-x | '],
    ['workspace list --sort -name', 'workspace list | sort=-name | '],
    ['workspace list --sort=-name', 'workspace list | sort=-name | '],
    // Switches have three states: not given, on and off.
    ['workspace create a', 'workspace create |  | name=a'],
    ['workspace create a --auto-apply', 'workspace create | auto-apply=true | name=a'],
    ['workspace create a --auto-apply=true', 'workspace create | auto-apply=true | name=a'],
    ['workspace create a --auto-apply=false', 'workspace create | auto-apply=false | name=a'],
    ['workspace create a --no-auto-apply', 'workspace create | auto-apply=false | name=a'],
    ['workspace create a --no-validate', 'workspace create | validate=false | name=a'],
    ['workspace create --auto-apply a', 'workspace create | auto-apply=true | name=a'],
    [
      'workspace create a --auto-apply --auto-apply',
      'workspace create | auto-apply=true auto-apply=true | name=a',
    ],
    ['pki role write web --no-store', 'pki role write | no-store=true | name=web'],
    ['pki role write web --no-store=false', 'pki role write | no-store=false | name=web'],
    ['workspace create a --no-input=false', 'workspace create | no-input=false | name=a'],
    ['workspace create a --no-input', 'workspace create | no-input=true | name=a'],
    ['workspace list -y=false', 'workspace list | yes=false | '],
    ['workspace list -y=true -v', 'workspace list | yes=true verbose=true | '],
    ['job stop web -w', 'job stop | wait=true | job_id=web'],
    // Values that stand for others.
    ['workspace update a --unset vcs-repo', 'workspace update | unset=vcs-repo | workspace=a'],
    ['workspace update a --description null', 'workspace update | description=null | workspace=a'],
    ['workspace update a --set a.b=1', 'workspace update | set=a.b=1 | workspace=a'],
    [
      'workspace update a --set a.b=null --set=/c=-1',
      'workspace update | set=a.b=null set=/c=-1 | workspace=a',
    ],
    ['workspace update a --body {}', 'workspace update | body={} | workspace=a'],
    ['workspace lock -', 'workspace lock |  | workspace_id=-'],
    ['workspace tag add - -5', 'workspace tag add |  | workspace_id=- tags=-5'],
    ['job show -5', 'job show |  | job_id=-5'],
    ['job show -1h', 'job show |  | job_id=-1h'],
    ["workspace show ''", 'workspace show |  | workspace='],
    // Flags that may be given several times.
    ['workspace list --tagged a --tagged b', 'workspace list | tagged=a tagged=b | '],
    ['workspace tag add a x y z', 'workspace tag add |  | workspace_id=a tags=x tags=y tags=z'],
    ['workspace list --where a=1 --where b=2', 'workspace list | where=a=1 where=b=2 | '],
    // Other words for commands and flags.
    ['ws ls', 'workspace list |  | '],
    ['cloud role list', 'aws role list |  | '],
    ['cloud --mount x role ls', 'aws role list | mount=x | '],
    ['job run x.hcl', 'job register |  | Job=x.hcl'],
    ['aws config rotate-root', 'aws rotate-root |  | '],
    ['sandbox serve', 'sandbox start |  | '],
    ['workspace lock web --on p', 'workspace lock | confirm-profile=p | workspace_id=web'],
    ['workspace --by name lock web', 'workspace lock | names-are=name | workspace_id=web'],
    ['--wave 1 workspace lock --all', 'workspace lock | all=true waves=1 | '],
    ['workspace lock --resume x', 'workspace lock | resume=x | '],
    ['workspace create a --engine-version=1.5.7', 'workspace create | terraform-version=1.5.7 | name=a'],
    ['workspace list --product documented', 'workspace list | product=documented | '],
    // A selection stands in the place of the object.
    ["workspace lock --where 'name~a*' --reason x", 'workspace lock | reason=x where=name~a* | '],
    ['workspace lock --all', 'workspace lock | all=true | '],
    ["workspace tag add --where 'name~a*' x y", 'workspace tag add | where=name~a* | tags=x tags=y'],
    ['job scale web 3', 'job scale |  | job_id=web Count=3'],
    ['job scale web app 3', 'job scale |  | job_id=web Target=app Count=3'],
    ['job scale web -1', 'job scale |  | job_id=web Count=-1'],
    ['job scale web', 'job scale |  | job_id=web'],
    ["job scale --where 'name~w*' app 3", 'job scale | where=name~w* | Target=app Count=3'],
    ["job scale --where 'name~w*' 3", 'job scale | where=name~w* | Count=3'],
    // What stands after -- is a place, or belongs to a child.
    ['workspace list --', 'workspace list |  | '],
    ['workspace list -y', 'workspace list | yes=true | '],
    ['workspace show -- -o', 'workspace show |  | workspace=-o'],
    [
      'workspace tag add a -- -x --yes -- -',
      'workspace tag add |  | workspace_id=a tags=-x tags=--yes tags=-- tags=-',
    ],
    ['workspace lock web -- ./cmd --flag', 'workspace lock |  | workspace_id=web | -- ./cmd --flag'],
    [
      'workspace lock web --reason x -- ./cmd --reason y -- z',
      'workspace lock | reason=x | workspace_id=web | -- ./cmd --reason y -- z',
    ],
    ['version', 'version |  | '],
    ['--version', 'version |  | '],
    ['-V', 'version |  | '],
  ])('%s', async (line, wanted) => {
    expect(await meant(line)).toBe(wanted);
  });
});

describe('a line is refused', () => {
  test.each([
    [
      'workspace lock web --reason --yes',
      '--reason needs a value | To give a value that starts with a dash: --reason=--yes',
    ],
    [
      'workspace lock web --reason -o json',
      '--reason needs a value | To give a value that starts with a dash: --reason=-o',
    ],
    ['workspace lock web --reason', '--reason needs a value'],
    ['workspace lock web -o', '-o needs a value'],
    ['workspace lock web -o --yes', '-o needs a value | To give a value that starts with a dash: -o=--yes'],
    [
      'workspace lock web --confirm-profile --reason x',
      '--confirm-profile needs a value | To give a value that starts with a dash: --confirm-profile=--reason',
    ],
    ['workspace lock web --on', '--confirm-profile needs a value'],
    [
      'workspace list --sort -size',
      '--sort needs a value | To give a value that starts with a dash: --sort=-size',
    ],
    ['workspace update a --unset', '--unset needs a value'],
    ['workspace lock web --reason a --reason b', '--reason was given 2 times'],
    ['workspace lock web --reason=a --reason=a', '--reason was given 2 times'],
    ['workspace list -o json --output yaml', '--output was given 2 times'],
    ['workspace lock web --on a --confirm-profile b', '--confirm-profile was given 2 times'],
    ['workspace create a --auto-apply --no-auto-apply', '--auto-apply was given as both true and false'],
    [
      'workspace create a --auto-apply=true --auto-apply=false',
      '--auto-apply was given as both true and false',
    ],
    ['workspace create a --auto-apply=yes', '--auto-apply is a switch: --auto-apply or --auto-apply=false'],
    ['workspace create a --auto-apply=', '--auto-apply is a switch: --auto-apply or --auto-apply=false'],
    [
      'workspace create a --no-auto-apply=false',
      '--no-auto-apply is a switch: --no-auto-apply or --no-auto-apply=false',
    ],
    [
      'workspace create a --no-auto-apply=true',
      '--no-auto-apply is a switch: --no-auto-apply or --no-auto-apply=false',
    ],
    [
      'pki role write web --no-no-store',
      'unknown flag --no-no-store for trivet pki role write | Did you mean --no-store?',
    ],
    [
      'pki role write web --store',
      'unknown flag --store for trivet pki role write | Did you mean --no-store?',
    ],
    ['workspace lock -- web', '<workspace> is missing | Usage: trivet workspace lock <workspace> [flags]'],
    [
      'workspace lock web --profil -- --profile',
      'unknown flag --profil for trivet workspace lock | Did you mean --profile?',
    ],
    [
      'workspace lock web --curl --query x -- true',
      'trivet workspace lock does not take --query: its output is that of the command after --',
    ],
    ['batch x --organization y --base-url z', 'unknown command "batch x" | See: trivet batch --help'],
    [
      'workspace update a --unset description',
      '--unset description: it cannot be null | These can: auto-destroy-at, auto-destroy-activity-duration, vcs-repo.',
    ],
    [
      'workspace update a --vcs-repo.branch main --unset vcs-repo',
      'unknown flag --vcs-repo.branch for trivet workspace update | Did you mean --vcs-repo-branch?',
    ],
    ['workspace update a --set x', '--set must be path=json, not "x"'],
    [
      'workspace update a --set x=y',
      '--set x: the value is not JSON | Text needs its own quotes: --set \'x="text"\'',
    ],
    [
      'workspace update a --auto-apply=maybe --output=xml --limit=x',
      '--auto-apply is a switch: --auto-apply or --auto-apply=false',
    ],
    [
      'workspace list --limit x --timeout y',
      '--limit must be an integer, not "x"\n--timeout must be a duration such as 90s, 15m, 24h, 7d or seconds, not "y"',
    ],
    ['list workspaces', 'unknown command "list" | Perhaps you meant: trivet workspace list'],
    [
      'workspace lock web --no-reason',
      'unknown flag --no-reason for trivet workspace lock | Did you mean --reason?',
    ],
    ['workspace list -vq', '-v is a switch: -v or -v=false'],
    ['workspace list -yes', 'unknown flag -yes for trivet workspace list | Did you mean --yes?'],
    [
      'workspace list -abc',
      'unknown flag -abc for trivet workspace list | See: trivet workspace list --help',
    ],
    ['workspace list -json', 'unknown flag -json for trivet workspace list | Did you mean -o json?'],
    ['workspace list -Q', 'unknown flag -Q for trivet workspace list | See: trivet workspace list --help'],
    ['workspace list ---', 'unknown flag --- for trivet workspace list | See: trivet workspace list --help'],
    ['workspace list --=x', 'unknown flag -- for trivet workspace list | See: trivet workspace list --help'],
    ['workspace list -=x', 'unknown flag - for trivet workspace list | See: trivet workspace list --help'],
    [
      'workspace list --frobnicate=x',
      'unknown flag --frobnicate for trivet workspace list | See: trivet workspace list --help',
    ],
    [
      'workspace list --outptu json',
      'unknown flag --outptu for trivet workspace list | Did you mean --output?',
    ],
    [
      'workspace list --serach-name x',
      'unknown flag --serach-name for trivet workspace list | Did you mean --search-name?',
    ],
    [
      'workspace create a --autoapply',
      'unknown flag --autoapply for trivet workspace create | Did you mean --auto-apply?',
    ],
    [
      'workspace create a --auto_apply',
      'unknown flag --auto_apply for trivet workspace create | Did you mean --auto-apply?',
    ],
    [
      'job list --password=hush',
      'unknown flag --password for trivet job list | No flag takes a secret: use --token-file, the environment, or a profile.',
    ],
    [
      'workspace list --token=hush',
      'unknown flag --token for trivet workspace list | Did you mean --token-file?',
    ],
    [
      'workspace list --__proto__ x',
      'unknown flag --__proto__ for trivet workspace list | See: trivet workspace list --help',
    ],
    [
      'workspace list --constructor',
      'unknown flag --constructor for trivet workspace list | See: trivet workspace list --help',
    ],
    ['workspace list --help=x', '--help is a switch: --help or --help=false'],
    [
      'workspace list --version',
      'trivet workspace list does not take --version: it is about trivet itself | For the version of trivet: trivet --version',
    ],
    [
      'job register -f x.hcl',
      'unknown flag -f for trivet job register | It is an argument: trivet job register <file>',
    ],
    [
      'workspace show --workspace a',
      'unknown flag --workspace for trivet workspace show | It is an argument: trivet workspace show <workspace>',
    ],
    [
      'lease recover --release-unproven',
      'unknown flag --release-unproven for trivet lease recover | It was removed: what nothing proves to be yours stays, and its row has the command that releases it. Leave the flag out.',
    ],
    ['workspace list x', 'no arguments are expected | Usage: trivet workspace list [flags]'],
    [
      'status web',
      'no arguments are expected | Usage: trivet status [flags]\nFor one job: trivet job status JOB',
    ],
    [
      'workspace show',
      '<workspace> is missing | Usage: trivet workspace show <workspace> [flags]\nFor all workspaces: trivet workspace list',
    ],
    [
      'job status',
      '<job> is missing | Usage: trivet job status <job> [flags]\nFor all jobs: trivet job list',
    ],
    [
      'pki issue web common_name=a.example.com ttl=24h',
      'too many arguments | Settings are flags: --common-name a.example.com --ttl 24h\nUsage: trivet pki issue <role> [flags]',
    ],
    [
      'pki role write web allow_any_name=true no_store=false',
      'too many arguments | Settings are flags: --allow-any-name --no-store=false\nUsage: trivet pki role write <role> [flags]',
    ],
    [
      'aws config set secret_key=s3cr3t',
      'too many arguments | Settings are flags: --secret-key @FILE\nUsage: trivet aws config set [flags]',
    ],
    [
      'lease revoke -prefix aws/creds',
      'unknown flag -prefix for trivet lease revoke | For all leases of a path: trivet lease list PATH -o name | trivet lease revoke - --dry-run',
    ],
    [
      'lease list -prefix aws/creds',
      'unknown flag -prefix for trivet lease list | The path is an argument: trivet lease list PATH',
    ],
    ['login -path=x', 'unknown flag -path for trivet login | See: trivet login --help'],
    [
      'workspace list --locked',
      'unknown flag --locked for trivet workspace list | Did you mean --where locked=VALUE?',
    ],
    [
      'workspace list --project x',
      'unknown flag --project for trivet workspace list | Did you mean --where project=VALUE?',
    ],
    ['workspace show a b', 'too many arguments | Usage: trivet workspace show <workspace> [flags]'],
    [
      'workspace lock a b',
      'too many arguments | Usage: trivet workspace lock <workspace> [flags]\nFor several: trivet workspace lock - (names on standard input), or --where CONDITION',
    ],
    ['workspace lock', '<workspace> is missing | Usage: trivet workspace lock <workspace> [flags]'],
    [
      'workspace lock a --all',
      'an object and --all cannot be given together | Name one object, or select objects with --all.',
    ],
    [
      "workspace lock a --where 'name~a*'",
      'an object and --where cannot be given together | Name one object, or select objects with --where.',
    ],
    [
      'workspace lock a --resume x',
      'an object and --resume cannot be given together | The receipt names its objects: leave them out.',
    ],
    ['workspace lock web --', 'a command is needed after --'],
    [
      'workspace lock web cmd',
      'too many arguments | Usage: trivet workspace lock <workspace> [flags]\nFor several: trivet workspace lock - (names on standard input), or --where CONDITION',
    ],
    ['job scale', '<job> is missing | Usage: trivet job scale <job> [group] [count] [flags]'],
    [
      'job scale web app 3 4',
      'too many arguments | Usage: trivet job scale <job> [group] [count] [flags]\nFor several: trivet job scale - (names on standard input), or --where CONDITION',
    ],
    ['version --dry-run', 'trivet version does not take --dry-run: it sends no request'],
    ['workspace', 'trivet workspace needs a subcommand | See: trivet workspace --help'],
    ['workspace tag', 'trivet workspace tag needs a subcommand | See: trivet workspace tag --help'],
    ['workspace frobnicate', 'unknown command "workspace frobnicate" | See: trivet workspace --help'],
    ['workspace lst', 'unknown command "workspace lst" | Perhaps you meant: trivet workspace list'],
    ['--yes', 'a command is missing | See: trivet --help'],
    ['--verison', 'unknown flag --verison | Did you mean --version?'],
    ['--profil x workspace list', 'unknown flag --profil | Did you mean --profile?'],
    ['', 'a command is missing | See: trivet --help'],
    ['-- workspace list', 'a command is missing | See: trivet --help'],
    ['workspace -- list', 'trivet workspace needs a subcommand | See: trivet workspace --help'],
    [
      'workspace list --limit x --port y --limit',
      'unknown flag --port for trivet workspace list | Did you mean --sort?',
    ],
  ])('%s', async (line, wanted) => {
    expect(await refusal(line)).toBe(wanted);
  });
});
