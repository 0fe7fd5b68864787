import { isObject, type Json } from '../../model/json.ts';

/** The values that were drawn for one place of a body. What they hold is gathered once: bodies are varied often. */
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

  /** The names of all members of those that are objects. */
  get names(): readonly string[] {
    this.#names ??= [...new Set(this.values.filter(isObject).flatMap((object) => Object.keys(object)))];
    return this.#names;
  }

  /** What a member is in those that have it. */
  member(name: string): Examples {
    const known = this.#members.get(name);
    if (known !== undefined) return known;
    const values = this.values.filter(isObject).flatMap((object) => (object[name] === undefined ? [] : [object[name]]));
    const member = new Examples(values);
    this.#members.set(name, member);
    return member;
  }

  /** The entries of those that are lists. */
  get entries(): Examples {
    this.#entries ??= new Examples(this.values.flatMap((value) => (Array.isArray(value) ? value : [])));
    return this.#entries;
  }

  /** The one that holds the most; undefined if there is none. */
  get fullest(): Json | undefined {
    this.#fullest ??= { value: fullest(this.values) };
    return this.#fullest.value;
  }

  /** Whether there is a text among them that has other letters than ASCII: then any text may have them. */
  get isFree(): boolean {
    this.#isFree ??= this.values.some((value) => typeof value === 'string' && /[^ -~]/.test(value));
    return this.#isFree;
  }
}

const known = new WeakMap<readonly Json[], Examples>();

/** What was drawn, by its members. */
export function examplesIn(values: readonly Json[]): Examples {
  const examples = known.get(values) ?? new Examples(values);
  known.set(values, examples);
  return examples;
}

/** The value that holds the most; null, which says the same as nothing, is the least. */
export function fullest(values: readonly Json[]): Json | undefined {
  const [first, ...others] = values;
  return others.reduce<Json | undefined>((best, value) => (sizeOf(value) > sizeOf(best ?? null) ? value : best), first);
}

/** How many members and entries there are in a value, at any depth; decimal digits that end with a zero count twice. */
function sizeOf(value: Json): number {
  // Whoever keeps them as a number loses that zero, which no other value shows.
  if (typeof value === 'string' && /^-?\d+\.\d*0$/.test(value)) return 2;
  const parts = Array.isArray(value) ? value : isObject(value) ? Object.values(value) : [];
  return parts.reduce<number>((sum, part: Json) => sum + sizeOf(part), value === null ? 0 : 1);
}
