/** What a dedupe store must keep, as tests for the runner of your choice. */
export { type OpenedStore, type StoreTest, storeTests } from './dedupe/store-tests.ts';
