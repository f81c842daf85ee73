/** Runs a case of a transcript, and returns it with what its commands printed and did. */
import { spawnSync } from 'node:child_process';
import type { Conditions } from './conditions.ts';
import { afterCommand, atFirst, ofTheStart, withSetting } from './conditions.ts';
import type { Actor, Case, Command, Part, Transcript } from './format.ts';
import { FormatError } from './format.ts';
import type { Observed } from './observed.ts';
import { exitOf, marksIn, observe, refuseLies } from './observed.ts';
import { readPlain } from './shell-words.ts';
import type { Ran, Scene, Stage } from './stage.ts';

/** The result of a case: one entry for each of its commands. */
export type Run = readonly Observed[];

const isStep = (part: Part): boolean => part.kind === 'command' || part.kind === 'actor';

/** What holds at the first command of a case. */
const conditionsAtFirst = (transcript: Transcript, { parts }: Case): Conditions => {
  const first = parts.findIndex(isStep);
  return [...transcript.header, ...(first === -1 ? parts : parts.slice(0, first))].reduce(
    (conditions, part) => (part.kind === 'setting' ? withSetting(conditions, part) : conditions),
    atFirst,
  );
};

const inLine = (error: unknown, at: number): FormatError =>
  error instanceof FormatError
    ? error
    : new FormatError(at, error instanceof Error ? error.message : String(error));

/** A request of somebody else, straight to the sandbox. */
const request = async (scene: Scene, token: string, text: string): Promise<string> => {
  const [, method = '', path, body] =
    /^(?:(?:workspaces|secrets|jobs) )?([A-Z]+) (\/\S*)(?: (.*))?$/.exec(text) ?? [];
  if (path === undefined) throw new Error('after "~ " comes a request, as POST /v1/jobs {…}, or trivet …');
  if (path.startsWith('/-/')) {
    const { status } = await scene.sandbox.ask(`${method} ${path}`, body);
    return `[status ${status}]`;
  }
  const reply = await fetch(`${scene.sandbox.origin}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      'x-vault-token': token,
      'x-nomad-token': token,
      ...(body === undefined
        ? {}
        : { 'content-type': path.startsWith('/api/') ? 'application/vnd.api+json' : 'application/json' }),
    },
    ...(body === undefined ? {} : { body }),
  });
  await reply.arrayBuffer();
  return `[status ${reply.status}]`;
};

const isFine = (ends: string): boolean => ends === '' || /^\[status [123]/.test(ends);

/** @throws Error if what somebody else does ends otherwise than expected */
const act = async (scene: Scene, { does, ends }: Actor, conditions: Conditions): Promise<void> => {
  const [, as = 'owner', text = ''] = /^(?:as (\w+): )?(.*)$/s.exec(does) ?? [];
  const theirs = withSetting(conditions, { kind: 'setting', name: 'as', value: as, at: 0 });
  const alone: Conditions = { ...theirs, typed: [], stdin: [], columns: undefined };
  const actual = text.startsWith('trivet ')
    ? exitOf((await scene.run(text, alone)).code)
    : await request(scene, scene.sandbox.tokens[alone.as], scene.filled(text));
  if (ends === '' ? isFine(actual) : (actual === '' ? '[exit 0]' : actual) === ends) return;
  throw new Error(`it ended with ${actual === '' ? '[exit 0]' : actual}`);
};

/** Programs that a case needs and that this machine does not have. */
export const missingFor = (transcript: Transcript, theCase: Case): readonly string[] =>
  conditionsAtFirst(transcript, theCase).needs.filter(
    (name) => spawnSync('sh', ['-c', `command -v ${name}`]).status !== 0,
  );

/** The width of the terminal that a page shows. */
const pageColumns = 100;

/** `status` is the exit code of the command before, which is `$?`. */
const runIn = async (
  scene: Scene,
  { command, shown }: Command,
  conditions: Conditions,
  { values, status }: { readonly values: Transcript['values']; readonly status: number },
): Promise<Ran> => {
  const text = conditions.instead.reduce(
    (line, [one, other]) => line.replaceAll(one, other),
    values?.(command) ?? command,
  );
  if (shown?.as === 'script') return await scene.run(`set -e\n${text}`, conditions);
  if (shown?.as === 'console' && readPlain(text) !== undefined)
    return await scene.run(text, { ...conditions, columns: conditions.columns ?? pageColumns });
  return await scene.run(/\$\?/.test(text) ? `(exit ${status}); ${text}` : text, conditions);
};

/** The format of pages takes spaces and tabs from the ends of lines. */
const withoutEnds = (seen: Observed): Observed => ({
  ...seen,
  prints: seen.prints.map((line) => line.trimEnd()),
  findings: seen.findings.map(({ of, checks }) => ({
    of,
    checks: checks.map((one) => ({ ...one, content: one.content.map((line) => line.trimEnd()) })),
  })),
});

/** Runs the commands of a case in a scene of its own. @throws FormatError */
export const runCase = async (stage: Stage, transcript: Transcript, theCase: Case): Promise<Run> => {
  const first = theCase.parts.findIndex(isStep);
  let conditions = conditionsAtFirst(transcript, theCase);
  const scene = await stage.enter(conditions).catch((error: unknown) => {
    throw inLine(error, theCase.at);
  });
  const addFaults = async (specs: readonly string[]): Promise<void> => {
    if (specs.length === 0) return;
    const { status, body } = await scene.sandbox.ask('POST /-/faults', JSON.stringify({ faults: specs }));
    if (status > 299) throw new Error(JSON.stringify(body));
  };
  await addFaults(conditions.faults);
  const run: Observed[] = [];
  let status = 0;
  for (const [index, part] of theCase.parts.entries()) {
    try {
      if (part.kind === 'setting' && index >= first) {
        if (ofTheStart.includes(part.name))
          throw new Error(`@${part.name} stands before the first command of a case`);
        const { faults } = conditions;
        conditions = withSetting(conditions, part);
        await addFaults(conditions.faults.slice(faults.length));
      } else if (part.kind === 'actor') await act(scene, part, conditions);
      else if (part.kind === 'command') {
        const marks = marksIn(scene);
        const ran = await runIn(scene, part, conditions, { values: transcript.values, status });
        status = ran.code;
        // In a script, they are about the last of many commands.
        if (part.shown?.as !== 'script') refuseLies(scene, marks, part, ran, conditions);
        const seen = observe(scene, marks, part, ran, conditions.colours);
        run.push(transcript.values === undefined ? seen : withoutEnds(seen));
        conditions = afterCommand(conditions);
      }
    } catch (error) {
      throw inLine(error, 'at' in part ? part.at : theCase.at);
    }
  }
  return run;
};
