/** The run was stopped, so that the call was not sent. */
export class Stopped extends Error {
  constructor(why = 'the run was stopped') {
    super(why);
  }
}

/** Why a signal ended the run: its reason, if that is a `Stopped`. */
export function stoppedBy({ reason }: AbortSignal): Stopped {
  return reason instanceof Stopped ? reason : new Stopped();
}
