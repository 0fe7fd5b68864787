import type { ConformanceConfig } from '../../../service/src/cli/demo-config.ts';

/** What a client needs to call the service: as the demo printed it. */
export type Access = Pick<ConformanceConfig, 'credentials' | 'companies'>;

/** @param printed by `demo --print json` */
export function parseAccess(printed: string): Access {
  return JSON.parse(printed) as ConformanceConfig;
}
