import { identifier, type JsonObject } from '../model/json.ts';
import type { Company } from '../model/target.ts';

/** The body that creates a webhook for a company. */
export function webhookBody(company: Company, url: string, description: string, events: readonly string[]): JsonObject {
  return { AziendaId: identifier(company.id), Url: url, Description: description, Events: events };
}
