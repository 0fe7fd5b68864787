import type { CustomerComponents, companyResources, Handlers } from '@business-cloud/server';
import type { ObjectId } from './ids.ts';

type Resources = typeof companyResources;
type Contract = Handlers<unknown>;
type BodyOf<Id extends keyof Contract> = Parameters<Contract[Id]>[0] extends { readonly body: infer Body } ? Body : never;
type AnswerOf<Id extends keyof Contract> = Extract<Awaited<ReturnType<Contract[Id]>>, { readonly body: unknown }>['body'];

/** The resources of a company that are kept as objects, by their names in the contract. */
export type ObjectKind = keyof Resources;

/** What the service adds to what is kept of an object. */
interface Identity {
  /** The identifier that the service gave it. */
  readonly id: number;
  /** What the next PUT sends back. It changes with each write. */
  readonly concurrencyToken: number;
}

/** What is kept of each: what the contract says of its answers, without the identity. */
export type Documents = { readonly [Kind in ObjectKind]: Omit<AnswerOf<Resources[Kind]['operations']['read']>, keyof Identity> };

/** An object as the API answers it. */
export type Resource<Kind extends ObjectKind> = Documents[Kind] & Identity;

/** The resources whose objects are kept as they are sent: the service adds nothing but the identity. */
export type PlainKind = {
  [Kind in ObjectKind]: BodyOf<Resources[Kind]['operations']['create']> & Identity extends AnswerOf<Resources[Kind]['operations']['read']>
    ? Kind
    : never;
}[ObjectKind];

/** An object as it is kept. */
export interface StoredObject<Kind extends ObjectKind> {
  readonly id: ObjectId;
  readonly concurrencyToken: number;
  readonly document: Documents[Kind];
}

/** A company as the API answers it. */
export type Azienda = CustomerComponents['schemas']['Azienda'];

/** What came of a change that names the concurrency token that the client read. */
export type Change<Entry> = { readonly kind: 'done'; readonly entry: Entry } | { readonly kind: 'missing' } | { readonly kind: 'stale' };

export function toResource<Kind extends ObjectKind>({ id, document, concurrencyToken }: StoredObject<Kind>): Resource<Kind> {
  return { ...document, id, concurrencyToken };
}
