import { limits } from '../../../system/limits.ts';
import { fileFailure } from '../../../system/system-error.ts';
import { join } from 'node:path';
import { Exit, localError, TrivetError, usageError } from '../../../system/error.ts';
import type { Json } from '../../../documents/json/json.ts';
import { groupedBy } from '../../../system/values/grouped.ts';
import { withLock } from '../../../system/lock-file.ts';
import { changeBack, previousFiles, storeOf } from '../../../system/versioned-folder.ts';
import { rfc3339 } from '../../../documents/rfc3339.ts';
import { plural } from '../../../output/text/plural.ts';
import type { Session } from '../../../run/session/session.ts';
import { mapBounded } from '../../../run/lists/bounded.ts';
import { ownView } from '../../../run/single/own-view.ts';
import type { Workflow } from '../../../run/single/workflow.ts';
import { sign } from '../../../commands/pki/operations/sign.ts';
import { layoutFiles } from '../layouts.ts';
import { isMarkedUnfit, markUnfit, unmarkUnfit } from '../renew/pending.ts';
import type { RenewPlan } from '../renew/place.ts';
import { placedFiles, layoutFor, requestMark, evidenceOfFiles } from '../renew/place.ts';
import type { Needed } from '../renew/renew-folder.ts';
import { busy, neededBy, renewFolder } from '../renew/renew-folder.ts';
import { oweHook, runHookWords, settleHook } from '../renew/renew-hook.ts';
import type { FolderContent } from '../verify/folder-content.ts';
import { contentOrNone, folderContent } from '../verify/folder-content.ts';
import type { ServedState, Unknown } from './decide.ts';
import { nextStep, whyNotGood } from './decide.ts';
import type { FleetEndpoint } from './fleet.ts';
import { readFleet } from './fleet.ts';
import { Looker } from './look.ts';

type Status = 'ok' | 'due' | 'renewed' | 'reloaded' | 'held' | 'rolled back' | 'problem' | 'failed';

interface Verdict {
  readonly status: Status;
  readonly detail: string;
  readonly hint?: string | undefined;
  readonly exit?: number;
}

interface Case {
  readonly endpoint: FleetEndpoint;
  readonly plan: RenewPlan;
  readonly needed?: Needed;
  before: ServedState | undefined;
  now: ServedState | undefined;
  warnings: readonly string[];
  unknown: readonly Unknown[];
  content: FolderContent | undefined;
  reload?: 'renewed' | 'stale' | undefined;
  failed?: string | undefined;
  stuck?: string | undefined;
  verdict?: Verdict | undefined;
}

const knownFailure = (error: unknown): TrivetError => {
  const known = error instanceof TrivetError ? error : fileFailure(error);
  if (known === undefined) throw error;
  return known;
};

const failureOf = (error: unknown): Verdict => {
  const { code, message, exit, details } = knownFailure(error);
  const isHeld = exit === Exit.failed;
  const status = code === 'issuer-revoked' ? 'problem' : isHeld ? 'held' : 'failed';
  return { status, detail: message, hint: details.hint, exit };
};

class Guard {
  readonly #session: Session;
  readonly #looker: Looker;
  readonly #isRetry: boolean;
  readonly #width: number;

  constructor(session: Session, { isRetry, width }: { readonly isRetry: boolean; readonly width: number }) {
    this.#session = session;
    this.#looker = new Looker(session);
    this.#isRetry = isRetry;
    this.#width = width;
  }

  async #planOf(endpoint: FleetEndpoint): Promise<RenewPlan> {
    const { input, folder, before, exec, access } = endpoint;
    return {
      context: {
        session: this.#session,
        operation: sign,
        input,
        options: { base: undefined, extra: undefined },
      },
      folder,
      before,
      hook: exec,
      isOfFleet: true,
      ...(await this.#looker.planned(endpoint)),
      isRetry: this.#isRetry,
      access,
    };
  }

