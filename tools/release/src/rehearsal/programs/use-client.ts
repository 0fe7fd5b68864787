// Calls what the quick start of the client exports, against a running service.
import assert from 'node:assert/strict';
import { addContact, raisePrices } from './client.ts';

const { service, credentials, companies } = JSON.parse(process.env.RUNNING_SERVICE ?? '');
const options = { ...credentials, adminUrl: service.adminUrl, customerUrl: service.customerUrl };
const [{ id, licenseKey }] = companies;

assert.match(await raisePrices(options, id, licenseKey), /^whsec_/);
assert.match(await addContact(options, id, licenseKey, 'Rossi'), /^[/]api[/]v3[/]\d+[/]Anagrafica[/]\d+ \d+ false$/);
assert.equal(await addContact(options, id, licenseKey, ''), 'look at /nome');
