import type { ConformanceConfig } from '../../../../packages/service/src/cli/demo-config.ts';

/** What a client needs to call the service. */
export type Access = Pick<ConformanceConfig, 'credentials' | 'companies'>;

/** Who calls it. */
export interface Accesses {
  /** Who writes, and whom the faults meet. */
  readonly client: Access;
  /** Another user, of another company. */
  readonly bystander: Access;
  /** An API key that is neither's. */
  readonly strangersKey: string;
}

/** @param printed by `demo --print json` */
export function parseAccesses(printed: string): Omit<Accesses, 'strangersKey'> {
  const { credentials, companies, otherUser } = JSON.parse(printed) as ConformanceConfig;
  return { client: { credentials, companies }, bystander: { credentials: { ...credentials, ...otherUser }, companies } };
}
