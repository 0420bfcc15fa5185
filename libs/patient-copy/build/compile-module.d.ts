declare module '@messageformat/core/compile-module.js' {
  /** The source of an ES module that exports the messages as functions. */
  export default function compileModule(format: object, messages: object): string;
}
