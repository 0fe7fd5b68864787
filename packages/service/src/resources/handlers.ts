import { notImplemented } from '@business-cloud/server';
import { anagraficaHandlers } from './anagrafica.ts';
import { articoloHandlers } from './articolo.ts';
import { aziendaHandlers } from './azienda.ts';
import type { AllHandlers } from './service-handlers.ts';
import { webhookHandlers } from './webhook.ts';

/** What this service answers with, operation by operation. */
export const handlers: AllHandlers = {
  ...aziendaHandlers,
  ...articoloHandlers,
  ...anagraficaHandlers,
  ...webhookHandlers,
  listDocumento: notImplemented,
  getDocumento: notImplemented,
  createDocumento: notImplemented,
  updateDocumento: notImplemented,
  deleteDocumento: notImplemented,
  emitDocumento: notImplemented,
  exportFatturaElettronicaXml: notImplemented,
  getFatturaElettronicaXml: notImplemented,
  listEvento: notImplemented,
  getEvento: notImplemented,
  redeliverEvento: notImplemented,
};
