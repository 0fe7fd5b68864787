import { isSuccess } from '../../http/answer.ts';
import { LostAnswer } from '../../http/lost-answer.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Answer } from '../../model/exchange.ts';
import type { Json } from '../../model/json.ts';
import type { History, Operation } from './guarded-history.ts';
import type { Guarded, State } from './guarded-state.ts';

type Outcome = Extract<Operation, { kind: 'write' }>['outcome'];

/** Calls on one object, with the times when each was sent and answered. */
export class RecordedHistory {
  readonly #context: CheckContext;
  readonly #object: Guarded;
  readonly #operations: Operation[] = [];
  readonly #tokens = new Map<string, string>();
  /** States that were seen with two tokens. */
  readonly contradictions: string[] = [];

  constructor(context: CheckContext, object: Guarded) {
    this.#context = context;
    this.#object = object;
    this.#learn(object.created);
  }

  get history(): History {
    return { initial: this.#object.created.mark, operations: this.#operations, tokens: this.#tokens };
  }

  async look(): Promise<State | undefined> {
    const startedAt = performance.now();
    const state = await this.#object.look().catch(unlessLost);
    if (state === undefined) return undefined;
    this.#operations.push({ kind: 'look', saw: state.mark, startedAt, endedAt: performance.now() });
    this.#learn(state);
    return state;
  }

  async write(token: Json): Promise<{ readonly outcome: Outcome; readonly answer: Answer | undefined }> {
    const to = this.#context.fresh();
    const call = await this.#object.put(to, token);
    const startedAt = performance.now();
    const answer = await this.#context.sendOrLose(call);
    const outcome = outcomeOf(answer);
    const endedAt = outcome === 'unknown' ? Number.POSITIVE_INFINITY : performance.now();
    this.#operations.push({ kind: 'write', token: String(token), to, outcome, startedAt, endedAt });
    const told = answer && this.#object.told(answer);
    if (told?.mark === to) this.#learn(told);
    return { outcome, answer };
  }

  #learn({ mark, token }: Pick<State, 'mark' | 'token'>): void {
    const known = this.#tokens.get(mark);
    if (known !== undefined && known !== String(token)) this.contradictions.push(`${mark}: ${known}, ${String(token)}`);
    this.#tokens.set(mark, String(token));
  }
}

/** The source does not say whether a refusal other than 422 is about the token, so it only means that there was no effect. */
function outcomeOf(answer: Answer | undefined): Outcome {
  if (answer === undefined || answer.status >= 500) return 'unknown';
  if (isSuccess(answer)) return 'done';
  return answer.status === 422 ? 'refused' : 'failed';
}

/** Undefined if the answer was lost. @throws any other error */
function unlessLost(error: unknown): undefined {
  if (!(error instanceof LostAnswer)) throw error;
}
