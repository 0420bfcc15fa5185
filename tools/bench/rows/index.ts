import type { Row } from '../row.ts';
import { memory } from './memory.ts';
import { read } from './read.ts';
import { signIn } from './sign-in.ts';
import { upload } from './upload.ts';
import { validate } from './validate.ts';
import { zip } from './zip.ts';

/** In the order in which they are measured. */
export const rows: Row[] = [memory, upload, validate, signIn, read, zip];
