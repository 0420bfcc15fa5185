/** Entry of the chunk that is loaded when a dialog opens: one chunk, which keeps the page itself in one as well. */
export { cantDialog } from './cant/cant.js';
export { guideDialog } from './guide/guide.js';
