import { TABLES, testRows } from './test-rows.ts';

testRows(TABLES);
