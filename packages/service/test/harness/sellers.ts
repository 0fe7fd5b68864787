import type { NewCompany } from '../../src/usecases/provisioning.ts';
import type { Answered, Running } from './running.ts';

/** A call as the user of all sellers, in the company of one of them. */
export type SellerCall = (seller: number, method: string, path: string, body?: object) => Promise<Answered>;

const FIRST_ID = 100;

/** Adds a company for each seller to a running service, and a user of them all. @param path of a call, behind the company */
export async function addSellers({ service, call, access, url }: Running, sellers: readonly NewCompany['azienda'][]): Promise<SellerCall> {
  const licenses: string[] = [];
  for (const [index, azienda] of sellers.entries()) licenses.push(await service.provisioning.company({ id: FIRST_ID + index, azienda }));
  const user = { name: 'seller', password: 'the password of the sellers' };
  await service.provisioning.account({ ...user, companyIds: sellers.map((_, index) => FIRST_ID + index) });
  const login = await fetch(`${url}/api/v3/authenticate`, {
    method: 'POST',
    headers: { 'X-Service-ApiKey': access.apiKey, 'Content-Type': 'application/json' },
    body: JSON.stringify({ UserName: user.name, Password: user.password }),
  });
  const token = login.headers.get('X-Token') ?? '';
  return (seller, method, path, body) =>
    call(method, `/api/v3/${FIRST_ID + seller}/${path}`, {
      ...(body !== undefined && { body }),
      headers: { Authorization: `Bearer ${token}`, 'X-Service-LicenseKey': licenses[seller] ?? '' },
    });
}
