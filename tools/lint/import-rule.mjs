/** A rule about every import and re-export: `rejection(file, source)` returns why it is rejected, or undefined. */
export const importRule = (description, rejection) => ({
  meta: { type: 'problem', schema: [], docs: { description } },
  create(context) {
    const check = (node) => {
      const source = node.source?.value;
      const message = typeof source === 'string' ? rejection(context.filename, source) : undefined;
      if (message) context.report({ node: node.source, message });
    };
    return {
      ImportDeclaration: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
      ImportExpression: check,
    };
  },
});
