/** Entry of the chunk that is loaded when the patient takes or picks pages. */
export { CameraDialog } from './camera-dialog.js';
export { makePages } from './make-page.js';
export { pagesProblem } from './open-pdf.js';
export { PageList } from './page-list.js';
export { findPhotoProblem, makeFile } from './photos.js';
export { problemTexts } from './scan-problem.js';
