/** The digits of a UUID that say what kind of UUID it is. */
const VERSION_AND_VARIANT = [14, 19];

/** Another UUID, which differs in the digit at a position; in the first if there is none, or none that may be another. */
export function changeHexDigit(uuid: string, position: number): string {
  const isFree = /^[0-9a-f]$/.test(uuid.charAt(position)) && !VERSION_AND_VARIANT.includes(position);
  const at = isFree ? position : 0;
  const digit = (Number.parseInt(uuid.charAt(at), 16) + 1) % 16;
  return uuid.slice(0, at) + digit.toString(16) + uuid.slice(at + 1);
}
