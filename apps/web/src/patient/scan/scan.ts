/** Entry of the scanner's chunk, which is loaded on first use. */
export { CameraDialog } from './camera-dialog.js';
export { makePages } from './make-page.js';
export { pagesProblem } from './open-pdf.js';
export { PageList } from './page-list.js';
export { findPhotoProblem, makeFile } from './photos.js';
export { problemTexts } from './scan-problem.js';
