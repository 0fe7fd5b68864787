import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright-core';

const CHROMIUM = '/usr/bin/chromium';

/** Why no test can use it here. Undefined where one can. */
export const lacksChromium: string | undefined = existsSync(CHROMIUM) ? undefined : `there is no ${CHROMIUM}; apt-get install chromium`;

const QUIET = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Opens a page in a browser of its own, and ends both afterwards. */
export async function inChromium(use: (page: Page) => Promise<void>): Promise<void> {
  const profile = await mkdtemp(join(tmpdir(), 'chromium-'));
  const context = await chromium.launchPersistentContext(profile, { executablePath: CHROMIUM, headless: true, args: QUIET });
  try {
    await use(await context.newPage());
  } finally {
    await context.close();
    await rm(profile, { recursive: true, force: true });
  }
}
