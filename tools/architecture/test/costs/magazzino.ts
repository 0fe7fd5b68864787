import type { WorkspaceCopy } from '../workspace-copy.ts';

/** How each case of an example of Anagrafica is named after it. */
const examples: Readonly<Record<string, string>> = {
  listAnagrafica: 'listed',
  createAnagrafica: 'created',
  getAnagrafica: 'read',
  updateAnagrafica: 'updated',
  deleteAnagrafica: 'deleted',
  'Anagrafica.Create': 'created',
  'Anagrafica.Update': 'updated',
  'Anagrafica.Delete': 'deleted',
};

const input = `title: MagazzinoInput
description: A warehouse as a client writes it.
x-chosen: D-06
x-label: nome
x-references: { anagraficaId: Anagrafica }
type: object
required: [nome]
properties:
  nome:
    type: string
    description: What people call it.
    minLength: 1
    maxLength: 80
  indirizzo:
    type: string
    description: Where it stands.
    maxLength: 80
  anagraficaId:
    $ref: Id.yaml
`;

/**
 * Adds a resource to the contract, schemas, paths, examples and three events, of the form that those of Anagrafica have; and the line by which
 * the service serves it.
 */
export function addMagazzino(copy: WorkspaceCopy): void {
  const adapted = (from: string): void => copy.write(renamed(from), chosen(renamed(copy.read(from))));
  copy.write('specs/schemas/MagazzinoInput.yaml', input);
  for (const schema of ['Anagrafica', 'AnagraficaUpdate']) adapted(`specs/schemas/${schema}.yaml`);
  for (const event of ['Create', 'Update', 'Delete']) adapted(`specs/asyncapi/messages/Anagrafica.${event}.yaml`);
  copy.write(
    'specs/openapi/paths/magazzino.yaml',
    referring(oneExample(chosen(renamed(copy.read('specs/openapi/paths/anagrafica.yaml'))))),
  );
  copy.edit('specs/openapi/components/parameters.yaml', 'anagraficaId:\n', `${parameter}anagraficaId:\n`);
  copy.edit('specs/openapi/customer.yaml', 'tags:\n', 'tags:\n  - name: Magazzino\n    description: Warehouses.\n');
  copy.edit('specs/openapi/customer.yaml', 'paths:\n', `paths:\n${paths}`);
  copy.edit('specs/asyncapi/events.yaml', '    messages:\n', `    messages:\n${messages}`);
  copy.edit('specs/asyncapi/events.yaml', '    Anagrafica:\n      name', `    Magazzino:\n${TAG}    Anagrafica:\n      name`);
  const articolo = "  ...plainResource('articolo'),\n";
  copy.edit('packages/service/src/http/handlers.ts', articolo, `${articolo}  ...plainResource('Magazzino'),\n`);
  for (const [name, example] of Object.entries(examples)) {
    const file = `specs/examples/${name}/${example}.json`;
    copy.write(renamed(file), JSON.stringify(JSON.parse(renamed(copy.read(file)), warehouses), null, 2));
  }
}

const parameter = `magazzinoId:
  name: magazzinoId
  in: path
  required: true
  description: Identifier of the warehouse.
  x-chosen: D-06
  schema:
    $ref: ../../schemas/Id.yaml
`;

const paths = `  /api/{version}/{companyId}/Magazzino:
    $ref: paths/magazzino.yaml#/collection
  /api/{version}/{companyId}/Magazzino/{magazzinoId}:
    $ref: paths/magazzino.yaml#/item
`;

const messages = ['Create', 'Update', 'Delete']
  .map((event) => `      Magazzino.${event}:\n        $ref: messages/Magazzino.${event}.yaml\n`)
  .join('');

const TAG = '      name: Magazzino\n      description: Warehouses.\n';

function renamed(text: string): string {
  return text.replaceAll('Anagrafica', 'Magazzino').replaceAll('anagrafica', 'magazzino');
}

/** The source has no warehouses: what it states of contacts is our choice here. What it says of events holds for all. */
function chosen(text: string): string {
  return text.replaceAll(/x-clause: 'Company-scoped resources: .*'/g, 'x-chosen: D-06');
}

/** Leaves one case of each example, under the names above. */
function oneExample(text: string): string {
  return text.replaceAll(/^ +(?:name-only|replayed):\n +externalValue: .*\n/gm, '');
}

/** Says that what it refers to may not be there. */
function referring(text: string): string {
  return text.replaceAll('#/InvalidBody\n', '#/InvalidBodyOrValue\n');
}

/** Writes a warehouse where an example shows a contact. */
function warehouses(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('nome' in value)) return value;
  const { id, concurrencyToken } = value as { readonly id?: number; readonly concurrencyToken?: number };
  return { nome: 'Deposito di Torino', indirizzo: 'Via Po 1', anagraficaId: 41, id, concurrencyToken };
}
