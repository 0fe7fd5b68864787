/** Something to write text to: a terminal, a pipe, or what keeps it. */
export interface Screen {
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
  write(text: string): unknown;
}

/** Where a command writes: reports and answers to `out`, progress and what is wrong to `err`, so that reports stay whole. */
export interface Streams {
  readonly out: Screen;
  readonly err: Screen;
}
