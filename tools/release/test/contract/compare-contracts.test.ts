import { TABLES, testRows } from './test-rows.ts';

/** Every fifth edit of each table. All of them are compared with `pnpm test:matrix`. */
testRows(TABLES.map(([name, rows]) => [name, rows.filter((_row, index) => index % 5 === 0)]));
