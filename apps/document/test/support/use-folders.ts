import { storeInFolders } from './service-stores.js';

/** Imported before the tests of another spec file, which then run with objects in folders. */
storeInFolders();
