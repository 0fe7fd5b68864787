import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A fenced block of a page. */
export interface Block {
  /** `sh` holds commands, and `diff` what is pasted into `git apply`. */
  readonly language: string;
  readonly text: string;
}

/** A part of CONTRIBUTING under one heading. */
export interface Section {
  readonly heading: string;
  readonly blocks: readonly Block[];
}

/** The sections of CONTRIBUTING, in the order in which they stand there. */
export function sectionsOf(repository: string): readonly Section[] {
  const page = readFileSync(join(repository, 'CONTRIBUTING.md'), 'utf8');
  return page.split(/^#{2,3} /m).map((section) => {
    const [heading = ''] = section.split('\n', 1);
    return { heading, blocks: blocksOf(section) };
  });
}

/** A block that belongs to an entry of a list is indented by as much as its fence. */
function blocksOf(section: string): readonly Block[] {
  const fenced = section.matchAll(/^( *)```(\w+)\n([\s\S]*?)^\1```$/gm);
  return [...fenced].map(([, indent = '', language = '', text = '']) => ({
    language,
    text: text
      .split('\n')
      .map((line) => line.slice(indent.length))
      .join('\n'),
  }));
}
