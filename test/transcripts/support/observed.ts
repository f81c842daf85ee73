/** What a command did, as lines of a transcript. */
import { existsSync, lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Exit } from '../../../src/system/error.ts';
import type { Conditions } from './conditions.ts';
import type { Check, Command } from './format.ts';
import { escaped, FormatError } from './format.ts';
import { inWordsOf } from './align.ts';
import { agrees, merged, withoutBlobs } from './placeholders.ts';
import type { Sent } from './requests.ts';
import { hasBody, isRead, lineOf, requestAgrees, withoutBody } from './requests.ts';
import type { Ran, Scene } from './stage.ts';
import { filesIn } from './stage.ts';

/** Lines of one kind about what a command did. */
export interface Finding {
  /** `sent`, or `file NAME`. */
  readonly of: string;
  readonly checks: readonly Check[];
}

export interface Observed {
  readonly prints: readonly string[];
  readonly exit: string;
  readonly findings: readonly Finding[];
}

/** Marks of a log, behind which new entries stand. */
export interface Marks {
  readonly requests: number;
  readonly effects: number;
}

export const marksIn = ({ sandbox }: Scene): Marks => ({
  requests: sandbox.requests.count,
  effects: sandbox.effects.list().at(-1)?.sequence ?? 0,
});

/** Colours, titles, links and cursor movements. */
const escapes = new RegExp(
  String.raw`\u001b(?:\[[0-9;?]*[A-Za-z]|\][^\u0007\u001b]*(?:\u0007|\u001b\\))`,
  'g',
);
const controls = new RegExp(String.raw`[\u0000-\u0008\u000b-\u001f\u007f]`, 'g');

/** Control characters as text. */
const visible = (text: string): string =>
  text.replaceAll(controls, (one) =>
    one === '\u001b' ? '<esc>' : one === '\r' ? '<cr>' : `<byte ${one.charCodeAt(0).toString(16)}>`,
  );

const linesIn = (text: string): readonly string[] => {
  if (text === '') return [];
  const lines = text.replace(/\n$/, '').split('\n');
  return text.endsWith('\n') ? lines : [...lines.slice(0, -1), `${lines.at(-1) ?? ''}[no newline]`];
};

/**
 * What a terminal shows.
 * @throws Error unless a command that fails is known by trivet's message: a page shows no exit codes
 */
export const shownBy = ({ stdout, stderr, code }: Omit<Ran, 'asked'>): readonly string[] => {
  const text = visible(`${stdout}${stderr}`.replaceAll(escapes, '')).trimEnd();
  if (/^trivet: /m.test(text) !== (code !== 0)) throw new Error(`it ends with ${code}, and shows:\n${text}`);
  return text === '' ? [] : text.split('\n').map((line) => line.trimEnd());
};

/** What a command printed, as transcripts write it, without the exit code. */
export const printedBy = (
  { stdout, stderr, asked }: Omit<Ran, 'code'>,
  colours = false,
): readonly string[] => {
  const lines = (text: string): readonly string[] =>
    linesIn(visible(colours ? text : text.replaceAll(escapes, '')));
  return [
    ...lines(asked.trimEnd() === '' ? '' : `${asked.trimEnd()}\n`).map((line) => `? ${line}`.trimEnd()),
    ...lines(stdout).map(escaped),
    ...lines(stderr).map((line) => `! ${line}`.trimEnd()),
  ];
};

export const exitOf = (code: number): string => (code === 0 ? '' : `[exit ${code}]`);

/** The kind of a line about what a command did; lines of one kind are compared together. */
const kindOf = ({ line, at }: Check): string => {
  const [, sent] = /^(sent(?:$|[: ])|read(?:$|[: ])|effect(?:$|:)|no effect$|files(?:$|:))/.exec(line) ?? [];
  if (sent !== undefined) return sent === 'no effect' ? 'effect' : sent.replace(/[: ]$/, '');
  const [, kind, mode, name] = /^(file|no file|mode(?: ([0-7]{3,4}))?) (\S.*)$/.exec(line) ?? [];
  if (kind === undefined || (kind === 'mode' && mode === undefined && name === undefined))
    throw new FormatError(at, 'after "-- " comes sent, read, effect, file, no file, files or mode');
  return `${kind.startsWith('mode') ? 'mode' : 'file'} ${name ?? ''}`;
};

/** The lines of a command about what it did, by their kinds. */
export const findingsOf = (checks: readonly Check[]): readonly Finding[] => {
  const byKind = new Map<string, Check[]>();
  for (const one of checks) byKind.set(kindOf(one), [...(byKind.get(kindOf(one)) ?? []), one]);
  return [...byKind].map(([of, found]) => ({ of, checks: found }));
};

