/** How many deliveries of one endpoint are held, in flight and ready. */
export const WINDOW_MAX = 64;
/** How many attempts to one endpoint run at once. */
const PLACES_MAX = 8;

/** What the end of an attempt says about its endpoint. */
export interface AttemptEnd {
  readonly answered: boolean;
  /** Whether it took so long that the endpoint became slow. */
  readonly late: boolean;
}

/** How one endpoint has answered so far, and what that allows it. */
export interface Endpoint {
  readonly inFlight: number;
  /** How many of its deliveries may be held: one at first, doubled by each answer, one again when no answer came. */
  readonly window: number;
  /** How many attempts to it may run at once. */
  readonly places: number;
  /** From the moment when an attempt is late until one is answered in time. */
  readonly slow: boolean;
  /** Whether the last attempt that is over was answered. */
  readonly answered: boolean;
  attemptBegan(): void;
  attemptIsLate(): void;
  attemptEnded(end: AttemptEnd): void;
}

export function createEndpoint(): Endpoint {
  let inFlight = 0;
  let lateInFlight = 0;
  let window = 1;
  let slow = false;
  let answered = false;
  return {
    get inFlight() {
      return inFlight;
    },
    get window() {
      return window;
    },
    get places() {
      return Math.min(PLACES_MAX, window);
    },
    get slow() {
      return slow;
    },
    get answered() {
      return answered;
    },
    attemptBegan() {
      inFlight += 1;
    },
    attemptIsLate() {
      lateInFlight += 1;
      slow = true;
    },
    attemptEnded(end) {
      inFlight -= 1;
      if (end.late) lateInFlight -= 1;
      slow = end.late || lateInFlight > 0;
      answered = end.answered;
      window = end.answered ? Math.min(WINDOW_MAX, window * 2) : 1;
    },
  };
}
