import { expect, test } from 'vitest';
import { firstSteps } from '../../src/rehearsal/readme.ts';

const readme = (install: string, program: string): string =>
  `# @a/b\n\n\`\`\`sh\n${install}\n\`\`\`\n\n## Quick start\n\n\`\`\`ts\n${program}\`\`\`\n\n\`\`\`ts\nlater();\n\`\`\`\n`;

test.for([
  { line: 'npm install @a/b', install: ['@a/b'] },
  { line: 'npm install @a/b fastify', install: ['@a/b', 'fastify'] },
  { line: 'pnpm add -D @a/b', install: ['@a/b'] },
  { line: 'yarn add @a/b   # or npm install', install: ['@a/b'] },
])('"$line" installs $install', ({ line, install }) => {
  expect(firstSteps('@a/b', readme(line, 'first();\n'))).toEqual({ install, program: 'first();\n' });
});

test('a README whose install line names another package cannot be rehearsed', () => {
  expect(() => firstSteps('@a/b', readme('npm install @a/c', 'first();\n'))).toThrow(expect.objectContaining({ code: 'readme-unusable' }));
});

test('a README without a program cannot be rehearsed', () => {
  expect(() => firstSteps('@a/b', '# @a/b\n\n    npm install @a/b\n')).toThrow(expect.objectContaining({ code: 'readme-unusable' }));
});
