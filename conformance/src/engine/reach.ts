import { LostAnswer } from '../http/driver.ts';
import { ConfigurationError } from '../model/configuration-error.ts';
import type { Answer, Call, Send } from '../model/exchange.ts';

/** Why a connection fails, by what its code begins with, and what to do. */
const advice: readonly (readonly [code: RegExp, what: string])[] = [
  [/^ECONNREFUSED/, 'nothing listens there: start the service, or correct the address'],
  [/^(ENOTFOUND|EAI_AGAIN)/, 'there is no such host: correct the address'],
  [
    /^(EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT)/,
    'the host does not answer: correct the address, or see what stands between',
  ],
  [/^CERT_HAS_EXPIRED/, 'its certificate has expired: renew it'],
  [/ALTNAME/, 'its certificate is for another host: correct the address, or the certificate'],
  [/CERT|SELF_SIGNED|VERIFY_LEAF|ISSUER/, 'its certificate is not trusted: name the PEM file of its authority in service.caFile'],
  [/^(EPROTO|ERR_SSL)/, 'it does not speak TLS there: write http:// or correct the port'],
  [/^(HPE_|UND_ERR_SOCKET|ECONNRESET)/, 'it ends the connection: see that it speaks HTTP there, or write https:// where it speaks TLS'],
  [/^no answer in time/, 'it takes the connection and says nothing: see that the service is well, or correct the address'],
];

/** Sends a call that any service must answer somehow. @throws ConfigurationError when no answer comes. */
export async function reach(send: Send, call: Call, setting: string, url: string): Promise<Answer> {
  try {
    return await send(call);
  } catch (error) {
    if (!(error instanceof LostAnswer)) throw error;
    const [, what] = advice.find(([code]) => code.test(error.code)) ?? [undefined, 'start the service, or correct the address'];
    throw new ConfigurationError(`${setting}: ${url} cannot be reached (${error.code}); ${what}.`);
  }
}
