/** Something to write text to: a terminal, a pipe, or a buffer in a test. */
export interface Screen {
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
  write(text: string): unknown;
}

/** Where a command writes. Results go to `out`, progress and errors to `err`, so that a piped report holds nothing else. */
export interface Streams {
  readonly out: Screen;
  readonly err: Screen;
}
