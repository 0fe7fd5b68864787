import { LostAnswer } from '../http/lost-answer.ts';
import { ConfigurationError } from '../model/configuration-error.ts';
import type { Answer, Call, Send } from '../model/exchange.ts';
import type { ServiceConfig } from '../model/target.ts';

/** Why a connection fails and what to do, by the error code. */
const advice: readonly (readonly [code: RegExp, what: string])[] = [
  [/^ECONNREFUSED/, 'nothing listens there: start the {peer}, or correct the address'],
  [/^(ENOTFOUND|EAI_AGAIN)/, 'there is no such host: correct the address'],
  [
    /^(EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT)/,
    'the host does not answer: correct the address, or check what is in between',
  ],
  [/^CERT_HAS_EXPIRED/, 'its certificate has expired: renew it'],
  [/ALTNAME/, 'its certificate is for another host: correct the address, or the certificate'],
  [/CERT|SELF_SIGNED|VERIFY_LEAF|ISSUER/, 'its certificate is not trusted: name the PEM file of its CA in {caSetting}'],
  [/^(EPROTO|ERR_SSL)/, 'it does not speak TLS there: write http:// or correct the port'],
  [/^(HPE_|UND_ERR_SOCKET|ECONNRESET)/, 'it closes the connection: check that it speaks HTTP there, or write https:// if it speaks TLS'],
  [/^the proxy/, 'check that service.proxy lets the suite through, and contains the user name and password that the proxy asks for'],
  [/^no answer in time/, 'it accepts the connection but does not answer: check that the {peer} works, or correct the address'],
];

/** An address, and the settings that it depends on. */
interface Address {
  readonly setting: string;
  readonly url: string;
  readonly peer: 'service' | 'receiver';
  /** The setting of the proxy on the way. */
  readonly through?: string;
  /** The setting of its CA. */
  readonly caSetting: string;
}

/** The address of one API of a service. */
export function addressOf(api: 'adminUrl' | 'customerUrl', { [api]: url, proxy }: ServiceConfig): Address {
  const address = { setting: `service.${api}`, url, peer: 'service', caSetting: 'service.caFile' } as const;
  return proxy === undefined ? address : { ...address, through: 'service.proxy' };
}

/** Sends a call that any peer answers in some way. @throws ConfigurationError if no answer comes */
export async function reach(send: Send, call: Call, { setting, url, peer, caSetting, through }: Address): Promise<Answer> {
  try {
    return await send(call);
  } catch (error) {
    if (!(error instanceof LostAnswer)) throw error;
    const [, what] = advice.find(([code]) => code.test(error.code)) ?? [undefined, 'start the {peer}, or correct the address'];
    const todo = what.replace('{peer}', peer).replace('{caSetting}', caSetting);
    const via = through === undefined ? '' : ` through ${through}`;
    throw new ConfigurationError(`${setting}: ${url} cannot be reached${via} (${error.code}); ${todo}.`);
  }
}
