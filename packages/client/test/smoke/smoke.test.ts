import { join } from 'node:path';
import { build } from 'esbuild';
import { expect, test } from 'vitest';
import { problem, type Script, scriptedService, withLogins } from '../scripted-service.ts';
import { inChromium, lacksChromium } from './chromium.ts';

const PACKAGE = join(import.meta.dirname, '../..');
const WANTED = '2 201 2 not-found';

/** The first creation is lost, so that the key and the repetition are tried in every runtime. */
function script(): Script {
  let lost = false;
  return withLogins(({ method, path }) => {
    if (method === 'POST' && !lost) {
      lost = true;
      return problem(503, 'unavailable');
    }
    if (method === 'POST') return { status: 201, body: { id: 1, nome: 'Rossi', concurrencyToken: 0 } };
    return path.endsWith('/404') ? problem(404, 'not-found') : { status: 200, body: [{ id: 1 }, { id: 2 }] };
  });
}

/** Pages of another origin may ask, and may see the headers of the answer. */
function fromAnywhere(answer: Script): Script {
  const cors = {
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Allow-Headers': '*, Authorization',
    'Access-Control-Expose-Headers': '*',
  };
  return async (request, seen) => {
    const reaction =
      request.method === 'OPTIONS'
        ? { status: 204 }
        : await answer(
            request,
            seen.filter(({ method }) => method !== 'OPTIONS'),
          );
    return typeof reaction === 'object' ? { ...reaction, headers: { ...reaction.headers, ...cors } } : reaction;
  };
}

test('the client works in Chromium', async ({ skip }) => {
  if (lacksChromium) skip(lacksChromium);
  const contents = `import * as client from ${JSON.stringify(join(PACKAGE, 'src/index.ts'))};\nimport { smoke } from './smoke.mjs';\nglobalThis.smoke = (url) => smoke(client, url);`;
  const bundle = await build({ stdin: { contents, resolveDir: import.meta.dirname }, bundle: true, format: 'iife', write: false });
  await using service = await scriptedService(fromAnywhere(script()));
  await inChromium(async (page) => {
    await page.addScriptTag({ content: bundle.outputFiles[0]?.text ?? '' });
    const call = `globalThis.smoke(${JSON.stringify(service.options.customerUrl)})`;
    expect(await page.evaluate(call)).toBe(WANTED);
  });
});
