import type { LookupAddress } from 'node:dns';
import { readFileSync, statSync } from 'node:fs';
import { isIP } from 'node:net';
import { join } from 'node:path';

const { SystemRoot: windows } = process.env;
const FILE = process.platform === 'win32' ? join(windows ?? 'C:\\Windows', 'System32', 'drivers', 'etc', 'hosts') : '/etc/hosts';

/** The machine's own list of names. */
export interface HostsFile {
  /** Undefined when it does not list the name. */
  find(hostname: string): readonly LookupAddress[] | undefined;
}

/** Reads the list when it is first used and whenever it has changed. */
export function createHostsFile(file: string = FILE): HostsFile {
  let read = { version: -1, names: new Map<string, LookupAddress[]>() };
  return {
    find(hostname) {
      const version = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
      if (version !== read.version) read = { version, names: version === 0 ? new Map() : parse(readFileSync(file, 'utf8')) };
      return read.names.get(hostname) ?? (hostname === 'localhost' ? LOOPBACK : undefined);
    },
  };
}

// RFC 6761, 6.3: this name is never asked of the DNS.
const LOOPBACK: readonly LookupAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];

function parse(text: string): Map<string, LookupAddress[]> {
  const found = new Map<string, LookupAddress[]>();
  for (const line of text.split('\n')) {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().split(/\s+/);
    const family = isIP(address);
    if (family === 0) continue;
    for (const name of names) found.set(name.toLowerCase(), [...(found.get(name.toLowerCase()) ?? []), { address, family }]);
  }
  return found;
}
