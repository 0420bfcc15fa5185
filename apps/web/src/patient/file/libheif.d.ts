/** The part of libheif-js we use; its own types describe its C interface. */
declare module 'libheif-js/libheif-wasm/libheif.js' {
  interface Pixels {
    data: Uint8ClampedArray;
    width: number;
    height: number;
  }
  interface HeifImage {
    get_width(): number;
    get_height(): number;
    display(target: Pixels, done: (shown: Pixels | null) => void): void;
  }
  interface LibHeif {
    HeifDecoder: new () => { decode(bytes: Uint8Array): HeifImage[] };
  }
  /** Returns a module that is ready for use: given its bytes, it compiles synchronously. Only for workers. */
  const libheif: (options: { wasmBinary: ArrayBuffer }) => LibHeif;
  export default libheif;
}
