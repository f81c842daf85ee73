import type { Gravity } from '../catalogue/risk.ts';
import { rank } from '../catalogue/risk.ts';
import type { Protection } from '../config/endpoint.ts';
import { hasTerminal } from '../system/may-ask.ts';
import type { Io } from '../system/io.ts';
import type { Globals } from './given-globals.ts';
import type { Reporter } from './reporter.ts';
import type { Call } from '../services/call.ts';
import type { CallOptions, Review, ReviewedPlan, Session, Told } from './session/session.ts';

const untold: Told = {
  operation: undefined,
  spoken: {},
  named: undefined,
  given: { confirm: undefined, contents: [], spoken: {} },
};

const questions = () => import('./review.ts');

export class RunReview implements Review {
  readonly io: Io;
  readonly globals: Globals;
  readonly reporter: Reporter;
  readonly #parent: Review | undefined;
  readonly #approved = new Map<string, Gravity>();
  #turn: Promise<void> | undefined;
  told = untold;

  /** @param parent the outer run, whose approvals also hold here */
  constructor(
    { io, reporter }: { readonly io: Io; readonly reporter: Reporter },
    globals: Globals,
    parent?: Review,
  ) {
    this.io = io;
    this.reporter = reporter;
    this.globals = globals;
    this.#parent = parent;
  }

  begin(told: Told): void {
    this.told = told;
  }

  covers(gravity: Gravity, protection: Protection | undefined): boolean {
    if (protection === undefined && rank(gravity) <= rank('grave')) return true;
    const known = this.#approved.get(protection?.name ?? '');
    return (
      (known !== undefined && rank(known) >= rank(gravity)) ||
      this.#parent?.covers(gravity, protection) === true
    );
  }

  /** Both middle gravities need the same answer on a protected profile. */
  approve(gravity: Gravity, protection?: Protection): void {
    this.#approved.set(protection?.name ?? '', gravity === 'grave' ? 'ask' : gravity);
  }

  async refuseUnanswered(call: Call<CallOptions>, session: Session, looks: boolean): Promise<void> {
    const { dryRun, curl } = this.globals;
    const { operation, how, server } = call;
    const { endpoint } = server;
    if ((operation.risks ?? how.risks ?? endpoint.protection) === undefined) return;
    // The gate explains why a read-only run sends nothing.
    if (dryRun || curl || endpoint.readOnly !== undefined || this.#canAsk()) return;
    const { Questions } = await questions();
    await new Questions(this).refuseUnanswered(call, session, looks);
  }

  call(call: Call<CallOptions>, session: Session): Promise<void> {
    const asking = async (): Promise<void> => new (await questions()).Questions(this).call(call, session);
    const turn = this.#turn === undefined ? asking() : this.#turn.then(asking);
    this.#turn = turn.catch(() => undefined);
    return turn;
  }

  async plan(plan: ReviewedPlan): Promise<void> {
    const { dryRun, curl } = this.globals;
    if (dryRun || curl) return;
    const { Questions } = await questions();
    await new Questions(this).plan(plan);
  }

  async gravityOf(call: Call<CallOptions>, session: Session): Promise<Gravity> {
    const { Questions } = await questions();
    return new Questions(this).gravityOf(call, session);
  }

  asksAbout({ gravity, name, protections }: Pick<ReviewedPlan, 'gravity' | 'name' | 'protections'>): boolean {
    const { confirmProfile, yes, noInput } = this.globals;
    const isOwn = name !== undefined && this.told.given.confirm === name;
    const isAnswered = gravity === 'type' ? isOwn : isOwn || yes;
    return !noInput && !(isAnswered && protections.every((one) => one.name === confirmProfile));
  }

  #canAsk(): boolean {
    const { io, globals } = this;
    return (!globals.noInput && io.ask !== undefined) || hasTerminal(io, globals);
  }
}
