/**
 * Entry of the chunk that is loaded when one of these dialogs opens, and for a link that asks for a document again, has
 * instructions, or is one of several. Sharing one chunk also keeps the page itself in a single chunk.
 */
export { cantDialog } from './cant/cant.js';
export { guideDialog } from './guide/guide.js';
export { openParts } from './link/open-parts.js';
export { lookDialog } from './look/look.js';
export { openRequest } from './request/open-request.js';
