export * from './actions.js';
export * from './entry.js';
