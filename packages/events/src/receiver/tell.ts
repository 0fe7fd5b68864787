/** Tells a listener of the user's; what it throws is its own fault, and must not cost the answer or the process. */
export function tell<Told>(listener: ((told: Told) => void) | undefined, told: Told): void {
  try {
    listener?.(told);
  } catch (error) {
    console.error('A listener of the receiver failed:', error);
  }
}
