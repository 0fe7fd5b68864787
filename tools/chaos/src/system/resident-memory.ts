import { readFileSync } from 'node:fs';

/** The most memory that a process had resident so far, in bytes; undefined if the system does not tell, or it has ended. */
export function residentPeak(pid: number): number | undefined {
  try {
    const kilobytes = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return kilobytes === undefined ? undefined : Number(kilobytes) * 1024;
  } catch {
    return undefined;
  }
}