  async #look(endpoint: FleetEndpoint): Promise<Case> {
    const plan = await this.#planOf(endpoint);
    const one = { endpoint, plan, warnings: [], unknown: [] };
    let needed: Needed;
    try {
      needed = await neededBy(plan);
    } catch (error) {
      const content = contentOrNone(endpoint.folder, endpoint.input['store-password-from']);
      const before = await this.#looker.seen(endpoint, content);
      return { ...one, content, before, now: before, verdict: failureOf(error) };
    }
    const { content, owed, why } = needed;
    const before = await this.#looker.seen(endpoint, content);
    const isStale = before?.is === 'served' && !before.isExpected;
    const reload =
      content !== undefined && endpoint.exec !== undefined && (owed || isStale) ? 'stale' : undefined;
    const isHeld =
      why !== undefined &&
      !this.#isRetry &&
      (await isMarkedUnfit(endpoint.folder, requestMark(endpoint.input), this.#session.io.now()));
    const verdict = isHeld ? heldBecause(why) : undefined;
    return { ...one, content, before, now: before, reload, verdict, needed };
  }

  async look(endpoints: readonly FleetEndpoint[]) {
    await this.#looker.prepare(endpoints);
    return mapBounded(endpoints, this.#width, (endpoint) => this.#look(endpoint));
  }

  /** A full disk must not end a run halfway; the next run then does not know what happened. */
  #warnOf(folder: string): (error: unknown) => void {
    return (error) => {
      const { message } = knownFailure(error);
      this.#session.reporter.warn(`the next run cannot know what became of ${folder}: ${message}`);
    };
  }

  /** Servers do not know the new certificates yet. */
  async renew(cases: readonly Case[]): Promise<void> {
    await mapBounded(cases, this.#width, async (one) => {
      if (this.#session.signal.aborted) {
        one.verdict = { status: 'failed', detail: 'not started: the run was interrupted' };
        return;
      }
      try {
        const outcome = await renewFolder(one.plan, one.needed);
        one.content = folderContent(one.endpoint.folder, one.endpoint.input['store-password-from']);
        if (outcome === undefined) await this.#follow(one);
        else one.reload = 'renewed';
      } catch (error) {
        one.verdict = failureOf(error);
      }
    });
  }

