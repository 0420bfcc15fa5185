/** Entry of the chunk that is loaded when the patient takes or picks pages. */
export { CameraDialog } from './camera-dialog.js';
export { makePage } from './make-page.js';
export { PageList } from './page-list.js';
export { findPhotoProblem, makeFile, unreadablePhoto } from './photos.js';
export { problemTexts } from './scan-problem.js';
