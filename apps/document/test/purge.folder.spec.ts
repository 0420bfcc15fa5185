import './support/use-folders.js';
import './purge.spec.js';
