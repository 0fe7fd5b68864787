import { expect, test } from 'vitest';
import { generate, readContract } from '../../src/generate.ts';
import { copyFixture } from '../fixture-copy.ts';

test('an event without an example is refused: there would be nothing to try a receiver with', async () => {
  await using copy = await copyFixture();
  await copy.edit('asyncapi/events.yaml', 'examples:', 'x-without:');
  await expect(readContract(copy.specs).then((contract) => generate('events', contract))).rejects.toMatchObject({
    code: 'broken-document',
    message: expect.stringContaining('articolo.Create'),
  });
});
