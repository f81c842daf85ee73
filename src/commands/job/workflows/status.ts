import { timeOf } from '../../../http/server-time.ts';
import { Exit } from '../../../system/error.ts';
import type { JsonObject } from '../../../documents/json/json.ts';
import type { Tone } from '../../../catalogue/field.ts';
import { allocations, deployments, evaluations, summary } from '../operations/placement.ts';
import { show } from '../operations/show.ts';
import { writeJson } from '../../../documents/json/lossless.ts';
import { printsText } from '../../../run/single/prints-text.ts';
import { ownView } from '../../../run/single/own-view.ts';
import type { CallOptions, Session } from '../../../run/session/session.ts';
import type { Workflow } from '../../../run/single/workflow.ts';
import { allocationsOf, chosenAllocation, withinReach } from './logs/choose.ts';
import { logExcerpt } from './logs/excerpt.ts';
import type { LogExcerpt } from './logs/excerpt.ts';
import { statusDocument } from './status-document.ts';
import type { StatusDocument } from './status-document.ts';
import { statusText } from './status-text.ts';
import { checksOf } from './wait/checks.ts';
import { jobVerdicts } from './wait/group-verdict.ts';
import { toneOfVerdicts } from '../verdicts.ts';
import { nodesOf } from './wait/nodes.ts';
import { observedOf } from './wait/observed.ts';
import { indexOf } from '../../../run/lists/blocking-query.ts';
import { onlyPage } from '../../../run/lists/list-page.ts';
import { readList, readRows } from '../../../run/lists/list.ts';
import { suggest } from '../../../run/suggest.ts';

type StatusInput = Readonly<{ job_id?: string | undefined; watch?: boolean | undefined }>;

const logLines = 6;

/** Failed or restarted last; undefined if no node can be asked. */
const excerptOf = async (
  session: Session,
  job: string,
  placed: readonly JsonObject[],
): Promise<LogExcerpt | undefined> => {
  const all = withinReach(allocationsOf(placed));
  const choice = { allocation: undefined, group: undefined, previous: false };
  return all.length === 0 ? undefined : logExcerpt(session, chosenAllocation(job, all, choice), logLines);
};

interface Look {
  readonly document: StatusDocument;
  readonly placed: readonly JsonObject[];
  readonly troubled: boolean;
  readonly tone: Tone | undefined;
  /** The index of its allocations, from which the server can wait for a change. */
  readonly index: bigint | undefined;
}

const lookAt = async (session: Session, job_id: string, options: CallOptions = {}): Promise<Look> => {
  const place = { job_id };
  const { document: job } = await session.lookUp(show, place, options);
  const [counts, placed, deployed, evaluated] = await Promise.all([
    onlyPage(readList(session, summary, place, { every: options })),
    onlyPage(readList(session, allocations, place, { every: options })),
    readRows(session, deployments, place, options),
    readRows(session, evaluations, place, options),
  ]);
  const nodes = await nodesOf(session, placed.items, undefined, options);
  const checks = await checksOf(session, { placed: placed.items, job }, options);
  const seen = observedOf({
    job,
    allocations: placed.items,
    deployments: deployed,
    evaluations: evaluated,
    nodes,
    checks,
  });
  const all = jobVerdicts(seen, timeOf(placed.response, session.io.now()), counts.document);
  const reads = { job, counts: counts.document, placed: placed.items, deployed };
  const document = statusDocument(reads, seen, all);
  const troubled = all.some(({ attention }) => attention);
  return { document, placed: placed.items, troubled, tone: toneOfVerdicts(all), index: indexOf(placed) };
};

type Context = Parameters<Workflow<StatusInput>>[0];

/** The log is read once for each state of the allocations. */
const drawer = ({ session, presenter }: Context, job: string): ((look: Look) => Promise<string>) => {
  let known: { readonly placed: string; readonly log: LogExcerpt | undefined } | undefined;
  return async ({ document, placed, troubled, tone }) => {
    const { width, terminal, colorLevel, unicode } = presenter.options;
    // A log may hold unknown secrets, so it is only shown on a screen.
    if (troubled) {
      const state = writeJson(placed);
      if (known?.placed !== state) known = { placed: state, log: await excerptOf(session, job, placed) };
    } else known = undefined;
    const now = session.io.now();
    return statusText(
      document,
      {
        width: terminal ? width : undefined,
        colorLevel,
        now,
        tone,
        unicode,
        suggested: (words) => suggest(session, words),
      },
      known?.log,
    );
  };
};

const run: Workflow<StatusInput> = async (context) => {
  const { session, presenter, command, input } = context;
  const job = input.job_id ?? '';
  const forPeople = printsText(session.globals);
  const draw = drawer(context, job);
  if (input.watch === true) {
    const { watchStatus } = await import('./watch/status.ts');
    const text = forPeople ? draw : undefined;
    return watchStatus(context, job, (options) => lookAt(session, job, options), text);
  }
  const look = await lookAt(session, job);
  if (forPeople) {
    const text = await draw(look);
    await presenter.read((to) => to(text));
  } else await presenter.showDocument(ownView(command), look.document, [look.document]);
  return Exit.ok;
};

export default run;
