import { oneOf } from './argument.ts';
import { UsageError } from './usage-error.ts';

/** Roles that can be described to the suite. */
const roles = ['service', 'receiver', 'client'] as const;
export type DescribedRole = (typeof roles)[number];

export const roleHelp: string = `  --role ROLE              ${roles.slice(0, -1).join(', ')} or ${roles.at(-1)} (default: service); put it before the other options`;

/** The role that a command is about, and its other arguments: which there are depends on the role. @throws UsageError */
export function splitRole(args: readonly string[]): { readonly role: DescribedRole; readonly rest: readonly string[] } {
  const at = args.findIndex((arg) => arg === '--role' || arg.startsWith('--role='));
  if (at < 0) return { role: 'service', rest: args };
  const inline = args[at]?.split('=')[1];
  const name = inline ?? args[at + 1];
  if (name === undefined) throw new UsageError('--role needs a value.');
  return { role: oneOf('--role', name, roles), rest: args.toSpliced(at, inline === undefined ? 2 : 1) };
}
