import './support/use-folders.js';
import './reconcile.spec.js';
