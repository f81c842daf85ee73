/**
 * The only place that asks, by the gravities of catalogue/risk.ts, when a change is about to be sent. A change of
 * many, an apply or an undo is reviewed as a whole before, and its parts are not asked about.
 */
import { holds } from '../catalogue/check.ts';
import type { Operation } from '../catalogue/operation.ts';
import type { InputRecord } from '../catalogue/parameter.ts';
import { inputText, inputTexts } from '../catalogue/parameter.ts';
import { isKindName, nounOf } from '../catalogue/kind-name.ts';
import type { Risk } from '../catalogue/operation.ts';
import type { FoundRisk, Gravity } from '../catalogue/risk.ts';
import { gravest, rank } from '../catalogue/risk.ts';
import type { InputCondition } from '../catalogue/rule.ts';
import type { Part, Target } from '../catalogue/target.ts';
import { describeTarget } from '../catalogue/target.ts';
import { namedMounts } from '../config/named-mounts.ts';
import type { Endpoint, Protection } from '../config/endpoint.ts';
import type { Json } from '../documents/json/json.ts';
import { isObject } from '../documents/json/json.ts';
import { fingerprintOf, inBrackets, movedFields } from '../documents/json/fingerprint.ts';
import { colorLevel, painter } from '../output/color.ts';
import { confirmPrompt, typePrompt } from '../output/prompt.ts';
import { safe } from '../output/text/safe.ts';
import { fillText } from '../services/context.ts';
import { shellWord } from '../catalogue/text/shell-words.ts';
import { pathObjectOf, subjectOf } from '../services/subject.ts';
import { Exit, TrivetError, usageError } from '../system/error.ts';
import type { Answer, Question, Io } from '../system/io.ts';
import type { Globals } from './given-globals.ts';
import { comparedSettings, snapshot } from './snapshot.ts';
import type { Snapshot } from './snapshot.ts';
import type { Call } from '../services/call.ts';
import { knownTarget, targetOf } from './session/target.ts';
import type { CallOptions, Review, ReviewedPlan, Session, Told } from './session/session.ts';
import { looked } from './single/look-first.ts';
import { lookOf } from './single/risk-look.ts';

export const unconfirmed = 'confirmation-required';

/** The texts that servers read as no. Any other may be a yes (`purge=T` in a query, `"disable": "1"` in a body). */
const isNo = /^(?:|0|f|false)$/i;

export const isYes = (value: string | number | bigint): boolean => !isNo.test(String(value));

export const risksIn = (
  { risks = [], parameters }: Pick<Operation, 'risks' | 'parameters'>,
  input: InputRecord,
): readonly Risk[] => {
  const holdsIn = (when: InputCondition): boolean => {
    const value = input[when.parameter];
    const isFlag = parameters[when.parameter]?.type === 'boolean';
    return isFlag && (typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint')
      ? holds(when, { ...input, [when.parameter]: isYes(value) })
      : holds(when, input);
  };
  return risks.filter(({ when }) => when === undefined || holdsIn(when));
};

/** The risks share one question, since only one text can be typed. */
const worded = (risks: readonly (Pick<Risk, 'gravity' | 'question' | 'name'> & FoundRisk)[]) => {
  const [only, ...others] = risks;
  const named = risks.find(({ gravity }) => gravity === 'type') ?? (others.length === 0 ? only : undefined);
  return named ?? { question: risks.map(({ question }) => question).join(' '), name: undefined };
};

const nameIn = (question: string, name: string | undefined, input: InputRecord): string | undefined => {
  const template = name ?? /\{[^}]+\}/.exec(question)?.[0];
  return template && fillText(template, input);
};

const placeOf = (operation: Operation, text: string, template: string, target: Target): string => {
  // The name `acme/dns-prod` contains its organization.
  const isNamed = (part: Part): boolean =>
    text.includes(` ${target.scope[part]}/`) ||
    Object.entries(operation.parameters).some(
      ([key, { context }]) => context === part && template.includes(`{${key}}`),
    );
  return describeTarget(target, isNamed);
};

export class Questions {
  readonly #run: Review;
  readonly #io: Io;
  readonly #globals: Globals;

  constructor(run: Review) {
    this.#run = run;
    this.#io = run.io;
    this.#globals = run.globals;
  }