  /** Another run renewed the files, and reloads or has failed. */
  async #follow(one: Case): Promise<void> {
    const { endpoint, content } = one;
    const now = await this.#looker.settled(endpoint, content);
    if (now === undefined) return;
    one.before = now;
    one.now = now;
    if (endpoint.exec !== undefined && now.is === 'served' && !now.isExpected) one.reload = 'stale';
  }

  async reload(cases: readonly Case[]): Promise<void> {
    const commands = groupedBy(
      cases.filter(({ endpoint }) => endpoint.exec !== undefined),
      ({ endpoint }) => JSON.stringify(endpoint.exec),
    );
    for (const group of commands.values()) {
      const [first] = group;
      const renewed = group.flatMap(({ endpoint: { folder }, content }) =>
        content === undefined ? [] : [{ folder, certificate: content.leaf }],
      );
      const why = await runHookWords(first?.endpoint.exec ?? [], renewed, this.#session, 'stderr');
      for (const one of group) {
        one.failed = why;
        const { folder } = one.endpoint;
        if (why === undefined) await settleHook(folder).catch(this.#warnOf(folder));
        else if (one.content !== undefined)
          await oweHook(folder, one.content.leaf).catch(this.#warnOf(folder));
      }
    }
  }

  async settle(cases: readonly Case[]): Promise<void> {
    const worse: Case[] = [];
    const seen = new Map<Case, ServedState>();
    await mapBounded(cases, this.#width, async (one) => {
      const after = await this.#looker.settled(one.endpoint, one.content);
      if (after === undefined) return;
      seen.set(one, after);
      one.now = after;
      if (one.reload !== 'renewed' || nextStep(one.before, after) !== 'roll-back') return;
      one.stuck = await this.#goBack(one);
      if (one.stuck === undefined) worse.push(one);
    });
    for (const one of cases)
      if (!worse.includes(one)) one.verdict = await this.#verdictOf(one, seen.get(one));
    await this.reload(worse);
    await mapBounded(worse, this.#width, async (one) => {
      one.verdict = await this.#wentBack(one, seen.get(one));
    });
  }

  async conclude(cases: readonly Case[]): Promise<void> {
    await mapBounded(cases, this.#width, async (one) => {
      if (one.content === undefined) return;
      const { refused, warnings, unknown } = await this.#looker.files(one.endpoint, one.content);
      const sent = one.now?.is === 'served' ? one.now : { warnings: [], unknown: [] };
      one.warnings = [...new Set([...warnings, ...sent.warnings])];
      one.unknown = [...unknown, ...sent.unknown];
      const isGoodSoFar = one.verdict === undefined || good.includes(one.verdict.status);
      if (refused.length > 0 && isGoodSoFar && one.verdict?.status !== 'due')
        one.verdict = { status: 'problem', detail: refused.join('; ') };
      else if (one.unknown.length > 0 && one.verdict?.status === 'ok')
        one.verdict = { ...one.verdict, detail: unsure(one.verdict.detail, one.unknown) };
    });
  }

  async #verdictOf(
    { endpoint, reload, failed, stuck }: Case,
    after: ServedState | undefined,
  ): Promise<Verdict> {
    const wrong = whyNotGood(after);
    const why = [
      ...(failed === undefined ? [] : [`its command failed: ${failed}`]),
      ...(wrong === undefined ? [] : [wrong]),
      ...(stuck === undefined ? [] : [`the previous pair could not be restored: ${stuck}`]),
    ];
    if (why.length > 0) return { status: 'problem', detail: why.join('; ') };
    await unmarkUnfit(endpoint.folder).catch(this.#warnOf(endpoint.folder));
    return {
      status: reload === 'stale' ? 'reloaded' : 'renewed',
      detail: after === undefined ? '' : 'served',
    };
  }

  /**
   * Holds the endpoint until somebody changes something.
   * @returns why not; undefined if done
   */
  async #goBack({ endpoint: { folder, input }, content }: Case): Promise<string | undefined> {
    const { all, keys } = layoutFiles[layoutFor(input, content)];
    try {
      const change = async (): Promise<void> => {
        if (!(await changeBack(folder, all, keys))) throw localError(`${folder} has no previous pair`);
        await markUnfit(folder, requestMark(input)).catch(this.#warnOf(folder));
      };
      await withLock(
        join(await storeOf(folder), 'lock'),
        async () => {
          const before = await previousFiles(folder, all);
          const shown = await evidenceOfFiles(folder, 'the previous certificate', before);
          return this.#session.changeHere(placedFiles('pki.go-back', shown), change);
        },
        { wait: limits.folderLock, refusal: busy(folder) },
      );
      return undefined;
    } catch (error) {
      return knownFailure(error).message;
    }
  }

  async #wentBack(one: Case, after: ServedState | undefined): Promise<Verdict> {
    const { endpoint, failed } = one;
    const { content: tried } = one;
    one.content = folderContent(endpoint.folder, endpoint.input['store-password-from']);
    const now = await this.#looker.settled(endpoint, one.content);
    one.now = now;
    const why = whyNotGood(after) ?? '';
    const wrong = failed === undefined ? whyNotGood(now) : `its command failed: ${failed}`;
    const serial = tried?.leaf.serial ?? '';
    // The certificate was not the cause, so the next run tries again.
    if (now?.is === 'unreachable') await unmarkUnfit(endpoint.folder).catch(this.#warnOf(endpoint.folder));
    return {
      status: now?.is === 'unreachable' ? 'problem' : 'rolled back',
      detail: `${why}; ${wrong === undefined ? 'the previous pair is served again' : `after going back: ${wrong}`}`,
      hint: `The certificate ${serial} was issued and is in .trivet/previous. Correct the entry, or run with --retry.`,
    };
  }
}

const unsure = (detail: string, unknown: readonly Unknown[]): string => {
  const checks = [...new Set(unknown.map(({ check }) => check))].join(' and ');
  return [detail, `${checks} unknown`].filter(Boolean).join(', ');
};

const heldBecause = (why: string): Verdict => ({
  status: 'held',
  detail: `${why}; the last new certificate was not good for its clients`,
  hint: 'Change the role and the entry, or run with --retry.',
});

