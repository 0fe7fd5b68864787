import type { OperationId } from '../generated/operations.ts';

/** A kind of object that a run creates, by the operations that it takes. */
export interface Kind {
  readonly create: OperationId;
  readonly remove: OperationId;
  /** Finds what was created where no answer said so. */
  readonly list?: OperationId;
  readonly resource: string;
  /** What people call several of them. */
  readonly plural: string;
  /** The member that holds the run's name. */
  readonly mark?: string;
}

export const webhook: Kind = {
  create: 'createWebhook',
  remove: 'deleteWebhook',
  list: 'listWebhook',
  resource: 'webhook',
  plural: 'webhooks',
  mark: 'url',
};

/** What a run creates, in the order of its removal: a webhook would still get the events of what is removed after it, and a document names a contact. */
export const kinds: readonly Kind[] = [
  webhook,
  { create: 'createDocumento', remove: 'deleteDocumento', resource: 'documento', plural: 'documents' },
  { create: 'createArticolo', remove: 'deleteArticolo', resource: 'articolo', plural: 'stock items', mark: 'codice' },
  {
    create: 'createAnagrafica',
    remove: 'deleteAnagrafica',
    list: 'listAnagrafica',
    resource: 'anagrafica',
    plural: 'contacts',
    mark: 'nome',
  },
];
