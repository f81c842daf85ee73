/** Changes to a protected server: each is confirmed, and names the profile and the server. */
import { usageError } from '../system/error.ts';
import type { Operation } from '../catalogue/operation.ts';
import type { InputRecord } from '../catalogue/parameter.ts';
import type { Endpoint, Protection } from '../config/endpoint.ts';
import { colorLevel, painter } from '../output/color.ts';
import { confirmPrompt, typePrompt } from '../output/prompt.ts';
import { safe } from '../output/text/safe.ts';
import { none } from '../system/values/list.ts';
import type { Target } from '../catalogue/target.ts';
import { scopeTexts } from '../catalogue/target.ts';
import { subjectOf } from '../services/subject.ts';
import type { World } from '../system/world.ts';
import { nobody } from './unconfirmed.ts';
import type { Globals } from './given-globals.ts';

interface Asked {
  readonly world: World;
  readonly globals: Globals;
}

/** The protected servers whose change was confirmed in this run, by name; a promise while a person is asked. */
export type Approvals = Map<string, Promise<void>>;

/**
 * Returns whether `--on` confirms changes to the server.
 * @throws TrivetError usage, when it names another one
 */
const isNamed = (
  protection: Protection | undefined,
  profile: string | undefined,
  { on }: Globals,
): boolean => {
  if (on === undefined) return false;
  if (on === (protection?.name ?? profile)) return true;
  const here = protection?.name ?? profile;
  throw usageError(
    here === undefined
      ? `--on "${on}" does not match: the server does not come from a profile`
      : `--on "${on}" does not match: the server comes from profile ${here}`,
  );
};

/** The name in the colour of protected servers. */
const painted = async (name: string, { world, globals }: Asked): Promise<string> => {
  const level = colorLevel({
    flag: globals.color,
    env: world.env,
    isTTY: world.terminal !== undefined && world.stderr.isTTY === true,
  });
  return (await painter(level)).red(safe(name));
};

/**
 * Asks a question about a protected server.
 * @param typed whether the name must be typed
 * @throws TrivetError usage, if declined or without a terminal
 */
const askProtected = async (
  text: string,
  { name, address }: Protection,
  typed: boolean,
  asked: Asked,
  how: string,
): Promise<void> => {
  const { world, globals } = asked;
  const question = text.includes(address) ? text : `${text} (${address})`;
  const plain = safe(`[${name}] ${question}`);
  const expected = typed ? safe(name) : undefined;
  const shown = `[${await painted(name, asked)}] ${safe(question)}`;
  const answer = globals.noInput
    ? 'unavailable'
    : world.ask !== undefined
      ? await world.ask({ text: plain, name: expected })
      : await (expected === undefined ? confirmPrompt(shown, world) : typePrompt(shown, expected, world));
  if (answer === 'yes') return;
  if (answer === 'no') throw usageError('declined');
  throw nobody(plain, asked, `${name} is protected. ${how}`);
};

/**
 * Asks a question about changes to a protected server. `--on` stands for the profile's name, and `--yes` for the
 * question itself.
 * @param destroys the name must be typed
 * @param isAnswered the question itself is answered, as by `--confirm`
 * @throws TrivetError usage, if declined or without a terminal
 */
export const confirmProtected = async (
  question: string,
  protection: Protection,
  destroys: boolean,
  asked: Asked,
  isAnswered: boolean,
): Promise<void> => {
  const named = isNamed(protection, protection.name, asked.globals);
  const how = `To confirm without a prompt: --on ${protection.name}${isAnswered ? '' : ' --yes'}`;
  if (!named) await askProtected(question, protection, destroys, asked, how);
  else if (!isAnswered && !asked.globals.yes) await askProtected(question, protection, false, asked, how);
};

/** The change in words: `Create or update a role: role web, mount pki, namespace team, ttl: 1h → 2h?`. */
const deedOf = (
  operation: Operation,
  input: InputRecord,
  { scope }: Target,
  changes: readonly string[],
): string => {
  const subject = subjectOf({ operation, input });
  const all = [...(subject === undefined ? [] : [subject]), ...scopeTexts(scope), ...changes];
  return `${operation.summary}${all.length === 0 ? '' : `: ${all.join(', ')}`}?`;
};

/**
 * Confirms a change that is about to be sent, once for each protected server of a run.
 * @param changes of settings, where they are known: `ttl: 1h → 2h`
 * @throws TrivetError usage; nothing is sent
 */
export const approveChange = (
  operation: Operation,
  input: InputRecord,
  target: Target,
  endpoint: Pick<Endpoint, 'protection' | 'profile'>,
  asked: Asked,
  approvals: Approvals,
  changes: readonly string[] = none,
): Promise<void> | undefined => {
  const { protection, profile } = endpoint;
  const named = isNamed(protection, profile, asked.globals);
  if (protection === undefined || named) return undefined;
  const known = approvals.get(protection.name);
  if (known !== undefined) return known;
  const approval = askProtected(
    deedOf(operation, input, target, changes),
    protection,
    false,
    asked,
    `To confirm without a prompt: --on ${protection.name}`,
  );
  approvals.set(protection.name, approval);
  return approval;
};
