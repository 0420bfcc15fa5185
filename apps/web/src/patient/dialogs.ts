/**
 * Entry of the chunk that is loaded when a dialog opens, and with a link that asks for a document again. One
 * shared chunk also keeps the page itself in one.
 */
export { openAgain } from './again/open-again.js';
export { cantDialog } from './cant/cant.js';
export { guideDialog } from './guide/guide.js';
export { lookDialog } from './look/look.js';
