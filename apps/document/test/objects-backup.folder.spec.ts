import './support/use-folders.js';
import './objects-backup.spec.js';
