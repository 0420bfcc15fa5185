/** pdf.js reads its fonts and tables with `Response.bytes()`, which Safari 17 and Chrome before 132 lack. */
if (!('bytes' in Response.prototype))
  Object.defineProperty(Response.prototype, 'bytes', {
    value: async function bytes(this: Response) {
      return new Uint8Array(await this.arrayBuffer());
    },
  });
