import { boundaries } from './boundaries.mjs';
import { effectCleanup } from './effect-cleanup.mjs';
import { folderCycles } from './folder-cycles.mjs';
import { noLiteralText } from './no-literal-text.mjs';
import { oldBrowsers } from './old-browsers.mjs';

/** The project's own rules, in the form of an ESLint plugin, which oxlint loads. */
export default {
  meta: { name: 'caredrop' },
  rules: {
    boundaries,
    'effect-cleanup': effectCleanup,
    'folder-cycles': folderCycles,
    'no-literal-text': noLiteralText,
    'old-browsers': oldBrowsers,
  },
};
