import { createdId } from '../../api/identity.ts';
import { isSuccess } from '../../http/answer.ts';
import type { CheckContext, RunContext } from '../../model/check-context.ts';
import { identifier, type Json, type JsonObject } from '../../model/json.ts';
import { CONTACT_PLACEHOLDER, type Company } from '../../model/target.ts';
import { oncePerRunFor } from '../once-per-run.ts';

/** The configured body, or the default one with a contact of its own, which may be deleted and tells the document's events apart. */
export async function documentBody(context: CheckContext, company: Company): Promise<JsonObject> {
  return await bodyFor(context, company, () => createBuyer(context, company));
}

/** The same body, but with a contact that all such documents of a company share. No check may change it. */
export async function plainDocumentBody(context: CheckContext, company: Company): Promise<JsonObject> {
  return await bodyFor(context, company, () => sharedBuyer(context, company));
}

async function bodyFor(context: CheckContext, company: Company, buyer: () => Promise<Json>): Promise<JsonObject> {
  const body = context.target.surface.bodies.documento as JsonObject;
  return body.anagraficaId === CONTACT_PLACEHOLDER ? { ...body, anagraficaId: await buyer() } : await anotherBody(context, company);
}

/** The configured body with another value of a member that can be varied. Unchanged if there is none. */
async function anotherBody(context: CheckContext, company: Company): Promise<JsonObject> {
  const body = context.target.surface.bodies.documento as JsonObject;
  const member = await variableMember(context, company);
  return member === undefined ? body : varied(context, body, member);
}

/** The first member of the configured body that can be varied, found once. Undefined if there is none. */
export const variableMember: (context: CheckContext, company: Company) => Promise<string | undefined> = oncePerRunFor<
  Company,
  string | undefined
>(
  ({ id }) => id,
  async (context, company) => {
    const body = context.target.surface.bodies.documento as JsonObject;
    const api = await context.api();
    for (const member of variableMembers(body))
      if (isSuccess(await context.send(api.call('createDocumento', { company, body: varied(context, body, member) })))) return member;
    return undefined;
  },
);

const sharedBuyer = oncePerRunFor<Company, Json>(({ id }) => id, createBuyer);

/** The identifier of a new contact that an electronic invoice can be made out to. */
async function createBuyer(context: CheckContext, company: Company): Promise<Json> {
  const api = await context.api();
  const { codiceFiscale, ...buyer } = buyerBody(context);
  const known = await context.send(api.call('createAnagrafica', { company, body: { ...buyer, codiceFiscale } }));
  // A target may refuse two contacts with one tax code.
  const created = isSuccess(known) ? known : await context.prepare(api.call('createAnagrafica', { company, body: buyer }));
  return identifier(createdId(created, 'anagrafica') ?? '');
}

/** A body that creates a contact that an electronic invoice can be made out to. */
export function buyerBody(context: CheckContext): JsonObject & { readonly codiceFiscale: string } {
  return { nome: context.fresh(), sede: address, codiceFiscale: CODICE_FISCALE };
}

/** What an electronic invoice says of its buyer. */
const CODICE_FISCALE = 'RSSMRA80A01H501U';
const address = { indirizzo: 'Via Roma 1', cap: '20121', comune: 'Milano', provincia: 'MI', nazione: 'IT' };

const DAY_MS = 86_400_000;
const DATE = /^\d{4}-\d\d-\d\d$/;
const DECIMAL = /^-?\d+(\.\d+)?$/;

/** Another value for a member, different for each step. Undefined if the suite knows none. */
type Variation = (value: Json, step: number) => Json | undefined;

/** Numbers come first, since services make the fewest demands on them. */
const variations: readonly Variation[] = [
  (value, step) => (typeof value === 'number' || typeof value === 'bigint' ? Number(value) + step : undefined),
  (value, step) => (typeof value === 'string' && DECIMAL.test(value) ? moved(value, step) : undefined),
  (value, step) => (typeof value === 'string' && /[a-z]/i.test(value) && !DATE.test(value) ? `${value}-${step}` : undefined),
  (value, step) => (typeof value === 'string' && DATE.test(value) ? dayBefore(value, step) : undefined),
];

/** The members of a body that can be varied, the most promising first. */
function variableMembers(body: JsonObject): readonly string[] {
  const found = variations.flatMap((vary) => Object.keys(body).filter((name) => vary(body[name] ?? null, 1) !== undefined));
  return [...new Set(found)];
}

const steps = new WeakMap<RunContext, number>();

/** The body with a value of this member that no other body of the run has. */
export function varied(context: CheckContext, body: JsonObject, member: string): JsonObject {
  const step = (steps.get(context.run) ?? Math.floor(Date.now() / 1000) % 1_000) + 1;
  steps.set(context.run, step);
  const value = body[member] ?? null;
  const other = variations.map((vary) => vary(value, step)).find((one) => one !== undefined);
  return { ...body, [member]: other ?? value };
}

/** Keeps the number of decimals. */
function moved(text: string, step: number): string {
  return (Number(text) + step).toFixed(text.split('.')[1]?.length ?? 0);
}

function dayBefore(date: string, days: number): string {
  return new Date(Date.parse(date) - days * DAY_MS).toISOString().slice(0, 10);
}
