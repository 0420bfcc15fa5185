import { storeInFolders } from './support/service-stores.js';

storeInFolders();
await import('./reconcile.spec.js');
