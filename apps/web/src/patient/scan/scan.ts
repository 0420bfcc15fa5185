/** Entry of the scanner's chunk, which is loaded on first use. */
export { CameraDialog } from './camera-dialog.js';
export { makePages } from './make-page.js';
export { PageList } from './page-list.js';
export { addFiles, makeFile } from './photos.js';
export { putPages } from './scan-page.js';
export { problemTexts } from './scan-problem.js';
