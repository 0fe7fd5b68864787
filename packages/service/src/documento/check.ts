import type { InvoiceParts } from './invoice-parts.ts';

/** One reason for which the exchange system refuses an invoice. */
export interface Check {
  /** The system's number for it, or a word of ours where it has none. */
  readonly code: string;
  /** What is wrong, in one sentence. */
  readonly message: string;
  /** JSON pointers to what is refused; none when the invoice passes. */
  refuses(invoice: InvoiceParts): readonly string[];
}

/** The pointer, if it is refused. */
export function refusedIf(isRefused: boolean, pointer: string): readonly string[] {
  return isRefused ? [pointer] : [];
}
