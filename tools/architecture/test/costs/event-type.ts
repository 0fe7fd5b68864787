import type { WorkspaceCopy } from '../workspace-copy.ts';

const path = `
export:
  parameters:
    - $ref: ../components/parameters.yaml#/version
    - $ref: ../components/parameters.yaml#/companyId
    - $ref: ../components/parameters.yaml#/articoloId
    - $ref: ../components/parameters.yaml#/applicationIdHeader
  post:
    operationId: exportArticolo
    x-does: { act: articolo }
    tags: [articolo]
    summary: Export a stock item
    description: Exports the stock item and fires articolo.Export.
    x-chosen: D-06
    x-fires: articolo.Export
    x-idempotency: true
    parameters:
      - $ref: ../components/parameters.yaml#/idempotencyKey
    responses:
      '200':
        description: The stock item.
        x-chosen: D-03
        headers:
          Idempotent-Replayed:
            $ref: ../components/headers.yaml#/Idempotent-Replayed
        content:
          application/json:
            schema:
              $ref: ../../schemas/Articolo.yaml
            examples:
              exported:
                externalValue: ../../examples/exportArticolo/exported.json#/response/body
      '400':
        $ref: ../components/responses.yaml#/InvalidParametersOrKey
      '401':
        $ref: ../components/responses.yaml#/Unauthorized
      '403':
        $ref: ../components/responses.yaml#/Forbidden
      '404':
        $ref: ../components/responses.yaml#/NotFound
      '409':
        $ref: ../components/responses.yaml#/KeyInProgress
      '413':
        $ref: ../components/responses.yaml#/BodyTooLarge
      '415':
        $ref: ../components/responses.yaml#/UnsupportedMediaType
      '422':
        $ref: ../components/responses.yaml#/KeyMismatch
      '500':
        $ref: ../components/responses.yaml#/InternalError
      '503':
        $ref: ../components/responses.yaml#/Unavailable
`;

const handler = `import { getObject } from './objects.ts';
import type { ServiceHandlers } from './service-handlers.ts';

/** An export of a stock item is told to webhooks. */
export const articoloHandlers: Pick<ServiceHandlers, 'exportArticolo'> = {
  async exportArticolo({ params: { articoloId } }, { transaction }) {
    const read = await getObject(transaction, 'articolo', articoloId);
    if (!('problem' in read)) await transaction.record('articolo.Export', read.body);
    return read;
  },
};
`;

/** Adds an event type to a resource, with the operation that fires it, and serves that. */
export function addEventType(copy: WorkspaceCopy): void {
  const paths = 'specs/openapi/paths/articolo.yaml';
  copy.write(paths, copy.read(paths) + path);
  const item = '    $ref: paths/articolo.yaml#/item\n';
  const added = '  /api/{version}/{companyId}/articolo/{articoloId}/export:\n    $ref: paths/articolo.yaml#/export\n';
  copy.edit('specs/openapi/customer.yaml', item, item + added);
  const message = 'specs/asyncapi/messages/articolo.Update.yaml';
  copy.write('specs/asyncapi/messages/articolo.Export.yaml', exported(copy.read(message)));
  const messages = '    messages:\n';
  copy.edit('specs/asyncapi/events.yaml', messages, `${messages}      articolo.Export:\n        $ref: messages/articolo.Export.yaml\n`);
  copy.write('specs/examples/articolo.Export/exported.json', exported(copy.read('specs/examples/articolo.Update/updated.json')));
  copy.write('specs/examples/exportArticolo/exported.json', copy.read('specs/examples/getArticolo/read.json'));

  copy.write('packages/service/src/http/articolo.ts', handler);
  const handlers = 'packages/service/src/http/handlers.ts';
  const azienda = "import { aziendaHandlers } from './azienda.ts';\n";
  copy.edit(handlers, azienda, `import { articoloHandlers } from './articolo.ts';\n${azienda}`);
  copy.edit(handlers, '  ...aziendaHandlers,\n', '  ...aziendaHandlers,\n  ...articoloHandlers,\n');
}

function exported(text: string): string {
  return text
    .replaceAll('articolo.Update', 'articolo.Export')
    .replaceAll('articoloUpdate', 'articoloExport')
    .replaceAll('updated', 'exported');
}
