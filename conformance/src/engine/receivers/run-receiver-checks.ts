import { isSuccess } from '../../http/answer.ts';
import type { Driver } from '../../http/driver.ts';
import { LostAnswer } from '../../http/lost-answer.ts';
import type { Check } from '../../model/check.ts';
import { NOTHING_LEFT } from '../../model/cleanup.ts';
import type { Answer, Call, Exchange } from '../../model/exchange.ts';
import type { OutgoingDelivery, Processed, ReceiverContext, ReceiverTarget, Reception } from '../../model/receiver-context.ts';
import type { ConformanceResult, JudgedReceiver } from '../../model/result.ts';
import type { RunOptions } from '../../model/run-options.ts';
import { Failure, type Finding, Inconclusive, Skip } from '../../model/verdict.ts';
import { Reasons } from '../evidence.ts';
import { judgeRule } from '../judge-rule.ts';
import { Judging } from '../judging.ts';
import { leadRun, type RoleRun } from '../lead-run.ts';
import { withoutUserInfo } from '../redact.ts';
import { oneByOne } from '../schedule.ts';
import { checkEffects, settledEffects } from './effects.ts';
import { closeReceiverRun, createReceiverRun, deliveryCall, type ReceiverRun, reachReceiver, receiverSecrets } from './receiver-run.ts';

/** The number of unanswered deliveries after which a rule, or the whole run, sends no more. */
const MOST_SILENCES = 3;
const MOST_SILENCES_IN_A_ROW = 6;

/** Error codes of failed connections, in which the receiver refused nothing. */
const UNREACHED = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT)/;

/** Judges one rule of a receiver: sends deliveries, and remembers what was sent for each event. */
class DeliveryContext extends Judging<ReceiverRun> implements ReceiverContext {
  readonly target: ReceiverTarget;
  readonly #byEvent = new Map<string, Exchange[]>();
  #silences = 0;

  constructor(rule: string, run: ReceiverRun) {
    super(rule, run);
    this.target = run.target;
  }

  async deliver(delivery: OutgoingDelivery): Promise<Reception> {
    return await this.#deliver(delivery, this.run.driver);
  }

  async deliverFromElsewhere(delivery: OutgoingDelivery): Promise<Reception> {
    const { elsewhere, target } = this.run;
    if (elsewhere === undefined)
      throw new Skip(
        'no foreign address is configured: with --foreign-address, name an address of this machine that the receiver does not list',
        'no foreign address',
      );
    const reception = await this.#deliver(delivery, elsewhere);
    if (/EADDRNOTAVAIL|EINVAL/.test(reception.answered))
      throw new Inconclusive(`this machine cannot send from --foreign-address ${target.foreignAddress} (${reception.answered})`);
    return reception;
  }

  async processed(guids: readonly string[]): Promise<Processed | undefined> {
    const { effects } = this.target;
    return effects && (await this.idle(() => settledEffects(effects, this.run, guids)));
  }

  judgeEvent(guid: string, holds: boolean, finding: Finding): void {
    this.judgements += 1;
    const reasons = new Reasons();
    for (const exchange of this.#byEvent.get(guid) ?? []) reasons.pin(exchange, 'about the judged event');
    if (!holds) throw new Failure(finding, { exchanges: reasons.shown(), deliveries: [], clockMoved: false });
  }

  async #deliver(delivery: OutgoingDelivery, driver: Driver): Promise<Reception> {
    if (this.#silences >= MOST_SILENCES || this.run.silences.inARow >= MOST_SILENCES_IN_A_ROW)
      throw new Inconclusive('the receiver left several deliveries unanswered, so the suite did not send the others');
    this.coverage.add(delivery.type);
    const sent: Exchange[] = [];
    const note = (exchange: Exchange): void => {
      this.requests += 1;
      this.remember(exchange);
      sent.push(exchange);
      const known = this.#byEvent.get(delivery.guid) ?? [];
      this.#byEvent.set(delivery.guid, [...known, exchange]);
    };
    const answer = await this.#answerTo(deliveryCall(this.target, delivery), driver, note);
    const exchange = sent.at(-1);
    if (exchange === undefined) throw new Error('nothing was sent');
    const answered = answer === undefined ? `no answer (${exchange.lost})` : String(answer.status);
    return { accepted: answer !== undefined && isSuccess(answer), answered, durationMs: exchange.durationMs, exchange };
  }

  /** Undefined if the connection ended, or no answer came in time. */
  async #answerTo(call: Call, driver: Driver, note: (exchange: Exchange) => void): Promise<Answer | undefined> {
    try {
      const first = await driver.sendOnce(call, note);
      this.run.silences.inARow = 0;
      // A 429 is no verdict on this delivery. It is sent again when the receiver allows it.
      return first.status === 429 ? await driver.send(call, note) : first;
    } catch (error) {
      if (!(error instanceof LostAnswer) || UNREACHED.test(error.code)) throw error;
      if (error.code === 'no answer in time') {
        this.#silences += 1;
        this.run.silences.inARow += 1;
      }
      return undefined;
    }
  }
}

/**
 * Judges a receiver by checks.
 * @param first makes a delivery that any receiver must answer in some way
 * @throws ConfigurationError if the receiver cannot be judged as configured
 */
export async function runReceiverChecks(
  checks: readonly Check<ReceiverContext>[],
  first: (target: ReceiverTarget) => OutgoingDelivery,
  target: ReceiverTarget,
  options: RunOptions,
): Promise<ConformanceResult> {
  const failed = new AbortController();
  const run = createReceiverRun(target, options, failed.signal);
  const roleRun: RoleRun<ReceiverContext> = {
    role: 'receiver',
    checks,
    run,
    judged: judgedReceiver(target),
    // The rules judge the answer.
    preflight: async () => {
      await reachReceiver(run, first(target));
      await checkEffects(run);
    },
    judgeGroup: oneByOne((rule, check) =>
      judgeRule<DeliveryContext>(rule, {
        check: check.run,
        newContext: () => new DeliveryContext(rule.id, run),
        coverage: (sent) => Object.fromEntries(rule.operations.map((type) => [type, sent.of(type)])),
        missing: (coverage) => Object.entries(coverage).flatMap(([type, times]) => (times === 0 ? [type] : [])),
      }),
    ),
    secrets: () => receiverSecrets(target),
    // Nothing can be removed, because a receiver keeps what it processed.
    leave: async () => {
      await closeReceiverRun(run);
      return NOTHING_LEFT;
    },
  };
  return await leadRun(roleRun, options, failed);
}

/** The receiver as results describe it. */
export function judgedReceiver({ url, headerWord, toleranceSeconds }: ReceiverTarget): JudgedReceiver {
  return { role: 'receiver', url: withoutUserInfo(url), headerWord, toleranceSeconds };
}
