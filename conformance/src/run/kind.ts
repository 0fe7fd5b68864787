import type { OperationId } from '../generated/operations.ts';

/** A kind of object that a run creates, by the operations that it takes. */
export interface Kind {
  readonly create: OperationId;
  readonly remove: OperationId;
  /** Tells of what was created when no answer did. */
  readonly list?: OperationId;
  readonly resource: string;
  /** The member that holds the run's name. */
  readonly mark?: string;
}

export const webhook: Kind = { create: 'createWebhook', remove: 'deleteWebhook', list: 'listWebhook', resource: 'webhook', mark: 'url' };

/** What a run creates, in the order of its removal: a webhook would still hear of what is removed after it, a document names a contact. */
export const kinds: readonly Kind[] = [
  webhook,
  { create: 'createDocumento', remove: 'deleteDocumento', resource: 'documento' },
  { create: 'createArticolo', remove: 'deleteArticolo', resource: 'articolo', mark: 'codice' },
  { create: 'createAnagrafica', remove: 'deleteAnagrafica', list: 'listAnagrafica', resource: 'anagrafica', mark: 'nome' },
];
