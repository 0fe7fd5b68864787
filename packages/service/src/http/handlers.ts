import { aziendaHandlers } from './azienda.ts';
import { documentoHandlers } from './documento.ts';
import { eventoHandlers } from './evento.ts';
import { fatturaElettronicaXmlHandlers } from './fattura-elettronica-xml.ts';
import { plainResource } from './plain-resource.ts';
import type { AllHandlers } from './service-handlers.ts';
import { webhookHandlers } from './webhook.ts';

/** What this service answers with, operation by operation. */
export const handlers: AllHandlers = {
  ...aziendaHandlers,
  ...plainResource('articolo'),
  ...plainResource('Anagrafica'),
  ...webhookHandlers,
  ...documentoHandlers,
  ...eventoHandlers,
  ...fatturaElettronicaXmlHandlers,
};
