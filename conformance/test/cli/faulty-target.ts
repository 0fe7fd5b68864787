import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { mutants } from '../../mutants/index.ts';
import { startFaultyService } from '../../mutants/peer/faulty-service.ts';

/** A service with a fault, or mended, and the configuration that describes it. */
export interface FaultyTarget {
  readonly config: string;
  readonly close: () => Promise<void>;
}

/** Starts the service with a mutant's fault, without one where no mutant is named. @throws Error when there is no such mutant. */
export async function startTarget(folder: string, mutantId?: string): Promise<FaultyTarget> {
  const mutant = mutants.find(({ id }) => id === mutantId);
  if (mutantId !== undefined && mutant === undefined) throw new Error(`there is no mutant ${mutantId}`);
  const { target, close } = await startFaultyService(mutant);
  const { service, credentials, companies, otherUser, foreignCompany, receiver, controls, timing } = target;
  const config = join(folder, `${mutantId ?? 'mended'}.yaml`);
  // JSON is YAML.
  const described = { service, credentials, companies, otherUser, foreignCompany, receiver, controls: { clock: controls.clock }, timing };
  writeFileSync(config, JSON.stringify(described));
  return { config, close };
}
