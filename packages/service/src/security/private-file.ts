import { statSync } from 'node:fs';

/** What group and others may do with a file. */
const OTHERS = 0o077;

/**
 * The mode of a file that others than its owner may read or write, as `chmod` has it; undefined when they may not, for what is no file, and
 * on Windows, whose modes say nothing of that.
 */
export function modeOpenToOthers(file: string, platform: NodeJS.Platform = process.platform): string | undefined {
  const mode = platform === 'win32' ? undefined : modeOf(file);
  return mode === undefined || (mode & OTHERS) === 0 ? undefined : (mode & 0o777).toString(8).padStart(4, '0');
}

/** Undefined for what is no file. What cannot be looked at cannot be read either, and whoever reads it says why. */
function modeOf(file: string): number | undefined {
  try {
    const stats = statSync(file);
    return stats.isFile() ? stats.mode : undefined;
  } catch {
    return undefined;
  }
}

/** Why a file that holds a secret is refused, and what to do; undefined when only its owner may read and write it. */
export function openToOthers(file: string): string | undefined {
  const mode = modeOpenToOthers(file);
  return mode && `${file} holds a secret, and others than its owner may read it or write it (mode ${mode}); run chmod 600 ${file}.`;
}
