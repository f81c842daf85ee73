/** Refuses global flags that have no effect on what the command sends and prints. */
import { isFormerFlag } from '../catalogue/aliases.ts';
import type { Command } from '../catalogue/command.ts';
import { usageError } from '../system/error.ts';
import { memoize } from '../system/values/memoize.ts';
import type { GlobalFlag } from '../config/global-flag.ts';
import { memberOf } from '../config/global-flag.ts';
import type { Inherited } from '../run/given-globals.ts';
import { flagsOf } from '../run/flags.ts';
import type { Flag } from '../run/flags.ts';
import type { Typed } from '../run/invocation/placed.ts';

interface Refusal {
  readonly why: string;
  readonly hint?: string;
}

const sendsNothing: Refusal = { why: 'it sends no request' };
const showsNothing: Refusal = {
  why: 'its requests cannot be shown one by one',
};
const noReply: Refusal = {
  why: 'it is about the reply to one request, and this command sends requests of its own',
};
const ofProgram: Refusal = {
  why: 'it is about trivet itself',
  hint: 'For the version of trivet: trivet --version',
};
const noUse: Refusal = { why: 'it would not change what the command does' };
const oneService: Refusal = {
  why: 'a batch can use several services, and this is a setting of one service',
  hint: 'Give it in the lines, or use --profile for the batch.',
};
const noDocument: Refusal = {
  why: 'its output is not a document',
};
const scriptOnly: Refusal = {
  why: 'it prints a shell script, which has only one format',
};
const childPrints: Refusal = {
  why: 'its output is that of the command after --',
};

export const refusalOf = (command: Command, flag: GlobalFlag, child: boolean): Refusal | undefined => {
  const { scope, services, program, request, reply, of } = flag;
  if (program === true) return ofProgram;
  const ofOneServer = scope === 'server' && services !== 'all';
  const sends = command.requests;
  if (sends === 'none' && (ofOneServer || request === true)) return sendsNothing;
  if (sends === 'resolved' && request === true) return sendsNothing;
  if (sends === 'own' && request === true && scope === 'item') return showsNothing;
  if (sends === 'own' && reply === true) return noReply;
  if (sends === 'items' && ofOneServer) return oneService;
  if (child && scope === 'output' && of !== 'messages') return childPrints;
  if (command.prints === 'script' && scope === 'output' && of === 'messages') return scriptOnly;
  if (command.prints !== undefined && scope === 'output' && of === 'document') return noDocument;
  return undefined;
};

interface RefusedFlag {
  readonly flag: Flag;
  /** The key in the globals that a batch passes on. */
  readonly member: keyof Inherited;
  readonly refusal: Refusal;
}

const refusedFlags = (command: Command, child: boolean): readonly RefusedFlag[] =>
  flagsOf(command).flatMap((flag) => {
    const { declared, key } = flag;
    const says = command.globals?.[key];
    if (declared === undefined || says === true) return [];
    const refusal = says === false ? noUse : refusalOf(command, declared, child);
    return refusal === undefined ? [] : [{ flag, member: memberOf(key) as keyof Inherited, refusal }];
  });

const refusalsOf = memoize((command: Command) => ({
  child: refusedFlags(command, true),
  none: refusedFlags(command, false),
}));

/** The flags that help, man pages, completion and schemas offer; global flags are left out. */
export const offeredFlags = memoize((command: Command): readonly Flag[] => {
  const refused = new Set(refusalsOf(command).none.map(({ flag }) => flag));
  return flagsOf(command).filter(
    (flag) => flag.scope !== 'global' && !refused.has(flag) && !isFormerFlag(command.path, flag.name),
  );
});

/** A switch that is off requests nothing. */
const isGiven = ({ flag, member }: RefusedFlag, { flags }: Typed, inherited: Inherited): boolean => {
  const words = flags.get(flag);
  if (words !== undefined) return flag.parameter.type !== 'boolean' || words.includes('true');
  const value = inherited[member];
  return value !== undefined && value !== false;
};

/**
 * Refuses flags without effect.
 * @param child a command after `--` runs
 * @throws TrivetError usage, naming every flag refused for the first reason
 */
export const refuseFlags = (
  command: Command,
  typed: Typed,
  child: boolean,
  inherited: Inherited = {},
): void => {
  const refused = refusalsOf(command)[child && command.tail === true ? 'child' : 'none'].filter((one) =>
    isGiven(one, typed, inherited),
  );
  const [first] = refused;
  if (first === undefined) return;
  const names = refused
    .filter(({ refusal }) => refusal === first.refusal)
    .map(({ flag: { name } }) => `--${name}`);
  const error = usageError(
    `trivet ${command.path} does not take ${names.join(', ')}: ${first.refusal.why}`,
    first.refusal.hint,
  );
  throw first.refusal === sendsNothing ? error.with({ details: { effect: 'unchanged' } }) : error;
};
