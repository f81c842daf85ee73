/** The rules: what holds whatever the door, judged by what changed on the servers. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { parametersOf } from '../../src/catalogue/command.ts';
import { askedRisks, sentBy } from '../../src/catalogue/operation.ts';
import type { Effect, LoggedRequest } from '../support/sandbox-types.ts';
import type { Sandbox } from '../../src/sandbox/start.ts';
import { leaks } from '../safety/canary-forms.ts';
import type { Door, Ended, Setting } from './doors.ts';
import type { profiles, Stage } from './examples.ts';

/** What a run printed, sent and changed. */
export interface Seen extends Ended {
  /** The receipts that it left. */
  readonly receipts: string;
  readonly effects: readonly Effect[];
  readonly requests: readonly LoggedRequest[];
}

export interface Rule {
  readonly name: string;
  readonly setting: Setting;
  /** The run that shows that only the rule stops a change, if it is not that of the plain example. */
  readonly control?: Setting;
  /** Whether it says something about this example at this door. */
  readonly about?: (stage: Stage, door: Door) => boolean;
  /** Default: `nothingChanged`. */
  readonly judge?: Judge;
}

/**
 * What is wrong, in words; undefined where the rule held.
 * @param first the run without a rule
 */
type Judge = (
  seen: Seen,
  stage: Stage,
  door: Door,
  first: Seen,
) => string | undefined | Promise<string | undefined>;

/** A run without a rule. */
export const plain: Setting = {};

const whats = (effects: readonly Effect[]): string | undefined =>
  effects.length === 0 ? undefined : effects.map(({ what }) => what).join(', ');

export const nothingChanged = ({ effects }: Seen): string | undefined => whats(effects);

/** What would choose servers in place of a profile. */
const noServers = Object.fromEntries(
  ['WORKSPACES', 'SECRETS', 'JOBS'].flatMap((service) =>
    ['URL', 'TOKEN', 'PRODUCT'].map((what) => [`TRIVET_${service}_${what}`, undefined] as const),
  ),
);

/** Servers by a profile, and by nothing else. */
export const at = (profile: keyof typeof profiles): Setting => ({ flags: { profile }, env: noServers });

/** Whether an operation asks whatever the servers hold. */
const isCertain = ({ operation }: Stage['command']['operations'][number]): boolean =>
  askedRisks(operation).some(({ uncertain }) => uncertain !== true) || sentBy(operation) !== operation;

/** Whether the example answers the question of a single change, and not one about a list of them. */
const answersQuestion = ({ words, command }: Stage, door: Door): boolean =>
  (words.includes('--yes') || words.includes('--confirm')) &&
  (command.operations.length === 0 || command.operations.some(isCertain)) &&
  // What chooses a version asks about its choice; a raw request says the version.
  !(door.name.startsWith('api') && words.includes('--to')) &&
  (!door.name.startsWith('api') || command.operations.length > 0) &&
  // Those ask about their list.
  !/^(?:apply|plan|undo|continue)/.test(door.name);

const isAgent = (_: Stage, { name }: Door): boolean => name === 'mcp' || name.endsWith('of an agent');

/** The part of the servers to which an agent is confined: none of the examples is about it. */
const confined = {
  TRIVET_ORGANIZATION: 'demo',
  TRIVET_SECRETS_NAMESPACE: 'team-a',
  TRIVET_JOBS_NAMESPACE: 'batch',
};

const namespaceIn = (body: string): string | undefined => /"Namespace":"([^"]*)"/i.exec(body)?.[1];

/** The workspaces of the organization demo, by sandbox. */
const ofDemo = new WeakMap<Sandbox, Promise<string>>();

const workspacesOf = async ({ urls, token }: Sandbox): Promise<string> => {
  const url = `${urls.workspaces}/organizations/demo/workspaces?page[size]=100`;
  return (await fetch(url, { headers: { authorization: `Bearer ${token}` } })).text();
};

/** Whether a change is in that part, as the request says that made it. */
const isInside = (
  { service, method, path, body }: Effect,
  requests: readonly LoggedRequest[],
  workspaces: string,
): boolean => {
  const request = requests.find((one) => one.method === method && one.path === path);
  // What follows from a change is where the change is.
  if (request === undefined) return true;
  const { headers, query } = request;
  const id = /ws-[^/]+/.exec(path)?.[0];
  if (service === 'secrets')
    return headers['x-vault-namespace']?.replace(/\/$/, '') === 'team-a' || path.startsWith('/v1/team-a/');
  if (service === 'jobs')
    return (new URLSearchParams(query).get('namespace') ?? namespaceIn(String(body))) === 'batch';
  return id === undefined ? path.includes('/organizations/demo/') : workspaces.includes(`"${id}"`);
};

