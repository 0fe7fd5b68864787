/** The parts that this workspace's benchmarks measure apart from the service as a whole. It is not published. */
export { accountId, companyId, objectId } from './model/ids.ts';
export { createSealer } from './security/sealing.ts';
export { companyStore } from './store/company-store.ts';
export { openDatabase } from './store/open-database.ts';
export type { Database } from './store/sql/database.ts';
export { migrate } from './store/sql/migrations.ts';
export { webhookStore } from './store/webhook-store.ts';
