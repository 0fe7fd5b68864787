import { type AccountId, accountId, type CompanyId, companyId } from '../../src/model/ids.ts';
import { openDatabase } from '../../src/store/open-database.ts';
import type { Database } from '../../src/store/sql/database.ts';
import { migrate } from '../../src/store/sql/migrations.ts';

/** The user and the company of tests that need one. */
export const ADA: AccountId = accountId('ada');
export const AURORA: CompanyId = companyId(1);

/** A database with the schema, in which ada may use company 1. */
export async function preparedDatabase(location: string): Promise<Database> {
  const database = await openDatabase(location);
  await migrate(database);
  await database.migrating.insertInto('account_company').values({ account_id: ADA, company_id: AURORA }).execute();
  return database;
}
