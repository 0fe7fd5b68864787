import { idOf } from '../api/identity.ts';
import { createsForGood, settingOf } from '../api/requests.ts';
import type { TimelineShare } from '../api/timeline.ts';
import { operations } from '../generated/operations.ts';
import { isSuccess } from '../http/answer.ts';
import { isSameRequest, keyOf } from '../http/call.ts';
import { againWhileLost, LostAnswer } from '../http/lost-answer.ts';
import type { CheckContext, PartNeeds, Requests } from '../model/check-context.ts';
import type { Seen, ShownDelivery } from '../model/evidence.ts';
import type { Answer, Call, Cut, Exchange, Send } from '../model/exchange.ts';
import { isUnable } from '../model/result.ts';
import type { Target } from '../model/target.ts';
import { Inconclusive, noOther, Skip } from '../model/verdict.ts';
import type { Attempt } from '../model/webhook.ts';
import { eventoOf } from '../receiver/attempt.ts';
import type { ActiveRun } from './create-run.ts';
import { shownDelivery } from './evidence.ts';
import { Judging } from './judging.ts';

/** How often a call with an invalid token is sent again with a newer one, which may have become invalid too. */
const MOST_RENEWALS = 8;

/** How many deliveries a failure shows if the check names none. */
const DELIVERIES_SHOWN = 4;

/** How many objects that nobody can remove a rule may create before it tries fewer cases. */
const MOST_LEFT = 1;

const NO_NEEDS: PartNeeds = {};

/** Judges one rule of a service: sends calls with the tokens of the run, and waits for the target's clock. */
export class RuleContext extends Judging<ActiveRun> implements CheckContext {
  readonly target: Target;
  readonly clock: TimelineShare | undefined;
  /** The latest answer that was lost although the rule needed it. */
  lost: LostAnswer | undefined;
  wroteAt = 0;
  /** The number of created objects that nobody can remove. */
  #left = 0;
  /** The call that each key was first used for. */
  readonly #used = new Map<string, Call>();
  /** When the current case began: real time in Unix milliseconds. */
  #caseFrom = Date.now();

  /** @param before an earlier context of the rule in this run, whose names and keys are not used again */
  constructor(
    rule: string,
    run: ActiveRun,
    { clock, before }: { readonly clock?: TimelineShare | undefined; readonly before?: RuleContext } = {},
  ) {
    super(rule, run, before);
    this.clock = clock;
    this.target = run.target;
  }

  api(): Promise<Requests> {
    return this.run.session.requests((call) => this.send(call));
  }

  override fresh(): string {
    const name = super.fresh();
    this.run.webhooks.named(name);
    return name;
  }

  async rest<T>(wait: () => Promise<T>): Promise<T> {
    const { clock } = this;
    return await this.idle(() => (clock === undefined ? wait() : clock.rest(wait)));
  }

  async reach(atMs: number, isLast = false): Promise<void> {
    const { clock } = this;
    if (clock === undefined) throw new Error(`${this.rule} cannot move the clock`);
    this.clockMoved ||= atMs > clock.nowMs();
    await this.idle(() => clock.reach(atMs, isLast));
  }

  async advance(byMs: number, isLast = false): Promise<void> {
    await this.reach((this.clock?.nowMs() ?? 0) + byMs, isLast);
  }

  async send(call: Call): Promise<Answer> {
    const { driver } = this.run;
    try {
      return await this.#send(call, (one) => driver.send(one, (exchange) => this.remember(exchange)), MOST_RENEWALS);
    } catch (error) {
      if (error instanceof LostAnswer) this.lost = error;
      throw error;
    }
  }

  async sendOrLose(call: Call): Promise<Answer | undefined> {
    const { driver } = this.run;
    try {
      return await this.#send(call, (one) => driver.sendUnrepeated(one, (exchange) => this.remember(exchange)), MOST_RENEWALS);
    } catch (error) {
      if (error instanceof LostAnswer) return undefined;
      throw error;
    }
  }

