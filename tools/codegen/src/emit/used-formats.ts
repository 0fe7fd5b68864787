import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import ts from 'typescript';

/** The name under which the compiled validators import the formats that they check. */
export const FORMATS_MODULE = 'formats';

/**
 * ajv-formats as a module with one export for each format, so that a bundle holds only what its validators use: the package is one object
 * of 30 formats, and some of their expressions, which nothing here uses, take quadratic time.
 */
export async function formatsModule(): Promise<string> {
  const file = createRequire(import.meta.url).resolve('ajv-formats/dist/formats.js');
  const source = ts.createSourceFile(file, await readFile(file, 'utf8'), ts.ScriptTarget.Latest, true);
  const declarations = source.statements.filter((one) => ts.isFunctionDeclaration(one) || ts.isVariableStatement(one));
  const exported = fullFormats(source).map((property, index) => {
    const value = ts.isPropertyAssignment(property) ? property.initializer.getText() : property.name?.getText();
    return `const format${index} = /* @__PURE__ */ (() => (${value}))();\nexport { format${index} as ${quoted(property)} };\n`;
  });
  return declarations.map((one) => `${one.getText()}\n`).join('') + exported.join('');
}

/** What `exports.fullFormats = { ... }` holds. */
function fullFormats(source: ts.SourceFile): readonly ts.ObjectLiteralElementLike[] {
  for (const statement of source.statements) {
    if (!ts.isExpressionStatement(statement) || !ts.isBinaryExpression(statement.expression)) continue;
    const { left, right } = statement.expression;
    if (left.getText() === 'exports.fullFormats' && ts.isObjectLiteralExpression(right)) return right.properties;
  }
  return [];
}

function quoted({ name }: ts.ObjectLiteralElementLike): string {
  return JSON.stringify(name !== undefined && ts.isStringLiteral(name) ? name.text : name?.getText());
}
