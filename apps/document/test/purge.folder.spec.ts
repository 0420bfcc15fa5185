import { storeInFolders } from './support/service-stores.js';

storeInFolders();
await import('./purge.spec.js');
