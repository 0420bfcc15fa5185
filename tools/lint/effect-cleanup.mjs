// React calls what an effect returns when the effect ends. An arrow function without a block returns its value: new
// browsers return a promise from `scrollIntoView`, for example. Planted violations are in
// tools/checks/effect-cleanup.spec.ts.

const EFFECTS = new Set(['useEffect', 'useLayoutEffect']);

const returnsByAccident = (effect) =>
  effect?.type === 'ArrowFunctionExpression' &&
  effect.body.type !== 'BlockStatement' &&
  effect.body.type !== 'ArrowFunctionExpression';

export const effectCleanup = {
  meta: {
    type: 'problem',
    schema: [],
    messages: { block: 'React calls what an effect returns when it ends: give it a block.' },
  },
  create: (context) => ({
    CallExpression({ callee, arguments: [effect] }) {
      if (EFFECTS.has(callee.name) && returnsByAccident(effect))
        context.report({ node: effect, messageId: 'block' });
    },
  }),
};
