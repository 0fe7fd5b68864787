import type { Effect } from './effect.ts';
import type { PackageKey } from './packages.ts';

/** What one kind of change means, and why. */
export interface Consequence {
  /** For those who call the API, read its answers, receive its events or read the contract. */
  readonly user: Effect;
  /** For those who write the handlers of a service on the server package. */
  readonly implementer: Effect;
  /** For users of the suite, where that is not what it is for users of the API. */
  readonly suite?: Effect;
  /** The packages that carry it, where not every package that carries its area does. */
  readonly only?: readonly PackageKey[];
  readonly why: string;
}

/** Where the sentences of the documents are quoted: in generated types, beside the documents themselves. */
const QUOTED: readonly PackageKey[] = ['specs', 'client', 'server', 'events'];

function row(user: Effect, implementer: Effect, why: string, rest: Pick<Consequence, 'suite' | 'only'> = {}): Consequence {
  return { user, implementer, why, ...rest };
}

/**
 * Every kind of change that the comparison knows. What it does not know is `not-understood`.
 *
 * A request goes from the user to the implementer. An answer or an event goes the other way. A wider type gives its sender more freedom, and
 * its reader more to handle.
 */
export const CONSEQUENCES = {
  'operation-added': row('additive', 'breaking', 'Callers may call it; a service without its handler does not start.'),
  'operation-removed': row('breaking', 'breaking', 'Its method and its handler no longer exist.'),
  'operation-removed-early': row(
    'breaking',
    'breaking',
    'Its method and its handler no longer exist, sooner than anybody was told: it was not deprecated, or its sunset is to come (D-19).',
  ),
  'operation-renamed': row('breaking', 'breaking', 'The operationId is the name of the method, of the handler and of the examples.'),
  'operation-moved': row('breaking', 'breaking', 'Requests to the old method and path are refused.'),

  'path-parameter-renamed': row('wording', 'breaking', 'Requests are the same; handlers read it by its name.', {
    only: ['specs', 'server'],
  }),

  'request-narrowed': row('breaking', 'additive', 'What callers send today may be refused; handlers are asked for less.'),
  'request-widened': row('additive', 'breaking', 'Callers may send more; handlers get what they never got.'),
  'request-changed': row('breaking', 'breaking', 'What callers send today may be refused, and handlers get something else.'),
  'request-member-added': row('additive', 'additive', 'It is optional: callers may leave it out, handlers may ignore it.'),
  'request-member-demanded': row('breaking', 'additive', 'Callers that do not send it are refused; handlers may ignore it.'),
  'request-member-removed': row(
    'breaking',
    'breaking',
    'Callers that send it are no longer understood; handlers that read it do not compile.',
  ),
  'default-changed': row('breaking', 'breaking', 'A member that is left out means something else.'),

  'answer-widened': row('breaking', 'additive', 'Readers get what they never got; handlers may answer more.'),
  'answer-narrowed': row('additive', 'breaking', 'Readers can rely on more; what handlers answer today may not fit.'),
  'answer-changed': row('breaking', 'breaking', 'Readers get something else, and handlers must answer it.'),
  'answer-member-added': row('additive', 'additive', 'Readers ignore what they do not know (D-16); handlers may leave it out.'),
  'answer-member-promised': row('additive', 'breaking', 'Readers ignore what they do not know (D-16); handlers must answer it.'),
  'answer-member-removed': row('breaking', 'breaking', 'Readers rely on it; handlers that answer it do not compile.'),

  'success-added': row('breaking', 'additive', 'Callers assume that every success is one that they know.'),
  'refusal-added': row('additive', 'additive', 'Callers handle every 4xx and 5xx in the same way unless they know it.'),
  'status-removed': row('breaking', 'breaking', 'Callers decide by the status; handlers may no longer answer it.'),
  'answer-media-type-added': row('additive', 'additive', 'A caller gets it only if it asks for it.'),
  'answer-media-type-removed': row('breaking', 'breaking', 'Callers can no longer read what they asked for.'),
  'problem-code-added': row('additive', 'additive', 'Callers handle an unknown code by its status.'),
  'problem-code-removed': row('breaking', 'breaking', 'Callers decide by the code; handlers may no longer answer it.'),

  'security-tightened': row('breaking', 'breaking', 'A credential that was enough is no longer enough.'),
  'security-relaxed': row('additive', 'breaking', 'Less is enough to call it; handlers may be called without what they relied on.'),
  'security-scheme-changed': row('breaking', 'breaking', 'The credential travels in another way.'),
  'idempotency-gained': row('additive', 'breaking', 'Callers may retry it; services must remember its answers.'),
  'idempotency-lost': row('breaking', 'breaking', 'A retry may have its effect twice.'),
  'concurrency-changed': row(
    'breaking',
    'breaking',
    'Either callers must send a token that they did not send before, or nobody notices a lost update.',
  ),
  'mark-changed': row('breaking', 'breaking', 'Generated code has another interface.'),
  'server-changed': row('breaking', 'none', 'Callers that take the address from the document call another one.'),
  deprecated: row('additive', 'additive', 'Nothing stops working, and compilers begin to warn: semantic versioning asks for a minor bump.'),
  'sunset-earlier': row('breaking', 'breaking', 'Callers planned with the later day.'),
  'type-name-removed': row('breaking', 'breaking', 'Generated code exports the schema under its name.', { only: QUOTED }),

  'event-added': row('additive', 'none', 'Receivers answer 2xx to a type that they do not know (D-16).'),
  'event-removed': row('breaking', 'none', 'Receivers wait for it.'),
  'event-no-longer-fired': row('breaking', 'none', 'Receivers wait for it.'),
  'event-fired-too': row('additive', 'none', 'Receivers get an event that they know at one more occasion.'),
  'delivery-changed': row('breaking', 'none', 'Receivers get deliveries in another way.'),

  'service-rule-added': row('additive', 'none', 'Callers can rely on more; the suite judges more, so a service that passed may fail.'),
  'service-rule-removed': row('breaking', 'none', 'Callers rely on it, and a run that names it is refused.'),
  'caller-rule-added': row('breaking', 'none', 'Callers must do more than before; the suite judges more.', { suite: 'additive' }),
  'caller-rule-removed': row('additive', 'none', 'Callers may do more; a run of the suite that names it is refused.', {
    suite: 'breaking',
  }),
  'rule-raised': row('additive', 'none', 'It is judged in the profile "stated" too, so a service that passed may fail.'),
  'rule-lowered': row('breaking', 'none', 'It is no longer judged in the profile "stated".'),
  'rule-changed': row('breaking', 'none', 'It judges somebody else, or is no longer judged.'),
  'rule-reworded': row('wording', 'none', 'The id still means the same demand.'),

  'problem-added': row('additive', 'additive', 'Callers handle an unknown code by its status.'),
  'problem-removed': row('breaking', 'breaking', 'Code that names it does not compile.'),
  'problem-changed': row('breaking', 'breaking', 'Programs decide by the status of a code and by whether a retry may help.'),
  'problem-retryable': row('additive', 'additive', 'Callers may retry what they gave up.'),
  'problem-raised-elsewhere': row('wording', 'breaking', 'Handlers answer it, or may no longer answer it.'),
  'problem-reworded': row('wording', 'wording', 'People read the title, programs do not.'),

  'limit-added': row('additive', 'additive', 'If it limits something new, the documents show it.'),
  'limit-removed': row('breaking', 'breaking', 'Code that names it does not compile.'),
  'limit-widened': row('additive', 'additive', 'Whoever kept the old one keeps this one (D-19).'),
  'limit-tightened': row('breaking', 'breaking', 'Whoever kept the old one may not keep this one (D-19).'),
  'limit-changed': row('breaking', 'breaking', 'Neither of the two is wider. Something else holds.'),
  'limit-reworded': row('wording', 'wording', 'The number is the same.'),

  'example-changed': row('wording', 'none', 'An example shows the contract, and is not a part of it.', { only: ['specs'] }),
  'vector-added': row('additive', 'none', 'One more case to test a receiver with.', { only: ['specs'] }),
  'vector-changed': row('breaking', 'none', 'What was accepted may be refused, or the other way round.'),
  'vector-removed': row('breaking', 'none', 'Tests that read the file no longer find it.', { only: ['specs'] }),

  'title-changed': row('breaking', 'none', 'Modelina, quicktype and others name the class of a schema by its title.', { only: ['specs'] }),
  'tag-changed': row('breaking', 'none', 'openapi-generator and others name the class of an operation by its tag.', { only: ['specs'] }),
  wording: row('wording', 'wording', 'People read it, in the documents and in the comments of generated types.', { only: QUOTED }),
  'judging-changed': row('wording', 'none', 'The suite calls, makes or recognises something else, so a service that passed may fail.', {
    suite: 'additive',
    only: ['specs', 'conformance'],
  }),
  'note-changed': row('wording', 'none', 'Only readers of the documents see it.', { only: ['specs'] }),
  'not-understood': row('breaking', 'breaking', 'The comparison does not know what it means, so it may break anybody.'),
} as const satisfies Record<string, Consequence>;

export type ChangeKind = keyof typeof CONSEQUENCES;
