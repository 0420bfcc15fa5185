import { FileStore } from '@tus/file-store';
import { Server } from '@tus/server';

/** `tus.ts <port> <folder>`: a tus upload server. It does not encrypt, scan or wait for the disk. */
const [port, directory = ''] = process.argv.slice(2);
new Server({ path: '/files', datastore: new FileStore({ directory }) }).listen(Number(port), '127.0.0.1');
