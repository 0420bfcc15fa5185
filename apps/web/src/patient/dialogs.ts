/**
 * Entry of the chunk that is loaded when a dialog opens. One shared chunk also keeps the page itself in one.
 */
export { cantDialog } from './cant/cant.js';
export { guideDialog } from './guide/guide.js';
export { lookDialog } from './look/look.js';
