export * from './catalogue.js';
export * from './envelope.js';
export * from './owners.js';