const untouched = (one: Case, why: string | undefined): Verdict => {
  const { before } = one;
  if (why !== undefined) return { status: 'due', detail: why };
  const wrong = whyNotGood(before);
  if (wrong !== undefined) return { status: 'problem', detail: wrong };
  return { status: 'ok', detail: before === undefined ? '' : 'served' };
};

const unknownTexts = ({ unknown }: Pick<Case, 'unknown'>): readonly string[] => [
  ...new Set(unknown.map(({ text }) => text)),
];

const itemOf = ({
  endpoint,
  content,
  verdict,
  warnings,
  unknown,
}: Case): { readonly [key: string]: Json | undefined } => ({
  folder: endpoint.name,
  status: verdict?.status ?? 'ok',
  not_after: content === undefined ? null : rfc3339(content.leaf.notAfter),
  serial: content?.leaf.serial ?? null,
  served: endpoint.served ?? null,
  detail: verdict?.detail ?? '',
  warnings,
  unknown: unknownTexts({ unknown }),
  exit: verdict?.exit ?? null,
  hint: verdict?.hint ?? null,
});

const good: readonly (Status | undefined)[] = ['ok', 'renewed', 'reloaded', 'due'];

type GuardInput = Readonly<{
  file?: string | undefined;
  retry?: boolean | undefined;
  parallel?: number | bigint | undefined;
  'detailed-exitcode'?: boolean | undefined;
}>;

const usualParallel = 16;

const guard: Workflow<GuardInput> = async ({ command, session, presenter, input }) => {
  if (input.file === undefined || input.file === '') throw usageError('pki guard needs the file of a fleet');
  const endpoints = await readFleet(input.file, session.io);
  const run = new Guard(session, {
    isRetry: input.retry === true,
    width: Number(input.parallel ?? usualParallel),
  });
  const cases = await run.look(endpoints);
  if (!session.globals.dryRun) {
    await run.renew(
      cases.filter(({ needed, verdict }) => verdict === undefined && needed?.why !== undefined),
    );
    const changed = cases.filter(({ reload, verdict }) => reload !== undefined && verdict === undefined);
    await run.reload(changed);
    await run.settle(changed);
  }
  for (const one of cases) {
    const why = session.globals.dryRun ? dueWords(one) : undefined;
    one.verdict ??= untouched(one, why);
  }
  await run.conclude(cases);
  for (const text of spokenOnce(cases, ({ warnings }) => warnings)) session.reporter.warn(text);
  for (const text of spokenOnce(cases, unknownTexts)) session.reporter.note(text);
  const items = cases.map(itemOf);
  await presenter.showDocument(ownView(command), items, items);
  const bad = cases.filter(({ verdict }) => !good.includes(verdict?.status));
  const [first] = bad;
  if (first !== undefined) {
    const more = bad.length > 1 ? ` (the first of ${bad.length})` : '';
    session.reporter.error(
      new TrivetError('guard', Exit.failed, `${first.endpoint.name}: ${first.verdict?.detail ?? ''}${more}`, {
        hint: first.verdict?.hint,
      }),
    );
    return Exit.failed;
  }
  const moved = cases.filter(({ verdict }) => verdict?.status !== 'ok');
  if (moved.length === 0) session.reporter.note(`${plural(cases.length, 'endpoint')}: nothing is due`);
  return input['detailed-exitcode'] === true && moved.length > 0 ? Exit.changes : Exit.ok;
};

const spokenOnce = (cases: readonly Case[], textsOf: (one: Case) => readonly string[]): readonly string[] => {
  const said = groupedBy(
    cases.flatMap((one) => textsOf(one).map((text) => ({ name: one.endpoint.name, text }))),
    ({ text }) => text,
  );
  return Array.from(said, ([text, [first, ...others]]) => {
    const more = others.length === 0 ? '' : ` (and ${others.length} more)`;
    return `${first?.name ?? ''}${more}: ${text}`;
  });
};

const dueWords = ({ reload, before, needed }: Case): string | undefined => {
  if (needed?.why !== undefined) return needed.why;
  if (reload === undefined) return undefined;
  return whyNotGood(before) ?? 'its command is still due';
};

export default guard;
