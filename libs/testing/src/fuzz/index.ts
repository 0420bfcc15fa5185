export { fuzzProgram, type FuzzRun } from './fuzz-program.js';
export { Random } from './random.js';
export { runFuzz, type Target } from './run-fuzz.js';
export { keptFiles } from './kept-files.js';
