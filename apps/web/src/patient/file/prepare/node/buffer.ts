import { Buffer } from 'buffer/';

// The PDF inspector uses Node's global.
Object.assign(globalThis, { Buffer });
