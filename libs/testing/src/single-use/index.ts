export * as documentService from './document-service.js';
export { start, uploads, type State, type Upload } from './state.js';
export * as tokenService from './token-service.js';
