// Methods that the oldest browsers of the build's target (apps/web/vite/pages.ts) lack: Safari 15.0, Chrome 100 and
// Firefox 102. The build compiles syntax for them, but adds no polyfills. Planted violations are in
// tools/checks/old-browsers.spec.ts.

/** Of arrays, strings, sets, promises and signals. */
const METHODS = new Set([
  ...['at', 'findLast', 'findLastIndex', 'toReversed', 'toSorted', 'toSpliced'],
  ...['isWellFormed', 'toWellFormed'],
  ...['difference', 'intersection', 'isSubsetOf', 'isSupersetOf', 'symmetricDifference', 'union'],
  ...['checkVisibility', 'requestSubmit', 'throwIfAborted'],
]);

const STATICS = new Set([
  ...['Object.hasOwn', 'Object.groupBy', 'Map.groupBy', 'Array.fromAsync'],
  ...['Promise.try', 'Promise.withResolvers'],
  ...['AbortSignal.any', 'AbortSignal.timeout', 'URL.canParse', 'crypto.randomUUID'],
]);

const FUNCTIONS = new Set(['structuredClone']);

const nameOf = ({ type, name, object, property, computed }) =>
  type === 'Identifier'
    ? name
    : !computed && type === 'MemberExpression' && `${object.name}.${property.name}`;

const isNewer = (callee) =>
  METHODS.has(callee.property?.name) || STATICS.has(nameOf(callee)) || FUNCTIONS.has(nameOf(callee));

export const oldBrowsers = {
  meta: {
    type: 'problem',
    schema: [],
    messages: { newer: 'Browsers that patients use lack this method, and the build adds no polyfill.' },
  },
  create: (context) => ({
    CallExpression({ callee, optional }) {
      if (!optional && isNewer(callee)) context.report({ node: callee, messageId: 'newer' });
    },
  }),
};
