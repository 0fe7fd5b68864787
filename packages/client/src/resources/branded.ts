declare const brand: unique symbol;

/** The identifier of one kind of object. Plain numbers are accepted too (they come from settings and URLs); identifiers of another kind are not. */
export type Id<Of extends string> = number & { readonly [brand]?: Of };

/** Identifies an event. */
export type EventGuid = string & { readonly [brand]?: 'Evento' };

/** What a PUT sends back exactly as it was read (CLI-10). It belongs to this kind of object, and a plain number is not accepted. */
export type ConcurrencyToken<Of extends string> = number & { readonly [brand]: `${Of} token` };

/**
 * A token from a plain number, for example one that was kept in a database.
 *
 * @example
 * const kept = 7; // from a database
 * await company.articolo.update(id, { descrizione: 'Vite', concurrencyToken: concurrencyToken<'Articolo'>(kept) });
 */
export function concurrencyToken<Of extends string>(value: number): ConcurrencyToken<Of> {
  // The one place where a number becomes a token.
  return value as ConcurrencyToken<Of>;
}

/** Members whose names do not say what they identify. */
interface NamedOtherwise {
  /** Events call the identifier of a company so. */
  readonly CompanyId: 'Azienda';
}

/** A type of the contract with identifiers and tokens that cannot be mixed up: `id` is that of its own kind, `articoloId` that of an articolo. */
export type Branded<T, Of extends string> = T extends string
  ? T
  : T extends readonly (infer Item)[]
    ? readonly Branded<Item, Of>[]
    : T extends object
      ? { readonly [Name in keyof T]: BrandedMember<T[Name], Name, Of> }
      : T;

/** A body that is sent: what is optional may be undefined too, which leaves it out. */
export type Input<T> = T extends string | number | boolean | null | undefined
  ? T
  : T extends readonly (infer Item)[]
    ? readonly Input<Item>[]
    : { readonly [Name in keyof T]: Input<T[Name]> | (Record<never, never> extends Pick<T, Name> ? undefined : never) };

/** What replaces an object: its body, or the object as it was read, with changes. The client writes names and nulls as the contract has them. */
export type Rewrite<Read, Update> =
  | Update
  | {
      readonly [Name in keyof Update as Uncapitalize<Name & string>]:
        | Update[Name]
        | (Uncapitalize<Name & string> extends keyof Read ? Extract<Read[Uncapitalize<Name & string>], null> : never);
    };

/** A member of a branded type: an identifier or a token by its name, or a type whose members are branded. */
type BrandedMember<T, Name, Of extends string> = T extends number
  ? BrandedNumber<T, Name, Of>
  : T extends string
    ? Name extends 'EventGuid'
      ? EventGuid
      : T
    : Branded<T, Of>;

/** A number as its name says: an identifier, a token, or a plain number. */
type BrandedNumber<T extends number, Name, Of extends string> = Name extends 'id' | 'Id'
  ? Id<Of>
  : Name extends 'concurrencyToken' | 'ConcurrencyToken'
    ? ConcurrencyToken<Of>
    : Name extends keyof NamedOtherwise
      ? Id<NamedOtherwise[Name]>
      : Name extends `${infer Other}Id`
        ? Id<Capitalize<Other>>
        : T;
