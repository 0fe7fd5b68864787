/** The changeset that a report prints: the file to write, and what to write in test. */
export function printedIn(report: string): { file: string; content: string } {
  const [, file = '', content = ''] = /Write (\S+) with what[^\n]*\n─+\n([\s\S]*?)\n─+\n/.exec(report) ?? [];
  return { file, content };
}
