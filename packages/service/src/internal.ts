/** What this workspace's benchmarks measure by itself, beside the service as a whole. It is not published. */
export { createSealer } from './security/sealing.ts';
export { companyStore } from './store/company-store.ts';
export { type Database, openDatabase } from './store/database.ts';
export { migrate } from './store/sql/migrations.ts';
export { webhookStore } from './store/webhook-store.ts';
