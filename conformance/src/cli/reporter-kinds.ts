/** The kinds of reports, as the command line names them. */
export const reporterKinds = ['console', 'json', 'junit', 'sarif', 'html', 'markdown', 'github', 'har'] as const;
export type ReporterKind = (typeof reporterKinds)[number];
