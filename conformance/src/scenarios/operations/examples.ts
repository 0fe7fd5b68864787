import { isObject, type Json } from '../../model/json.ts';

/** The values that were drawn for one place of a body. Their contents are collected once, because bodies are varied often. */
export class Examples {
  readonly values: readonly Json[];
  readonly #members = new Map<string, Examples>();
  #entries: Examples | undefined;
  #names: readonly string[] | undefined;
  #fullest: { readonly value: Json | undefined } | undefined;
  #isFree: boolean | undefined;

  constructor(values: readonly Json[]) {
    this.values = values;
  }

  /** The names of all members of the objects among them. */
  get names(): readonly string[] {
    this.#names ??= [...new Set(this.values.filter(isObject).flatMap((object) => Object.keys(object)))];
    return this.#names;
  }

  /** The values of a member in the objects that have it. */
  member(name: string): Examples {
    const known = this.#members.get(name);
    if (known !== undefined) return known;
    const values = this.values.filter(isObject).flatMap((object) => (object[name] === undefined ? [] : [object[name]]));
    const member = new Examples(values);
    this.#members.set(name, member);
    return member;
  }

  /** The entries of the lists among them. */
  get entries(): Examples {
    this.#entries ??= new Examples(this.values.flatMap((value) => (Array.isArray(value) ? value : [])));
    return this.#entries;
  }

  /** The value that holds the most; undefined if there is none. */
  get fullest(): Json | undefined {
    this.#fullest ??= { value: fullest(this.values) };
    return this.#fullest.value;
  }

  /** Whether one of the texts has characters beyond ASCII. If so, any text may have them. */
  get isFree(): boolean {
    this.#isFree ??= this.values.some((value) => typeof value === 'string' && /[^ -~]/.test(value));
    return this.#isFree;
  }
}

const known = new WeakMap<readonly Json[], Examples>();

/** The examples of these values, made once. */
export function examplesIn(values: readonly Json[]): Examples {
  const examples = known.get(values) ?? new Examples(values);
  known.set(values, examples);
  return examples;
}

/** The value that holds the most. Null counts as nothing. */
export function fullest(values: readonly Json[]): Json | undefined {
  const [first, ...others] = values;
  return others.reduce<Json | undefined>((best, value) => (sizeOf(value) > sizeOf(best ?? null) ? value : best), first);
}

/** How many members and entries a value has, at any depth. A decimal number that ends with a zero counts twice. */
function sizeOf(value: Json): number {
  // A service that stores it as a number loses that zero, which no other value would show.
  if (typeof value === 'string' && /^-?\d+\.\d*0$/.test(value)) return 2;
  const parts = Array.isArray(value) ? value : isObject(value) ? Object.values(value) : [];
  return parts.reduce<number>((sum, part: Json) => sum + sizeOf(part), value === null ? 0 : 1);
}
