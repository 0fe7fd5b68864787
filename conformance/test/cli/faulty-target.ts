import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { mutants } from '../../mutants/index.ts';
import type { Mutant, NewFault } from '../../mutants/mutant.ts';
import { startFaultyService } from '../../mutants/peer/faulty-service.ts';
import type { Target } from '../../src/model/target.ts';

/** A service with or without its fault, and the file that describes it. */
export interface FaultyTarget {
  readonly config: string;
  readonly close: () => Promise<void>;
}

/**
 * Starts the service with a mutant's fault, or without a fault if no mutant is named.
 * @param slowMs a delay of each request to the service behind the fault, so that racing requests surely meet
 * @throws Error if there is no such mutant
 */
export async function startTarget(folder: string, mutantId?: string, slowMs = 0): Promise<FaultyTarget> {
  const mutant = mutants.find(({ id }) => id === mutantId);
  if (mutantId !== undefined && mutant === undefined) throw new Error(`there is no mutant ${mutantId}`);
  const { target, close } = await startFaultyService(mutant && slowMs > 0 ? slowed(mutant, slowMs) : mutant);
  return { config: writeConfig(folder, mutantId ?? 'mended', target), close };
}

/** Writes the description of a service. @returns the name of the file */
export function writeConfig(folder: string, name: string, target: Target): string {
  const { service, credentials, companies, otherUser, foreignCompany, receiver, controls, timing } = target;
  const config = join(folder, `${name}.yaml`);
  // JSON is YAML.
  const described = { service, credentials, companies, otherUser, foreignCompany, receiver, controls: { clock: controls.clock }, timing };
  writeFileSync(config, JSON.stringify(described));
  return config;
}

function slowed(mutant: Mutant, slowMs: number): Mutant {
  const { fault } = mutant;
  if (fault === undefined) throw new Error(`${mutant.id} has no fault of requests`);
  const slow: NewFault = (context) => {
    const handle = fault(context);
    return (request, forward) =>
      handle(request, async (forwarded) => {
        await sleep(slowMs);
        return await forward(forwarded);
      });
  };
  return { ...mutant, fault: slow };
}
