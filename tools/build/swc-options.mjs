/** How swc compiles the services and libraries, in the build and in their tests. Types are checked separately. */
export const swcOptions = {
  swcrc: false,
  configFile: false,
  jsc: {
    target: 'es2024',
    parser: { syntax: 'typescript', decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: true },
  },
  module: { type: 'es6' },
};
