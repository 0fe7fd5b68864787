import type { CompanyClient } from '@business-cloud/client';
import type { Context, SQSEvent } from 'aws-lambda';

/** `export const handler = contattiHandler(company)`. A client made outside keeps its token between calls. */
export function contattiHandler(company: CompanyClient): (event: SQSEvent, context: Context) => Promise<void> {
  return async ({ Records }, context) => {
    for (const { messageId, body } of Records) {
      // A message that comes again has the same id, so it creates one contact.
      const options = { idempotencyKey: messageId, timeoutMs: context.getRemainingTimeInMillis() };
      await company.anagrafica.create({ nome: String(JSON.parse(body).nome) }, options);
    }
  };
}
