/** What stands in the place of a secret. */
const HIDDEN = '[secret]';
/** Headers and members that hold secrets, whatever their values are. */
const SECRET_NAME = /^(?:(?:proxy-)?authorization|(?:set-)?cookie|x-token|password|secret|.+-(?:api|license)key)$/i;
/** Members of a problem that hold names of the contract. */
const OWN_NAME = /^(?:code|type|in|pointer)$/;
/** A word that sentences are made of. What it is in a sentence tells nobody that it is a secret too, until somebody replaces it. */
const WORD = /^\p{L}?\p{Ll}{0,11}$/u;

/**
 * The value of a header or a member as others may see it. A value is replaced whole or not at all: a sentence with a hole in it says what was
 * there.
 */
export function shown(name: string, value: string, secrets: readonly string[]): string {
  const isSecret = (secret: string): boolean =>
    WORD.test(secret) ? secret !== '' && value === secret && !OWN_NAME.test(name) : value.includes(secret);
  return (value !== '' && SECRET_NAME.test(name)) || secrets.some(isSecret) ? HIDDEN : value;
}

/** The same of a text that may be JSON, with everything inside. */
export function shownText(text: string, secrets: readonly string[]): string {
  try {
    return JSON.stringify(JSON.parse(text, (name, value) => (typeof value === 'string' ? shown(name, value, secrets) : value)));
  } catch {
    return shown('', text, secrets);
  }
}

/** Whether a value that was thrown would tell a secret where it is printed: what cannot be looked into might. */
export function tellsSecret(thrown: unknown, secrets: readonly string[]): boolean {
  let tells = false;
  const look = (name: string, value: unknown): unknown => {
    if (typeof value === 'string') tells ||= shown(name, value, secrets) !== value;
    if (value instanceof Error)
      return { ...value, message: value.message, stack: value.stack, cause: value.cause, errors: Reflect.get(value, 'errors') };
    tells ||= typeof value === 'object' && value !== null && !Array.isArray(value) && Object.getPrototypeOf(value) !== Object.prototype;
    return value;
  };
  try {
    JSON.stringify(thrown, look);
    return tells;
  } catch {
    return true;
  }
}
