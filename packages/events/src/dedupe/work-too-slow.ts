/** What happened to work that did not end in time: whether it was done, nobody knows. */
export class WorkTooSlow extends Error {
  readonly code = 'work-too-slow';

  constructor(workWithinMs: number) {
    super(`The work did not end within ${workWithinMs} ms; workWithinMs of the receiver is the limit.`);
    this.name = 'WorkTooSlow';
  }
}
