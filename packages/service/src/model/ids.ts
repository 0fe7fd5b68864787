declare const brand: unique symbol;

/** A value that only values of the same brand can stand in for: two identifiers that change places do not compile. */
type Branded<Value, Brand extends string> = Value & { readonly [brand]: Brand };

export type CompanyId = Branded<number, 'company'>;
/** A user. Idempotency keys, webhooks and tokens belong to one. */
export type AccountId = Branded<string, 'account'>;
/** An articolo, an Anagrafica or a Documento. No two objects have the same, in whatever company. */
export type ObjectId = Branded<number, 'object'>;
export type WebhookId = Branded<number, 'webhook'>;
/** The place of an event in the order of all events. */
export type EventSequence = Branded<number, 'event'>;
export type DeliveryId = Branded<number, 'delivery'>;

// Numbers and texts become identifiers here and nowhere else: where a request, a command or the database names something.
export const companyId = (id: number): CompanyId => id as CompanyId;
export const accountId = (id: string): AccountId => id as AccountId;
export const objectId = (id: number): ObjectId => id as ObjectId;
export const webhookId = (id: number): WebhookId => id as WebhookId;
export const eventSequence = (sequence: number): EventSequence => sequence as EventSequence;
export const deliveryId = (id: number): DeliveryId => id as DeliveryId;
