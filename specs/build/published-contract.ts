import { join } from 'node:path';
import { SPECS_FOLDER } from '../lint/contract.ts';
import { readPlaces } from '../lint/places.ts';
import { readRules } from '../lint/read-rules.ts';
import { type BoundContract, bindDocuments } from './bind-documents.ts';
import { bundleDocument, type DocumentName } from './bundle.ts';
import { signExamples } from './sign-examples.ts';
import { webhooksOf } from './webhooks.ts';

/** The documents that the package publishes, each in one piece. */
export type PublishedName = DocumentName | 'openapi/webhooks';

/** What the package publishes, with all that is computed and written by nobody. */
export async function publishedContract(folder: string = SPECS_FOLDER): Promise<BoundContract<PublishedName>> {
  const register = readRules(folder).map(({ rule }) => rule);
  const sources = {
    'openapi/admin': await bundleDocument('openapi/admin', folder),
    'openapi/customer': await bundleDocument('openapi/customer', folder),
    'asyncapi/events': signExamples(await bundleDocument('asyncapi/events', folder), join(folder, 'examples')),
  };
  const { documents, rules } = bindDocuments(register, sources, readPlaces(folder));
  return { documents: { ...documents, 'openapi/webhooks': webhooksOf(documents['asyncapi/events']) }, rules };
}
