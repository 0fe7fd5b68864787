import { readFileSync } from 'node:fs';
import { ConfigurationError } from '../model/configuration-error.ts';
import { parseSavedReport, type SavedReport } from '../report/saved-report.ts';

/** Reads a saved JSON report. @throws ConfigurationError */
export function readSavedReport(file: string): SavedReport {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    throw new ConfigurationError(`${file}: cannot be read (${code}); name a report saved with --reporter json=FILE.`);
  }
  return parseSavedReport(text, file);
}
