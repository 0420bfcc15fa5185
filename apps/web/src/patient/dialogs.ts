/**
 * Entry of the chunk that is loaded when a dialog opens, with a link that asks for a document again, and with one that has
 * instructions. One shared chunk also keeps the page itself in one.
 */
export { openAgain } from './again/open-again.js';
export { cantDialog } from './cant/cant.js';
export { guideDialog } from './guide/guide.js';
export { openInstructions } from './instructions/instructions.js';
export { lookDialog } from './look/look.js';