const stayedInside = async ({ effects, requests }: Seen, { sandbox }: Stage): Promise<string | undefined> => {
  const workspaces = ofDemo.get(sandbox) ?? workspacesOf(sandbox);
  ofDemo.set(sandbox, workspaces);
  const known = await workspaces;
  return whats(effects.filter((effect) => !isInside(effect, requests, known)));
};

/** Files of the stage whose content is a secret. */
const secretFiles = ['secret.txt', 'bind.txt'];

const filesBelow = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((one) =>
    one.isFile() ? [join(one.parentPath, one.name)] : [],
  );

const shownSecret = ({ text, receipts }: Seen, { cwd, sandbox }: Stage): string | undefined => {
  const secrets = filesBelow(cwd)
    .filter((file) => secretFiles.some((name) => file.endsWith(`/${name}`)))
    .map((file) => readFileSync(file, 'utf8').trim());
  const shown = [sandbox.token, ...secrets].filter(
    (secret) => leaks(`${text}\n${receipts}`, secret).length > 0,
  );
  return shown.length === 0 ? undefined : `${shown.length} secrets are shown`;
};

/** The receipts of a stage, as text. */
export const receiptsOf = ({ cwd }: Stage): string => {
  const folder = join(cwd, 'config', 'receipts');
  return existsSync(folder)
    ? filesBelow(folder)
        .map((file) => readFileSync(file, 'utf8'))
        .join('\n')
    : '';
};

/** Flags that say where an object is. */
const places: Readonly<Record<string, readonly string[]>> = {
  workspaces: ['--organization'],
  secrets: ['--namespace', '--mount'],
  jobs: ['--namespace', '--region'],
};

/** Printed commands that go to a server by the flags that they have. */
const printedIn = (text: string): readonly string[] =>
  [
    ...text.matchAll(/\btrivet ((?:workspace|message|pki|cloud|ldap|lease|job|api|export|diff|apply) .*)/g),
  ].map(([, line = '']) => line);

/** Whether a printed command has a flag with its value; an address such as `acme/web` has it, too. */
const hasFlag = (line: string, flag: string): boolean => {
  const [name = '', value = ''] = flag.split(' ');
  return [flag, `${name}=${value}`, ` ${value}/`].some((one) => line.includes(one));
};

const repeatsPlace =
  (more: readonly string[]): Judge =>
  ({ text }, { words, command: { path, service = '' } }, door) => {
    const [group = ''] = path.split(' ');
    const own = words.flatMap((word, index) =>
      places[service]?.includes(word) === true ? [`${word} ${words[index + 1]}`] : [],
    );
    const lacking = printedIn(text).flatMap((line) => {
      // Its first line has another object.
      const isOwn = line.startsWith(`${group} `) && door.name !== 'continue';
      const missing = [...more, ...(isOwn ? own : [])].filter((flag) => !hasFlag(line, flag));
      return missing.length === 0 ? [] : [`"trivet ${line}" lacks ${missing.join(' ')}`];
    });
    return lacking.length === 0 ? undefined : lacking.join('; ');
  };

const hasCommandLine = (_: Stage, { name }: Door): boolean =>
  name !== 'library' && name !== 'mcp' && !name.endsWith('of an agent');

const open = at('open');
const lost: Setting = { ...open, lost: true };
const lostInTeam: Setting = { ...lost, flags: { ...open.flags, namespace: 'team-a' } };

/** What was asked in the run that just ended. */
let questions = '';
const asking: Setting = {
  ...at('prod'),
  asked: (text) => {
    questions += text;
  },
};

const isAsked = (stage: Stage, door: Door): boolean =>
  hasCommandLine(stage, door) &&
  // Lines of a batch ask nobody.
  !['batch', 'continue'].includes(door.name) &&
  stage.command.path !== 'batch run';

