export * from './catalogue.js';
export * from './envelope.js';
