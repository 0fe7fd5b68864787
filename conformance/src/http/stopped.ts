/** The run was stopped, so that the call was not sent. */
export class Stopped extends Error {
  constructor() {
    super('the run was stopped');
  }
}
