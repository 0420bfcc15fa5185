import { storeInFolders } from './support/service-stores.js';

storeInFolders();
await import('./objects-backup.spec.js');
