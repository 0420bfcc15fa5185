// Text that users read belongs in copy files, so that it can be reviewed and translated in one place. Rejects
// literal text between the tags of an element, and literals in the attributes that users see or hear. Planted
// violations are in tools/checks/no-literal-text.spec.ts.

/** Attributes that are shown or read aloud. */
export const SPOKEN = new Set(['alt', 'aria-label', 'aria-description', 'label', 'placeholder', 'title']);

/** Operators that may return a literal operand; comparisons do not. */
const TEXT_OPERATORS = new Set(['+', '&&', '||', '??']);

export const hasWords = (text) => /\p{L}{2}/u.test(text);

/** Whether an expression may evaluate to a literal with words; calls and names are trusted. */
function isLiteralText(node) {
  switch (node?.type) {
    case 'Literal':
      return typeof node.value === 'string' && hasWords(node.value);
    case 'TemplateLiteral':
      return node.quasis.some(({ value }) => hasWords(value.cooked ?? ''));
    case 'ConditionalExpression':
      return isLiteralText(node.consequent) || isLiteralText(node.alternate);
    case 'LogicalExpression':
    case 'BinaryExpression':
      return TEXT_OPERATORS.has(node.operator) && (isLiteralText(node.left) || isLiteralText(node.right));
    case 'JSXExpressionContainer':
      return isLiteralText(node.expression);
    default:
      return false;
  }
}

export const noLiteralText = {
  meta: {
    type: 'problem',
    schema: [],
    messages: { literal: 'Text that users read belongs in a copy file.' },
  },
  create(context) {
    const check = (node, value) => isLiteralText(value) && context.report({ node, messageId: 'literal' });
    return {
      JSXText: (node) => hasWords(node.value) && context.report({ node, messageId: 'literal' }),
      JSXAttribute: (node) => {
        if (SPOKEN.has(node.name.name)) check(node, node.value);
      },
      'JSXElement > JSXExpressionContainer, JSXFragment > JSXExpressionContainer': (node) =>
        check(node, node),
    };
  },
};