  get #told(): Told {
    return this.#run.told;
  }

  #isNamed({ protection, profile }: Pick<Endpoint, 'protection' | 'profile'>): boolean {
    const { confirmProfile } = this.#globals;
    if (confirmProfile === undefined) return false;
    const here = protection?.name ?? profile;
    if (confirmProfile === here) return true;
    throw usageError(
      here === undefined
        ? `--confirm-profile "${confirmProfile}" does not match: the server does not come from a profile`
        : `--confirm-profile "${confirmProfile}" does not match: the server comes from profile ${here}`,
    );
  }

  #isAnswered(gravity: Gravity, name: string | undefined, protection: Protection | undefined): boolean {
    const typed = name !== undefined && this.#told.given.confirm === name;
    const isOwn = gravity === 'type' ? typed : typed || this.#globals.yes;
    if (protection === undefined) return rank(gravity) <= rank('grave') || isOwn;
    return this.#globals.confirmProfile === protection.name && (gravity === 'none' || isOwn);
  }

  #wordsOf({ operation, input }: Pick<Call, 'operation' | 'input'>, session: Session): InputRecord {
    const { operation: told, spoken } = this.#told;
    const known = Object.entries(input).map(([key, value]) => [
      key,
      typeof value === 'string' && operation.parameters[key]?.in === 'path'
        ? (session.nameOf(value) ?? value)
        : value,
    ]);
    const isOwn = told?.id === operation.id;
    const typed = Object.entries(spoken).filter(
      ([key, value]) =>
        value !== undefined && (isOwn || operation.parameters[key]?.in === 'path') && told !== undefined,
    );
    return Object.fromEntries([...known, ...typed]);
  }

  /** Leaves out what came from a file, since a question does not quote a whole file. */
  #withoutFiles(words: InputRecord): InputRecord {
    const { contents } = this.#told.given;
    const said = Object.entries(words).map(([key, value]) => {
      const from = contents.find(({ text }) => text === value && text.trim().includes('\n'));
      return [key, from === undefined ? value : `(content of ${from.source})`];
    });
    return Object.fromEntries(said);
  }

  /**
   * Fails if confirmation is missing whatever the servers hold, and nobody can be asked; nothing is sent, not even
   * a read.
   * @param looks also refuses what a look finds
   * @throws TrivetError usage
   */
  async refuseUnanswered(call: Call<CallOptions>, session: Session, looks: boolean): Promise<void> {
    const { operation, input } = call;
    const words = this.#wordsOf(call, session);
    const due = call.how.risks ?? risksIn(operation, { ...input, ...words });
    const certain = due.filter(({ uncertain }) => uncertain !== true);
    await this.#decide(call, session, certain, false);
    if (!looks || certain.length === due.length) return;
    const found = await this.#looked(due, call, words, session).catch((error: unknown) => {
      // An earlier line of the batch may make the object, so it is looked up when its line runs.
      if (error instanceof TrivetError) return [];
      throw error;
    });
    await this.#decide(call, session, found, false);
  }

  async call(call: Call<CallOptions>, session: Session): Promise<void> {
    const { operation, input, how, server } = call;
    const { protection } = server.endpoint;
    this.#isNamed(server.endpoint);
    const { call: meant } = this.#told;
    // The further requests of a command are a part of what was confirmed.
    if (meant !== undefined && meant.operation.id !== operation.id && how.at === undefined)
      await this.#meant(meant, session);
    const words = this.#wordsOf({ operation, input }, session);
    const due = how.risks ?? risksIn(operation, words);
    // The commands that log in ask by themselves.
    if (how.at !== undefined || this.#run.covers(gravest(due.map(({ gravity }) => gravity)), protection))
      return;
    const found = await this.#looked(due, call, words, session);
    if (this.#run.covers(gravest(found.map(({ gravity }) => gravity)), protection)) return;
    for (const { notes = [] } of found) for (const note of notes) session.reporter.note(note);
    const isAsked = await this.#decide(call, session, found);
    if (!isAsked) return;
    // The answer of a person may take long, so the state is read again.
    const { changes } = how;
    const again = await this.#looked(due, call, words, session, true);
    const [before, now] = [statesOf(found), statesOf(again)];
    if (changes !== undefined) {
      before.push(changes.state);
      now.push(await changes.read());
    }
    if (fingerprintOf(before) !== fingerprintOf(now))
      throw changedSince(
        subjectOf({ operation, input: words }) ?? inputText(words, 'mount') ?? 'it',
        before,
        now,
      );
  }

  /** A mount that nobody named is looked up. */
  async #certainTarget(call: Call<CallOptions>, session: Session): Promise<Target> {
    const target = targetOf(call);
    const { given } = this.#told;
    const isNamed = given.spoken['mount'] !== undefined;
    const [group = ''] = call.operation.id.split('.');
    if (isNamed || namedMounts(call.server.endpoint.context, group).length === 1) return target;
    const named = Object.values(call.operation.parameters).map(({ complete }) => complete);
    const kinds = await Promise.all(named.map((one) => session.program.catalogue.kind(one ?? '')));
    const { mount: _mount, ...scope } = target.scope;
    return kinds.some((kind) => kind?.mountOf !== undefined) ? { ...target, scope } : target;
  }

  async #meant(call: Call<CallOptions>, session: Session): Promise<void> {
    const risks = certainIn(call);
    if (risks.length > 0) await this.#decide(call, session, risks);
  }

  async #looked(
    due: readonly Risk[],
    { operation, input, how: options, server }: Call<CallOptions>,
    words: InputRecord,
    session: Session,
    isAgain = false,
  ): Promise<readonly (Risk & FoundRisk)[]> {
    const { protection } = server.endpoint;
    const { contents } = this.#told.given;
    const { objectRead, looksFirst } = operation;
    const found: (Risk & FoundRisk)[] = [];
    for (const risk of due) {
      const look = lookOf(risk);
      const { gravity, question, name, uncertain } = risk;
      if (!isAgain && this.#run.covers(gravity, protection)) continue;
      if (look === undefined) {
        // Nobody confirms what would happen to an object that does not exist.
        const isAnswered = this.#isAnswered(gravity, nameIn(question, name, words), protection);
        if (looksFirst === 'asked' && objectRead !== undefined && !isAnswered)
          await looked(session, objectRead, input);
        const isAsked = !isAnswered && rank(gravity) > rank('grave');
        const state = isAsked
          ? await this.#removed(risk, { operation, input, how: options }, words, session, isAgain)
          : null;
        found.push(state === null ? risk : { ...risk, state });
        continue;
      }
      const seen = await look({
        before: () => this.#before({ operation, input, how: options }, words, session, isAgain),
        session,
        operation,
        input,
        spoken: words,
        options,
        readFrom: (value) => contents.find(({ text }) => text === value)?.source,
        isAnswered: this.#isAnswered(gravity, nameIn(question, name, words), protection),
      });
      if (seen !== undefined || uncertain !== true) found.push({ ...risk, ...seen });
    }
    return found;
  }

  /** The object as it was when the question was put; null if the question is of another kind. */
  async #removed(
    { risk }: Risk,
    call: Pick<Call<CallOptions>, 'operation' | 'input' | 'how'>,
    words: InputRecord,
    session: Session,
    isAgain: boolean,
  ): Promise<Json> {
    if (risk !== 'removes' && risk !== 'revokes') return null;
    try {
      return (await this.#before(call, words, session, isAgain)).state;
    } catch (error) {
      // An object that cannot be read is asked about all the same.
      if (error instanceof TrivetError) return null;
      throw error;
    }
  }

  async #before(
    {
      operation: { objectRead },
      input,
      how: { headers },
    }: Pick<Call<CallOptions>, 'operation' | 'input' | 'how'>,
    words: InputRecord,
    session: Session,
    isAgain: boolean,
  ): Promise<{ readonly found: Snapshot; readonly state: Json }> {
    if (objectRead === undefined) return { found: { kind: 'none' }, state: null };
    const found = await snapshot(
      session,
      objectRead,
      { ...words, ...input },
      {
        ...(headers && { headers }),
        ...(isAgain ? {} : { latest: true }),
      },
    );
    return { found, state: comparedSettings(objectRead, found) };
  }

  async #decide(
    call: Call<CallOptions>,
    session: Session,
    found: readonly (Risk & FoundRisk)[],
    isSent = true,
  ): Promise<boolean> {
    const { operation, input, how, server } = call;
    const { protection } = server.endpoint;
    const gravity = gravest(found.map((one) => one.gravity));
    if (this.#run.covers(gravity, protection)) return false;
    const spoken = this.#wordsOf({ operation, input }, session);
    const risks = found.map((one) => ({ ...one, ...one.words?.(spoken) }));
    const wordsNow = (): InputRecord => ({
      ...this.#withoutFiles(this.#wordsOf({ operation, input }, session)),
      ...Object.assign({}, ...risks.map((one) => one.input)),
    });
    const { question, name } = worded(risks);
    const typed = nameIn(question, name, wordsNow());
    const { operation: told, named } = this.#told;
    const text = async (): Promise<string> => {
      const at = isSent ? await knownTarget(call, session) : await this.#certainTarget(call, session);
      const words = wordsNow();
      const own =
        risks.length === 0 || !isComplete(question, words)
          ? deedOf(operation, words, told?.id === operation.id ? named : undefined, how.changes?.texts ?? [])
          : fillText(question, words);
      const said = how.like === undefined ? own : `${how.like.said} ${own}`;
      return `${said} (${placeOf(operation, own, question, at)})`;
    };
    const isAsked = await this.#ask({
      text,
      gravity,
      name: typed,
      asks: false,
      state: hashOf([...risks.map(({ state = null }) => state), how.changes?.state ?? null]),
      protections: protection === undefined ? [] : [protection],
    });
    if (isSent) this.#run.approve(gravity, protection);
    return isAsked;
  }

  /** @throws TrivetError usage, if the question is declined or nobody can be asked */
  async plan({ question, gravity, name, asks, place, protections }: ReviewedPlan): Promise<void> {
    const text = (): Promise<string> => Promise.resolve(`${question}${place === '' ? '' : ` (${place})`}`);
    await this.#ask({ text, gravity, name, asks: asks === true, protections });
    this.#run.approve(asks === true && gravity !== 'type' ? 'ask' : gravity);
    for (const protection of protections) this.#run.approve(gravity, protection);
  }

  async gravityOf(call: Call<CallOptions>, session: Session): Promise<Gravity> {
    const words = this.#wordsOf(call, session);
    const due = call.how.risks ?? risksIn(call.operation, { ...call.input, ...words });
    const found = await this.#looked(due, call, words, session);
    return gravest(found.map(({ gravity }) => gravity));
  }

  async #ask(asked: {
    readonly text: () => Promise<string>;
    readonly gravity: Gravity;
    readonly name: string | undefined;
    readonly asks: boolean;
    readonly state?: string | undefined;
    readonly protections: readonly Protection[];
  }): Promise<boolean> {
    const { gravity, name, asks, protections } = asked;
    const { confirmProfile, yes } = this.#globals;
    const { confirm: typed } = this.#told.given;
    for (const protection of protections) this.#isNamed({ protection, profile: undefined });
    const isOwn = typed !== undefined && typed === name;
    if (
      typed !== undefined &&
      name !== undefined &&
      !isOwn &&
      (gravity === 'type' || protections.length === 0)
    )
      throw usageError(`--confirm "${typed}" does not match "${name}"`);
    let isAsked = false;
    const put = async (expected: string | undefined, how: string, protection?: Protection): Promise<void> => {
      isAsked = true;
      await this.#put(await asked.text(), expected, how, protection, asked.state);
    };
    if (gravity === 'type' && !isOwn)
      await put(name ?? '', `--yes is not enough here. To confirm without a prompt: --confirm ${name ?? ''}`);
    else if (
      (gravity === 'ask' || (asks && gravity !== 'type')) &&
      protections.length === 0 &&
      !isOwn &&
      !yes
    )
      await put(undefined, 'To confirm without a prompt, give --yes.');
    for (const protection of protections) {
      const isSaid = (gravity === 'none' && !asks) || gravity === 'type' || isOwn;
      const how = `To confirm without a prompt: --confirm-profile ${protection.name}${isSaid ? '' : ' --yes'}`;
      const isNamed = confirmProfile === protection.name;
      if (isNamed && (isSaid || yes)) continue;
      const isTyped = !isNamed && gravity !== 'none';
      await put(isTyped ? safe(protection.name) : undefined, how, protection);
    }
    return isAsked;
  }

  async #put(
    text: string,
    expected: string | undefined,
    how: string,
    protection: Protection | undefined,
    state: string | undefined,
  ): Promise<void> {
    const io = this.#io;
    const address =
      protection === undefined || text.includes(protection.address) ? '' : ` (${protection.address})`;
    // Notes are printed before the question; a spinner would hide it.
    await this.#run.reporter.flush();
    this.#run.reporter.clear();
    const plain = safe(protection === undefined ? text : `[${protection.name}] ${text}${address}`);
    const answer = await this.#answer(
      { text: plain, name: expected, state },
      protection && `${text}${address}`,
      protection?.name,
    );
    if (answer === 'yes') return;
    if (answer === 'no') throw usageError('declined');
    const elsewhere = io.ask !== undefined;
    const why = this.#globals.noInput
      ? '--no-input was given'
      : elsewhere
        ? 'this client cannot ask a person'
        : (io.whyUnasked?.() ?? 'there is no terminal');
    const said = protection === undefined ? how : `${protection.name} is protected. ${how}`;
    throw usageError(
      `confirmation required, but ${why}: ${plain}`,
      // Agents' tools have no flags that confirm.
      elsewhere ? undefined : said,
    ).with({ details: { reason: unconfirmed } });
  }

  async #answer(question: Question, text: string | undefined, name: string | undefined): Promise<Answer> {
    const io = this.#io;
    if (this.#globals.noInput) return 'unavailable';
    if (io.ask !== undefined) return io.ask(question);
    const { text: plain, name: expected } = question;
    const shown =
      text === undefined || name === undefined ? plain : `[${await this.#painted(name)}] ${safe(text)}`;
    return expected === undefined ? confirmPrompt(shown, io) : typePrompt(shown, expected, io);
  }

  async #painted(name: string): Promise<string> {
    const { env, stderr } = this.#io;
    const isTTY = this.#io.terminal !== undefined && stderr.isTTY === true;
    return (await painter(colorLevel({ flag: this.#globals.color, env, isTTY }))).red(safe(name));
  }
}

const objectsInBody = ({ parameters }: Operation, input: InputRecord): readonly string[] =>
  Object.entries(parameters).flatMap(([key, { in: where, complete }]) => {
    if (where !== 'body' || complete === undefined) return [];
    const noun =
      complete === 'borrowed-account' ? 'account' : isKindName(complete) ? nounOf(complete) : undefined;
    if (noun === undefined) return [];
    const one = inputText(input, key);
    const names = one === undefined ? inputTexts(input, key) : [one];
    return names.map((name) => `${noun} ${shellWord(name)}`);
  });

/** The question of a change without a risk: `Create or update a role: role web, ttl: 1h → 2h?`. */
const deedOf = (
  operation: Operation,
  input: InputRecord,
  named: string | undefined,
  changes: readonly string[],
): string => {
  const [object] = Object.values(operation.undo?.object?.(input, undefined) ?? {});
  const made = operation.parameters['name']?.in === 'body' ? inputText(input, 'name') : undefined;
  const own = made ?? named ?? (typeof object === 'string' ? object : undefined);
  // The object may be new, or named only in the words.
  const subject = pathObjectOf({ operation, input }) ?? (own === undefined ? undefined : shellWord(own));
  const all = [
    ...(subject === undefined ? [] : [subject]),
    ...(changes.length === 0 ? objectsInBody(operation, input) : changes),
  ];
  return `${operation.summary}${all.length === 0 ? '' : `: ${all.join(', ')}`}?`;
};

const isComplete = (text: string, words: InputRecord): boolean =>
  [...text.matchAll(/\{([^}]+)\}/g)].every(([, key = '']) => words[key] !== undefined);

const certainIn = ({ operation, input }: Call): readonly Risk[] =>
  risksIn(operation, input).filter(({ uncertain, gravity }) => uncertain !== true && gravity !== 'grave');

const hashOf = (states: readonly Json[]): string | undefined =>
  states.every((state) => state === null) ? undefined : fingerprintOf([...states]);

const statesOf = (risks: readonly FoundRisk[]): Json[] => risks.map(({ state = null }) => state);

/**
 * @param before as the question showed it
 * @param now as it was after the answer
 */
const changedSince = (subject: string, before: readonly Json[], now: readonly Json[]): TrivetError => {
  const fields = before.flatMap((state, index) => {
    const other = now[index];
    return isObject(state) && isObject(other) ? movedFields(state, other) : [];
  });
  const moved = inBrackets([...new Set(fields)]);
  return new TrivetError(
    'conflict',
    Exit.conflict,
    `${subject} was changed while the question was open${moved}`,
    {
      effect: 'not-sent',
      reason: 'changed-since',
      hint: 'Give the command again: it shows what is there now.',
    },
  );
};
