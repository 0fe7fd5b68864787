/**
 * A user name in the one form in which it is kept and compared: a letter with an accent is typed as one character on some systems, and as two
 * on others (Unicode, NFC).
 */
export function userNameOf(text: string): string {
  return text.normalize('NFC');
}