const check = (line: string, content: readonly string[] = []): Check => ({ line, content, at: 0 });

/** Whatever a parallel run does, reads are listed in the order in which they are expected. */
const inOrderOf = (expected: readonly string[], lines: readonly string[]): readonly string[] => {
  const left = [...lines];
  const found = expected.flatMap((line) => {
    const at = left.findIndex((one) => requestAgrees(line, one));
    return at === -1 ? [] : left.splice(at, 1);
  });
  return [...found, ...left];
};

const afterColon = ({ line }: Check): string => line.replace(/^\w+: ?/, '');

const readsAmong = (sent: readonly Sent[], expected: readonly Check[]): readonly Check[] => {
  const lines = sent.filter(isRead).map((one) => withoutBody(lineOf(one)));
  const all = inOrderOf(expected.map(afterColon), lines).map((line) => check(`read: ${line}`));
  const isOpen = expected.some((one) => afterColon(one) === '...');
  if (!isOpen) return all.length === 0 ? [check('read nothing')] : all;
  const wanted = all.slice(0, expected.length - 1);
  return [...wanted, check('read: ...')];
};

const changesAmong = (sent: readonly Sent[], expected: readonly Check[]): readonly Check[] => {
  const isQuiet = expected.some(({ line }) => line === 'sent no request');
  if (isQuiet && sent.length === 0) return [check('sent no request')];
  const changes = sent.filter((one) => !isRead(one)).map((one) => check(`sent: ${lineOf(one)}`));
  if (isQuiet) return [...changes, ...readsAmong(sent, [])];
  return changes.length === 0 ? [check('sent nothing')] : changes;
};

const pathOf = ({ folder, home }: Scene, name: string): string =>
  name.startsWith('~/') ? join(home, name.slice(2)) : join(folder, name);

const fileNamed = (scene: Scene, name: string): Check => {
  const path = pathOf(scene, name);
  if (!existsSync(path)) return check(`no file ${name}`);
  return check(`file ${name}`, linesIn(visible(scene.normal(readFileSync(path, 'utf8')))));
};

const modeOf = (scene: Scene, name: string): Check => {
  const path = pathOf(scene, name);
  if (!existsSync(path)) return check(`no file ${name}`);
  return check(`mode ${(lstatSync(path).mode & 0o7777).toString(8).padStart(3, '0')} ${name}`);
};

const newEffects = (scene: Scene, { effects }: Marks) =>
  scene.sandbox.effects.list().filter(({ sequence }) => sequence > effects);

const effectsSince = (scene: Scene, marks: Marks): readonly Check[] => {
  const found = newEffects(scene, marks);
  return found.length === 0
    ? [check('no effect')]
    : found.map(({ what }) => check(`effect: ${scene.normal(what)}`));
};

const sentSince = (scene: Scene, { requests }: Marks): readonly Sent[] =>
  scene.sandbox.requests
    .list()
    .filter(({ sequence }) => sequence > requests)
    .map(({ method, path, query, body }) => ({
      method,
      target: scene.normal(query === '' ? path : `${path}?${query}`),
      body: scene.normal(body.toString('utf8')),
    }));

const found = (scene: Scene, marks: Marks, { of, checks }: Finding): readonly Check[] => {
  const [kind = '', ...words] = of.split(' ');
  const name = words.join(' ');
  if (kind === 'sent') return changesAmong(sentSince(scene, marks), checks);
  if (kind === 'read') return readsAmong(sentSince(scene, marks), checks);
  if (kind === 'effect') return effectsSince(scene, marks);
  if (kind === 'files') return [check(`files: ${filesIn(scene.folder).join(' ')}`.trimEnd())];
  return [kind === 'mode' ? modeOf(scene, name) : fileNamed(scene, name)];
};

export const observe = (
  scene: Scene,
  marks: Marks,
  command: Command,
  ran: Ran,
  colours: boolean,
): Observed => {
  const texts = {
    stdout: scene.normal(ran.stdout),
    stderr: scene.normal(ran.stderr),
    asked: scene.normal(ran.asked),
  };
  const isConsole = command.shown?.as === 'console';
  return {
    prints: isConsole ? shownBy({ ...texts, code: ran.code }) : printedBy(texts, colours),
    exit: isConsole ? '' : exitOf(ran.code),
    findings: findingsOf(command.checks).map((one) => ({ of: one.of, checks: found(scene, marks, one) })),
  };
};

