/** Calls a listener of the user; an error in it must not cost the answer or the process. */
export function notify<Notice>(listener: ((notice: Notice) => void) | undefined, notice: Notice): void {
  try {
    listener?.(notice);
  } catch (error) {
    console.error('A listener of the receiver failed:', error);
  }
}