  /** @param renewals how often the call may be sent again with a newer token, if its own has become invalid */
  async #send(call: Call, send: Send, renewals: number): Promise<Answer> {
    const { session } = this.run;
    const answer = await session.sent(call, send);
    const aside = (other: Call): Promise<Answer> => this.run.driver.send(other, (exchange) => this.run.observe(this.rule, exchange));
    const renewed = renewals > 0 ? await session.renewed(call, answer, aside) : undefined;
    return renewed === undefined ? answer : await this.#send(renewed, send, renewals - 1);
  }

  async sendOnce(call: Call): Promise<Answer> {
    return await this.run.driver.sendOnce(call, (exchange) => this.remember(exchange));
  }

  async sendCut(call: Call, cut: Cut): Promise<void> {
    await this.run.driver.cut(call, cut, (exchange) => this.remember(exchange));
  }

  async sendJudged(call: Call, expected: string): Promise<Answer> {
    try {
      return await this.send(call);
    } catch (error) {
      if (!(error instanceof LostAnswer) || (await this.#isAnswered(call, error))) throw error;
      // The answer is lost each time, so judging again would not help.
      this.lost = undefined;
      throw this.failure({ message: 'The target must answer.', expected, actual: error.message });
    }
  }

  /** Whether a call whose answer was lost is answered now. If so, it may have taken effect twice, and the rule must be judged again. */
  async #isAnswered(call: Call, { isByChance, later }: LostAnswer): Promise<boolean> {
    if (later !== undefined) return true;
    if (!isByChance) return false;
    return await againWhileLost(() => this.run.driver.sendOnce(call, (exchange) => this.remember(exchange))).then(
      () => true,
      (error: unknown) => {
        if (error instanceof LostAnswer) return false;
        throw error;
      },
    );
  }

  async sendOther(call: Call, expected = '422'): Promise<Answer> {
    const used = this.#used.get(keyOf(call) ?? '');
    if (used !== undefined && isSameRequest(used, call)) throw noOther(call);
    return await this.sendJudged(call, expected);
  }

  async sendRightful(call: Call, expected = '2xx'): Promise<Answer> {
    const answer = await this.sendJudged(call, expected);
    if (answer.status === 501 && !isStated(call)) throw absent(call);
    return answer;
  }

  async prepare(call: Call): Promise<Answer> {
    const answer = await this.send(call);
    if (isSuccess(answer)) return answer;
    if (answer.status === 501 && !isStated(call)) throw absent(call);
    const what = `this rule needs ${call.method} ${new URL(call.url).pathname}, which was answered ${answer.status}`;
    throw new Inconclusive(what + this.run.traces.crowding(call));
  }

  async part<T>(name: string, ...rest: [() => Promise<T>] | [PartNeeds, () => Promise<T>]): Promise<T | undefined> {
    const [{ from, needs }, run] = rest.length === 2 ? rest : [NO_NEEDS, rest[0]];
    if (from === 'standard' && this.isQuick) return undefined;
    if (needs === 'deletions' && createsForGood(this, 'createAnagrafica')) return undefined;
    try {
      if (needs === 'clock' && this.clock === undefined) throw new Inconclusive('set controls.clock');
      return await run();
    } catch (error) {
      if (!(error instanceof Skip || error instanceof Inconclusive)) throw error;
      this.leaveUnjudged(`${name}: ${error.message}`);
      return undefined;
    }
  }

  protected override remember(exchange: Exchange): void {
    super.remember(exchange);
    this.requests += 1;
    const { call, answer } = exchange;
    const { operation } = call;
    if (operation !== undefined) this.coverage.add(operation);
    if (answer !== undefined && isUnable(answer.status)) this.unable = operation;
    if (answer !== undefined && isSuccess(answer)) this.#noteSuccess(call);
    if (exchange.call.method !== 'GET') this.wroteAt = exchange.startedAt + exchange.durationMs;
  }

  #noteSuccess(call: Call): void {
    const key = keyOf(call);
    if (key !== undefined && !this.#used.has(key)) this.#used.set(key, call);
    if (call.operation !== undefined && createsForGood(this, call.operation)) this.#left += 1;
  }

  protected override get isSpent(): boolean {
    return this.#left >= MOST_LEFT;
  }

  protected override attemptsOf(seen: Seen): readonly Attempt[] {
    if (typeof seen !== 'string') return super.attemptsOf(seen);
    const all = this.run.webhooks.all.flatMap(({ endpoint }) => endpoint.attempts);
    return all.filter(({ body }) => body.includes(seen)).slice(-DELIVERIES_SHOWN);
  }

  protected override objectsOf(attempts: readonly Attempt[]): readonly string[] {
    return attempts.flatMap((attempt) => idOf(eventoOf(attempt)?.object) ?? []);
  }

  /** The deliveries that the check names. If it names none, the last ones to the rule's own webhooks in the current case. */
  protected override deliveries(named: readonly (readonly [why: string, attempt: Attempt])[]): readonly ShownDelivery[] {
    const { webhooks } = this.run;
    const shown = named.map(([why, attempt]) => shownDelivery(attempt, why, webhooks.all));
    if (shown.length > 0) return shown.toSorted((one, other) => one.arrivedAt - other.arrivedAt);
    const came = webhooks.openedFor(this.rule).flatMap(({ attempts }) => attempts.filter(({ arrivedAt }) => arrivedAt >= this.#caseFrom));
    const ordered = came.toSorted((one, other) => one.arrivedAt - other.arrivedAt);
    return ordered.slice(-DELIVERIES_SHOWN).map((attempt) => shownDelivery(attempt, 'arrived at a webhook of this rule', webhooks.all));
  }

  protected override beginCase(isCase: boolean): void {
    super.beginCase(isCase);
    this.#caseFrom = Date.now();
  }
}

/** Whether the source states the operation, so that the target must have it. */
function isStated({ operation }: Call): boolean {
  return operation !== undefined && operations[operation].level === 'stated';
}

/** Only the configuration decides that a target lacks an operation. A 501 alone may be a fault. */
function absent({ method, url, operation }: Call): Inconclusive {
  const setting = operation && settingOf(operation);
  const advice = setting === undefined ? '' : `: if the target has no such operation, set surface.${setting} to null`;
  return new Inconclusive(`the target answers 501 to ${method} ${new URL(url).pathname}${advice}`);
}
