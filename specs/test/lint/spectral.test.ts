import { expect, test } from 'vitest';
import { checkContract } from '../../lint/check-contract.ts';
import { checkSpectral } from '../../lint/spectral.ts';
import { specsCopy } from '../specs-copy.ts';
import { smallAsyncApi, smallOpenApi } from './small-documents.ts';

test('what Spectral remarks of a document of either kind is a finding', async () => {
  const ofApi = await checkSpectral(smallOpenApi(), String);
  const ofEvents = await checkSpectral(smallAsyncApi(), String);
  expect(ofApi.map(({ message }) => message).join()).toContain('(operation-description)');
  expect(ofEvents.map(({ message }) => message).join()).toContain('(asyncapi-');
});

test('a finding of Spectral alone fails the check of the contract', async () => {
  const folder = await specsCopy('openapi/components/parameters.yaml', 'example: web-shop', 'example: 7');
  const findings = await checkContract(folder);
  expect(findings.length).toBeGreaterThan(0);
  for (const { where, message } of findings) {
    expect(message).toContain('(oas3-valid-media-example)');
    expect(where).toMatch(/^openapi\/components\/parameters\.yaml:\d+$/);
  }
});
