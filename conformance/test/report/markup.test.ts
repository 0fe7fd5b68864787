import fc from 'fast-check';
import { expect, test } from 'vitest';
import { markup, prose } from '../../src/report/markup.ts';

const texts = fc.string({ unit: fc.constantFrom('<', '>', '&', '"', "'", '`', '\u0000', 'a', '\u{1f6b2}', '\ud800') });

test('whatever a target answers stands in the page as text', () => {
  fc.assert(
    fc.property(texts, (text) => {
      const { html } = markup`<p title="${text}">${[text, prose(text)]}</p>`;
      expect(html.replaceAll(/<\/?code>/g, '')).toMatch(/^<p title="[^"<>]*">[^<>]*<\/p>$/);
    }),
  );
});

test('what is absent leaves no trace', () => {
  expect(markup`<p>${[null, undefined, false, 0]}</p>`.html).toBe('<p>0</p>');
});
