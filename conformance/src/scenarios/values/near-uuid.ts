/** The positions of the digits that say which kind of UUID it is. */
const VERSION_AND_VARIANT = [14, 19];

/** Another UUID, which differs in the digit at a position, or in the first digit if that one cannot change. */
export function changeHexDigit(uuid: string, position: number): string {
  const isFree = /^[0-9a-f]$/.test(uuid.charAt(position)) && !VERSION_AND_VARIANT.includes(position);
  const at = isFree ? position : 0;
  const digit = (Number.parseInt(uuid.charAt(at), 16) + 1) % 16;
  return uuid.slice(0, at) + digit.toString(16) + uuid.slice(at + 1);
}