/** The object of an example, as it names it; empty for one that it does not name. */
const objectIn = ({ command, typed }: Stage): string => {
  const place = command.positional?.[0]?.name ?? '';
  const parameter = parametersOf(command)[place];
  const [name = ''] = typed.positionals.find(({ key }) => key === place)?.words ?? [];
  const isOther =
    parameter?.enum !== undefined ||
    ['file', 'receipt'].includes(parameter?.complete ?? '') ||
    name.startsWith('@');
  return isOther ? '' : name.replace(/^acme\//, '');
};

/** Where its object is: the mount, the namespace of jobs, the organization that it names. */
const scopeIn = ({ words }: Stage, { service, path }: Effect): string => {
  const [, , mount = ''] = path.split('/');
  if (service === 'secrets') return ['sys', 'auth'].includes(mount) ? '' : mount;
  if (service === 'jobs') return 'namespace default';
  return words.some((word) => word.startsWith('acme')) ? 'acme' : '';
};

/** The names of workspaces by ID, by sandbox. */
const namesById = new WeakMap<Sandbox, Promise<ReadonlyMap<string, string>>>();

const workspaceNames = async ({ urls, token }: Sandbox): Promise<ReadonlyMap<string, string>> => {
  const url = `${urls.workspaces}/organizations/acme/workspaces?page[size]=100`;
  const reply = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
  const { data } = (await reply.json()) as {
    readonly data: readonly { readonly id: string; readonly attributes: { readonly name: string } }[];
  };
  return new Map(data.map(({ id, attributes: { name } }) => [id, name]));
};

/** What may stand for an object: a person knows a workspace by its name. */
const spellingsOf = async (object: string, { sandbox }: Stage): Promise<readonly string[]> => {
  if (!object.startsWith('ws-')) return [object];
  const names = namesById.get(sandbox) ?? workspaceNames(sandbox);
  namesById.set(sandbox, names);
  return [object, (await names).get(object) ?? object];
};

/** A question names the object, where it is, the server and its profile; above that about a list stands the list. */
const namesAll: Judge = async (seen, stage, door, { effects: [effect] }) => {
  const text = stripVTControlCharacters(questions);
  questions = '';
  if (effect === undefined) return undefined;
  if (text === '') return 'nothing is asked';
  const isList = ['many', 'apply', 'plan', 'undo'].includes(door.name);
  const all = isList ? `${seen.text}\n${text}` : text;
  const object = await spellingsOf(objectIn(stage), stage);
  const wanted = [object, [scopeIn(stage, effect)], ['prod'], [stage.sandbox.origin]];
  const missing = wanted.filter((any) => !any.some((one) => all.includes(one)));
  return missing.length === 0 ? undefined : `"${text.trim().split('\n').at(-1)}" lacks ${missing.join(', ')}`;
};

const dry: Setting = { flags: { 'dry-run': true } };
const asCurl: Setting = { flags: { curl: true } };

/** Where a secret could be read: each is a rule of its own. */
const channels: readonly (readonly [string, Setting])[] = [
  ['output', plain],
  ['verbose output', { flags: { verbose: true } }],
  ['dry run', dry],
  ['curl', asCurl],
  ['error', lost],
];

export const rules: readonly Rule[] = [
  { name: 'read-only environment', setting: { env: { TRIVET_READ_ONLY: '1' } } },
  { name: 'read-only profile', setting: at('frozen'), control: open },
  { name: 'protected profile', setting: { ...at('prod'), person: false }, control: open },
  { name: 'dry run', setting: dry },
  { name: 'curl', setting: asCurl },
  { name: 'unanswered', setting: { answered: false, person: false }, about: answersQuestion },
  {
    name: 'declined',
    setting: { answered: false, asked: () => undefined },
    about: (stage, door) => answersQuestion(stage, door) && isAsked(stage, door),
  },
  { name: 'confined', setting: { env: confined }, about: isAgent, judge: stayedInside },
  ...channels.map(([channel, setting]) => ({
    name: `hidden secret: ${channel}`,
    setting,
    judge: shownSecret,
    // A payload is not declared as a secret: a dry run shows the request that has it.
    about: ({ words }: Stage) => (setting !== dry && setting !== asCurl) || !words.includes('--payload'),
    ...(setting === lost ? { control: open } : {}),
  })),
  {
    name: 'printed place',
    setting: lost,
    control: open,
    about: hasCommandLine,
    judge: repeatsPlace(['--profile open']),
  },
  {
    name: 'printed namespace',
    setting: lostInTeam,
    control: { ...open, flags: lostInTeam.flags ?? {} },
    about: (stage, door) => hasCommandLine(stage, door) && stage.command.service === 'secrets',
    judge: repeatsPlace(['--profile open', '--namespace team-a']),
  },
  { name: 'question', setting: asking, control: open, about: isAsked, judge: namesAll },
];