/** What a command claims to have left alone: users rely on it, so it holds in every transcript. */
const claims: readonly (readonly [
  claim: string,
  isBroken: (sent: readonly Sent[], scene: Scene, marks: Marks) => boolean,
])[] = [
  ['Nothing was sent.', (sent) => sent.length > 0],
  // The scheduler goes on by itself.
  ['Nothing was changed.', (_, ...since) => newEffects(...since).some(({ method }) => method !== 'CLOCK')],
];

/** @throws Error if a command did something although it, or the transcript, says that it did not */
export const refuseLies = (
  scene: Scene,
  marks: Marks,
  command: Command,
  ran: Ran,
  { sends }: Conditions,
): void => {
  const sent = sentSince(scene, marks);
  const effects = effectsSince(scene, marks);
  // A change of many says it of each object that failed.
  const said = ran.code === Exit.partial ? '' : ran.stderr;
  const list = [...sent.map(lineOf), ...effects.map(({ line }) => line)].join('; ');
  for (const [claim, isBroken] of claims) {
    if (said.endsWith(`  ${claim}\n`) && isBroken(sent, scene, marks))
      throw new Error(`"${claim}", but there is: ${list}`);
  }
  if (sends === undefined || command.checks.some((one) => kindOf(one) === 'sent')) return;
  if (sent.some((one) => sends === 'no request' || !isRead(one)))
    throw new Error(`@sends ${sends}, but it sent: ${list}`);
};

/** Requests are compared by their bodies, other lines by their text. */
const checkAgrees = (expected: string, printed: string): boolean => {
  const [, kind, request] = /^(sent|read): (.*)$/.exec(expected) ?? [];
  if (kind === undefined || request === undefined) return agrees(expected, printed);
  return printed.startsWith(`${kind}: `) && requestAgrees(request, printed.slice(kind.length + 2));
};

/** Lines about requests say nothing of bodies where those before said nothing. */
const asBrief = (expected: readonly Check[], line: string): string => {
  const sent = expected.filter(({ line: one }) => one.startsWith('sent: '));
  const isBrief = sent.length > 0 && sent.every((one) => !hasBody(afterColon(one)));
  return isBrief && line.startsWith('sent: ') ? `sent: ${withoutBody(line.slice(6))}` : line;
};

const linesOf = (checks: readonly Check[]): readonly string[] =>
  checks.flatMap(({ line, content }) => [line, ...content.map((one) => `| ${one}`)]);

const checksIn = (lines: readonly string[]): readonly Check[] => {
  const checks: Check[] = [];
  for (const line of lines) {
    const last = checks.at(-1);
    if (line.startsWith('| ') && last !== undefined)
      checks.splice(-1, 1, { ...last, content: [...last.content, line.slice(2)] });
    else checks.push(check(line));
  }
  return checks;
};

const writtenFinding = (expected: Finding, actual: Finding, other: Finding | undefined): readonly Check[] => {
  const lines = linesOf(actual.checks);
  const varied = other === undefined ? lines : merged(lines, linesOf(other.checks));
  const brief = varied.map((line) => asBrief(expected.checks, line));
  return checksIn(inWordsOf(linesOf(expected.checks), lines, checkAgrees, brief));
};

/** Lines that say what a command leaves alone. A person wrote them, so an update does not replace them. */
const leavesAlone = /^(?:sent nothing|sent no request|read nothing|no effect|no file .*)$/;

/** @throws FormatError if a command did something that its transcript says it does not do */
export const refuseBrokenClaims = ({ checks }: Command, { findings }: Observed): void => {
  for (const { line, at } of checks.filter((one) => leavesAlone.test(one.line))) {
    const found = findings.find(({ of }) => of === kindOf({ line, at, content: [] }))?.checks ?? [];
    if (found.some((one) => one.line === line)) continue;
    const list = found.map((one) => one.line).join('; ');
    throw new FormatError(at, `"-- ${line}" is not true, and an update does not replace it: ${list}`);
  }
};

/**
 * The command with what it printed and did, in the words of the transcript where these agree.
 * @param other another run, which shows what varies
 */
export const written = (command: Command, actual: Observed, other?: Observed): Command => {
  const varied = other === undefined ? actual.prints : merged(actual.prints, other.prints);
  const checks = findingsOf(command.checks).flatMap((expected, index) => {
    const finding = actual.findings[index];
    return finding === undefined ? [] : writtenFinding(expected, finding, other?.findings[index]);
  });
  // Of a script without output in its comment, only the exit code is compared.
  const isOpen = command.shown?.as === 'script' && command.prints.length === 0;
  const prints = isOpen ? [] : inWordsOf(command.prints, actual.prints, agrees, varied);
  return {
    ...command,
    exit: actual.exit,
    prints: other === undefined ? prints : withoutBlobs(prints),
    checks,
  };
};
