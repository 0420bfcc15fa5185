/** Entry of the chunk that loads once the form has appeared. */
export { adviceTexts, warningTexts } from './advice-texts.js';
export { prepareFile } from './prepare-file.js';
export { canBePictures } from './pictures-offer.js';
