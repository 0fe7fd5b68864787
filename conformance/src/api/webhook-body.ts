import { identifier, type JsonObject } from '../model/json.ts';
import type { Company } from '../model/target.ts';

/** The body that creates a webhook for a company, or for all companies if it is undefined. */
export function webhookBody(company: Company | undefined, url: string, description: string, events: readonly string[]): JsonObject {
  return { AziendaId: company === undefined ? null : identifier(company.id), Url: url, Description: description, Events: events };
}
