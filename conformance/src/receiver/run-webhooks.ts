import { Coverage } from '../model/coverage.ts';
import { isObject, type Json } from '../model/json.ts';
import type { Company, ReceiverConfig } from '../model/target.ts';
import type { Attempt, Endpoint, OpenEndpoint, Script, Webhook, Webhooks } from '../model/webhook.ts';
import { eventoOf } from './attempt.ts';
import { confirm } from './endpoint.ts';
import { Patience } from './patience.ts';
import { Receiver } from './receiver.ts';

/** Deliveries that a webhook keeps for checks that look at all of them: a webhook of a judged rule, and any other. */
const mostKept = { own: 20, others: 600 };

/** The webhooks of one run, and the receiver behind them, which starts with the first. */
export class RunWebhooks implements Webhooks {
  readonly #config: ReceiverConfig;
  readonly #runName: string;
  readonly #onKeep: (owner: Company, id: string) => void;
  #receiver: Promise<Receiver> | undefined;
  readonly #observers = new Map<string, Promise<Webhook>>();
  readonly all: Webhook[] = [];
  /** How many attempts came for each event type. */
  readonly attempts: Coverage = new Coverage();
  /** The rules that endpoints were opened for. Endpoints that are kept belong to no rule. */
  readonly #openedFor = new Map<Endpoint, string>();
  #opened = 0;
  readonly #patience = new Patience();
  /** When each name was made that no delivery has mentioned yet, real time in Unix milliseconds. */
  readonly #named = new Map<string, number>();

  /** @param onKeep called for each webhook that is not removed with the rule that it was created for */
  constructor(config: ReceiverConfig, runName: string, onKeep: (owner: Company, id: string) => void) {
    this.#config = config;
    this.#runName = runName;
    this.#onKeep = onKeep;
  }

  /** Starts the receiver. @throws ConfigurationError when it cannot listen or write its certificate. */
  start(): Promise<Receiver> {
    this.#receiver ??= Receiver.start(this.#config, this.#patience);
    return this.#receiver;
  }

  async open(rule: string, script: Script = confirm): Promise<OpenEndpoint> {
    const receiver = await this.start();
    const opened = receiver.open(this.#newName(), this.#counting(script));
    this.#openedFor.set(opened.endpoint, rule);
    return opened;
  }

  async openAside(rule: string, script: Script = confirm): ReturnType<Receiver['openAside']> {
    const receiver = await this.start();
    const opened = await receiver.openAside(this.#newName(), this.#counting(script));
    if (opened) this.#openedFor.set(opened.endpoint, rule);
    return opened;
  }

  /** The endpoints that were opened for a rule, and still belong to it. */
  openedFor(rule: string): readonly Endpoint[] {
    return [...this.#openedFor].flatMap(([endpoint, openedFor]) => (openedFor === rule ? [endpoint] : []));
  }

  add(webhook: Webhook): void {
    this.all.push(webhook);
  }

  keep({ endpoint, id }: Webhook, owner: Company): void {
    this.#onKeep(owner, id);
    this.#openedFor.delete(endpoint);
  }

  observer(company: Company, create: () => Promise<Webhook>): Promise<Webhook> {
    const known = this.#observers.get(company.id);
    if (known) return known;
    const created = create();
    this.#observers.set(company.id, created);
    // After a failure, the next caller tries again.
    created.catch(() => this.#observers.delete(company.id));
    return created;
  }

  /** Records the name of something that is about to be created. The delivery that mentions it shows how far behind the target is. */
  named(name: string): void {
    this.#named.set(name, Date.now());
  }

  /** Drops most deliveries of a judged rule: those at its own webhooks, and those that bear its name at all others. */
  forget(rule: string, runName: string): void {
    const names = `${runName}-${rule}-`.toLowerCase();
    const isOver = (attempt: Attempt): boolean => {
      const object = eventoOf(attempt)?.object;
      return isObject(object) && Object.values(object).some((value) => typeof value === 'string' && value.startsWith(names));
    };
    for (const { endpoint } of this.all) {
      if (this.#openedFor.get(endpoint) === rule) endpoint.forget(mostKept.own, () => true);
      else endpoint.forget(mostKept.others, isOver);
    }
    for (const name of this.#named.keys()) if (name.startsWith(names)) this.#named.delete(name);
    for (const [endpoint, openedFor] of this.#openedFor) if (openedFor === rule) this.#openedFor.delete(endpoint);
  }

  async close(): Promise<void> {
    await (await this.#receiver?.catch(() => undefined))?.close();
  }

  #counting(script: Script): Script {
    return (index, attempt) => {
      const { type, object } = eventoOf(attempt) ?? {};
      if (typeof type === 'string') this.attempts.add(type);
      if (typeof type === 'string' && type.endsWith('.Create')) this.#noteCreated(object, attempt.arrivedAt);
      return script(index, attempt);
    };
  }

  /** The first delivery that mentions a name shows how long deliveries take, even if nobody waited for it so long. */
  #noteCreated(object: Json | undefined, arrivedAt: number): void {
    for (const value of isObject(object) ? Object.values(object) : []) {
      const [name = ''] = typeof value === 'string' ? value.toLowerCase().split(' ') : [];
      const namedAt = this.#named.get(name);
      if (namedAt !== undefined) this.#patience.note(arrivedAt - namedAt);
      this.#named.delete(name);
    }
  }

  #newName(): string {
    this.#opened += 1;
    return `${this.#runName}-hook-${this.#opened}`;
  }
}
