import { existsSync, readFileSync } from 'node:fs';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { htmlReport } from '../../../src/report/html/html-report.ts';
import { sampleResult } from '../sample-result.ts';

const EXECUTABLE_PATH = '/usr/bin/chromium';
const faintTexts = readFileSync(new URL('faint-texts.js', import.meta.url), 'utf8');
const page = htmlReport(sampleResult());

describe('the HTML report', () => {
  test('needs no script, no other file and no network', () => {
    expect(page).toContain(`content="default-src 'none'; style-src 'unsafe-inline'"`);
    expect(page).not.toMatch(/<script|<link|<img|@import|url\(|\son\w+=|src=|href="(?!#)/i);
  });

  test('names what the run could not remove', () => {
    expect(page).toContain('createDocumento of company 1, id 7: deleteDocumento is answered 409');
  });

  test('names every rule once as a target of links, and links to nothing else', () => {
    const ids = [...page.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id ?? '');
    expect(new Set(ids).size).toBe(ids.length);
    const links = [...page.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id ?? '');
    expect(links.filter((id) => !ids.includes(id))).toEqual([]);
    expect(sampleResult().rules.filter(({ id }) => !ids.includes(id) || !links.includes(id))).toEqual([]);
  });
});

const without = existsSync(EXECUTABLE_PATH) ? '' : ` (skipped: there is no ${EXECUTABLE_PATH}; apt-get install chromium)`;

describe.skipIf(without !== '')(`the HTML report in Chromium${without}`, () => {
  let browser: Browser;
  beforeAll(async () => {
    const quiet = [
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ];
    browser = await chromium.launch({ executablePath: EXECUTABLE_PATH, args: ['--no-sandbox', ...quiet] });
  });
  afterAll(async () => await browser.close());

  async function open(options: { colorScheme?: 'light' | 'dark'; width?: number; javaScriptEnabled?: boolean } = {}): Promise<Page> {
    const { colorScheme = 'light', width = 1280, javaScriptEnabled = true } = options;
    const context = await browser.newContext({ colorScheme, javaScriptEnabled, viewport: { width, height: 900 } });
    const opened = await context.newPage();
    await opened.setContent(page);
    return opened;
  }

  test('can be read with scripts turned off, a failure whole', async () => {
    const opened = await open({ javaScriptEnabled: false });
    expect(await opened.locator('h1').textContent()).toContain('does not conform');
    const failure = opened.locator('article#IDEM-03');
    expect(await failure.locator('.sequence li').count()).toBe(4);
    expect(await failure.locator('pre:visible').allInnerTexts()).toEqual([
      expect.stringContaining('GET http://127.0.0.1:8080'),
      expect.stringContaining('404'),
    ]);
    expect(await failure.textContent()).toContain('200 ]]> <b>bold</b>');
  });

  test('is worked by keyboard: the first stop skips to the failures, a step of a sequence opens and closes', async () => {
    const opened = await open();
    await opened.keyboard.press('Tab');
    expect(await opened.locator(':focus').getAttribute('href')).toBe('#failures');
    const step = opened.locator('article#IDEM-03 .sequence details').first();
    expect(await step.getAttribute('open')).toBeNull();
    await step.locator('summary').focus();
    await opened.keyboard.press('Enter');
    expect(await step.getAttribute('open')).not.toBeNull();
    const outline = await opened.evaluate('getComputedStyle(document.activeElement).outlineStyle');
    expect(outline).toBe('solid');
  });

  test.for([320, 400, 768, 1280])('fits a window %i pixels wide', async (width) => {
    const opened = await open({ width });
    expect(await opened.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
  });

  test('gives what a rule says the most of the width of its table', async () => {
    const opened = await open();
    const share =
      "(() => { const [cell] = document.querySelectorAll('td:nth-child(3)'); return cell.offsetWidth / cell.closest('table').offsetWidth; })()";
    expect(await opened.evaluate(share)).toBeGreaterThan(0.5);
  });

  test.for(['light', 'dark'] as const)('has text that stands out by at least 4.5 to 1 in %s', async (colorScheme) => {
    const opened = await open({ colorScheme });
    expect(await opened.evaluate(faintTexts)).toEqual([]);
  });

  test('is dark where the reader wants it dark', async () => {
    const paper = async (colorScheme: 'light' | 'dark'): Promise<unknown> =>
      await (await open({ colorScheme })).evaluate('getComputedStyle(document.body).backgroundColor');
    expect(await paper('light')).not.toBe(await paper('dark'));
  });
});
