import type { FastifyRequest } from 'fastify';
import type { ContractHeaders } from '../contract-headers.ts';
import type { Operation } from '../generated/operations.ts';
import type { Access, ApiKeys, Licenses, TokenVerifier, User } from '../ports.ts';
import { Problem } from '../problem.ts';
import { ServerError } from '../server-error.ts';
import { singleHeader } from './single-header.ts';

/** The ports that admission calls. */
export interface AdmissionPorts {
  readonly tokens: TokenVerifier;
  readonly apiKeys: ApiKeys;
  readonly licenses: Licenses;
}

const BEARER = /^Bearer +([A-Za-z0-9._~+/-]+=*) *$/i;
// Each company has one spelling: no sign, no leading zero, and not more digits than a number holds exactly.
const COMPANY_ID = /^(?:0|[1-9]\d{0,14})$/;

/** Token (401), then API key, license key and company (403): D-04. Undefined for an operation that has no user yet. */
export async function admit(
  operation: Operation,
  headers: ContractHeaders,
  ports: AdmissionPorts,
  request: FastifyRequest,
): Promise<Access | undefined> {
  const user = operation.token ? await requireUser(ports.tokens, request) : undefined;
  await requireApiKey(ports.apiKeys, request, headers.apiKey);
  if (user === undefined) return undefined;
  const companyId = await requireLicense(operation, ports.licenses, user, request, headers.licenseKey);
  const applicationId = request.headers[headers.applicationId];
  return { user, companyId, applicationId: applicationId ? String(applicationId) : undefined };
}

async function requireUser(tokens: TokenVerifier, request: FastifyRequest): Promise<User> {
  const authorization = singleHeader(request, 'authorization');
  if (authorization === undefined) throw unauthenticated('token-missing', 'Send Authorization: Bearer with the token of authenticate.');
  const token = BEARER.exec(authorization)?.[1];
  const user = token === undefined ? undefined : requireUserOrNone(await tokens.verify(token));
  if (user === undefined) throw unauthenticated('token-invalid', 'The token is malformed, unknown or expired; authenticate again.');
  return user;
}

/** A store of JavaScript may answer null for "no user", and anything by mistake: what is no user admits nobody. */
function requireUserOrNone(user: unknown): User | undefined {
  if (user === undefined || user === null) return undefined;
  if (isUser(user)) return user;
  throw new ServerError('answer-invalid', 'tokens.verify must answer undefined, or a user with an id that is a text and not empty.');
}

function isUser(value: unknown): value is User {
  return typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string' && value.id !== '';
}

function requireBoolean(port: string, answer: unknown): boolean {
  if (typeof answer === 'boolean') return answer;
  throw new ServerError('answer-invalid', `${port} must answer true or false.`);
}

// AUTH-10
function unauthenticated(code: 'token-missing' | 'token-invalid', detail: string): Problem {
  return new Problem(code, { detail, headers: { 'www-authenticate': 'Bearer' } });
}

async function requireApiKey(apiKeys: ApiKeys, request: FastifyRequest, name: string): Promise<void> {
  const apiKey = singleHeader(request, name);
  if (apiKey && requireBoolean('apiKeys.verify', await apiKeys.verify(apiKey))) return;
  throw new Problem('api-key-invalid', { detail: `The request header ${name} must hold a valid API key.` });
}

// HDR-03 to HDR-05, COMP-07: all of them get the same answer, so that it does not reveal which companies exist.
async function requireLicense(
  operation: Operation,
  licenses: Licenses,
  user: User,
  request: FastifyRequest,
  name: string,
): Promise<number | undefined> {
  if (!operation.license) return undefined;
  const licenseKey = singleHeader(request, name);
  if (!operation.company) {
    if (licenseKey && requireBoolean('licenses.coversAny', await licenses.coversAny(user, licenseKey))) return undefined;
    throw licenseKeyInvalid(`The request header ${name} must hold the license key of one of the user's companies.`);
  }
  const { companyId } = request.params as { readonly companyId: string };
  const covers = async (key: string): Promise<boolean> =>
    requireBoolean('licenses.covers', await licenses.covers(user, Number(companyId), key));
  if (licenseKey && COMPANY_ID.test(companyId) && (await covers(licenseKey))) return Number(companyId);
  throw licenseKeyInvalid(`The request header ${name} must hold the license key of the company in the path.`);
}

function licenseKeyInvalid(detail: string): Problem {
  return new Problem('license-key-invalid', { detail });
}
