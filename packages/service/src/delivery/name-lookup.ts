import { type LookupAddress, type LookupAllOptions, NODATA, promises, REFUSED, TIMEOUT } from 'node:dns';
import { ServiceError } from '../model/service-error.ts';
import { createHostsFile } from './hosts-file.ts';

/** Finds the addresses of a name: called as `lookup` of node:dns is. */
export type Resolve = (
  hostname: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

// Both tries of a query end before the deadline of an attempt.
const TRY_MS = 1_500;
const TRIES = 2;
/** No name server could be reached, or none answered. */
const UNANSWERED: ReadonlySet<unknown> = new Set([TIMEOUT, REFUSED, 'ECONNREFUSED']);

/**
 * Looks names up in the machine's list and in the DNS, without a thread: `lookup` of node:dns waits for one of the four that password
 * hashes and files use as well, and a few names that nobody answers for would keep all of them. The names are whole: the system's search
 * domains are not appended.
 *
 * @param servers the addresses of name servers; the system's by default
 * @throws {ServiceError} `lookup-unanswered`, to the callback, when no name server answers: that says nothing about the name (D-09)
 */
export function createNameLookup(servers?: readonly string[]): Resolve {
  const hosts = createHostsFile();
  const resolver = new promises.Resolver({ timeout: TRY_MS, tries: TRIES });
  if (servers !== undefined) resolver.setServers(servers);

  async function find(hostname: string): Promise<LookupAddress[]> {
    const listed = hosts.find(hostname);
    if (listed !== undefined) return [...listed];
    const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    const found = answers.flatMap((answer, index) =>
      answer.status === 'fulfilled' ? answer.value.map((address) => ({ address, family: index === 0 ? 4 : 6 })) : [],
    );
    if (found.length > 0) return found;
    throw failureOf(
      hostname,
      answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : [])),
    );
  }

  return (hostname, _options, callback) => {
    const name = hostname.toLowerCase().replace(/\.$/, '');
    find(name).then(
      (addresses) => callback(null, addresses),
      (error) => callback(error, []),
    );
  };
}

function failureOf(hostname: string, errors: readonly NodeJS.ErrnoException[]): Error {
  const unanswered = errors.find(({ code }) => UNANSWERED.has(code));
  if (unanswered !== undefined)
    return new ServiceError('lookup-unanswered', `No name server answers for ${hostname}. Check the DNS of this machine.`, {
      cause: unanswered,
    });
  return errors.find(({ code }) => code !== NODATA) ?? errors[0] ?? new Error(`${hostname} has no address.`);
}
