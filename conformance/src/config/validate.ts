import { isIP } from 'node:net';
import type { Target } from '../model/target.ts';
import { ownPaths } from './defaults.ts';

/** The first problem of a target that the schema cannot find, as a sentence without its full stop; undefined if there is none. */
export function firstFault(target: Target): string | undefined {
  return [...addressFaults(target), ...headerFaults(target), ...companyFaults(target), ...pathFaults(target), ...receiverFaults(target)][0];
}

function addressFaults({ service, controls }: Target): readonly string[] {
  const addresses = {
    'service.adminUrl': service.adminUrl,
    'service.customerUrl': service.customerUrl,
    'service.proxy': service.proxy,
    'controls.clock': controls.clock,
  };
  return Object.entries(addresses).flatMap(([setting, address]) => {
    if (address === undefined) return [];
    if (!URL.canParse(address)) return [`${setting}: ${address} is not an address; correct its host or port`];
    return setting !== 'controls.clock' && /[?#]/.test(address)
      ? [`${setting}: ${address} contains a query or a fragment; write only the base address`]
      : [];
  });
}

/** The bytes that HTTP allows in a header. Spaces around a value get lost on the way. */
const HEADER_VALUE = /^[\x21-\x7e\x80-\xff](?:[\t\x20-\x7e\x80-\xff]*[\x21-\x7e\x80-\xff])?$/;

function headerFaults({ service, credentials, companies, foreignCompany }: Target): readonly string[] {
  const values = {
    'credentials.apiKey': credentials.apiKey,
    'credentials.applicationId': credentials.applicationId,
    ...Object.fromEntries(companies.map(({ licenseKey }, index) => [`companies[${index}].licenseKey`, licenseKey])),
    ...(foreignCompany && { 'foreignCompany.licenseKey': foreignCompany.licenseKey }),
    ...Object.fromEntries(Object.entries(service.headers ?? {}).map(([name, value]) => [`service.headers.${name}`, value])),
  };
  return Object.entries(values).flatMap(([setting, value]) => {
    if (HEADER_VALUE.test(value)) return [];
    const why = /^\s|\s$/.test(value)
      ? 'begins or ends with a space or line break'
      : 'contains a character that HTTP headers cannot contain';
    return [`${setting} ${why}; correct it`];
  });
}

function companyFaults({ companies, foreignCompany, credentials, otherUser }: Target): readonly string[] {
  if (otherUser?.userName === credentials.userName)
    return [`otherUser.userName: ${otherUser.userName} is the same as credentials.userName; name another user, or leave otherUser out`];
  const all = [
    ...companies.map((company, index) => ({ ...company, setting: `companies[${index}]` })),
    ...(foreignCompany ? [{ ...foreignCompany, setting: 'foreignCompany' }] : []),
  ];
  return all.flatMap(({ id, licenseKey, setting }, index) => {
    if (!/^[^\s/?#]+$/.test(id)) return [`${setting}.id: '${id}' is not an identifier; write the integer that listAzienda returns`];
    const sameId = all.slice(0, index).find((other) => other.id === id);
    if (sameId) return [`${setting}.id: company ${id} is ${sameId.setting} already; name another company, or remove one`];
    const sameKey = all.slice(0, index).find((other) => other.licenseKey === licenseKey);
    return sameKey
      ? [`${setting}.licenseKey is the same as that of ${sameKey.setting}; a license key belongs to one company: correct one of them`]
      : [];
  });
}

function pathFaults({ surface }: Target): readonly string[] {
  return Object.entries(surface).flatMap(([name, path]) => {
    if (typeof path !== 'string' || !path.startsWith('/')) return [];
    const setting = `surface.${name}`;
    const own = ownPaths.has(name);
    const allowed = ['version', 'companyId', ...(own ? ['id'] : [])];
    const names = allowed.map((placeholder) => `{${placeholder}}`).join(', ');
    const unknown = path.match(/\{[^{}]*\}|[{}]/g)?.find((placeholder) => !allowed.includes(placeholder.slice(1, -1)));
    if (unknown !== undefined) return [`${setting}: ${unknown} is not a placeholder here; ${path} may contain ${names}`];
    if (own && !path.includes('{id}')) return [`${setting}: ${path} names no object; write {id} instead of its identifier`];
    return /[\s#]/.test(path) ? [`${setting}: '${path}' is not a path; remove the space or #`] : [];
  });
}

function receiverFaults({ receiver }: Target): readonly string[] {
  const { publicUrl, listen, senderAddresses = [] } = receiver;
  const address = publicUrl.replaceAll('{port}', '443');
  const faults: string[] = [];
  if (!URL.canParse(address) || /[{}]/.test(address))
    faults.push(`receiver.publicUrl: ${publicUrl} is not an address; write one such as https://localhost:{port}`);
  else if (/[?#]/.test(address))
    faults.push(`receiver.publicUrl: ${publicUrl} contains a query or a fragment; write only the base address`);
  const port = Number(listen.slice(listen.lastIndexOf(':') + 1));
  if (port > 65_535) faults.push(`receiver.listen: ${listen} has no port between 0 and 65535; correct it, or write port 0 for a free one`);
  for (const [index, sender] of senderAddresses.entries())
    if (isIP(sender) === 0) faults.push(`receiver.senderAddresses[${index}]: ${sender} is not an IP address; write one such as 127.0.0.1`);
  return faults;
}
