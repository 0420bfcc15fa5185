import { Buffer } from 'buffer/';

// The PDF inspector uses Node's global `Buffer`.
Object.assign(globalThis, { Buffer });
