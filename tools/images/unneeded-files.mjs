/**
 * Files that no process opens, such as types, source maps, and all of Prisma's compilers except the one that its
 * clients import.
 */
const UNNEEDED = [
  /\.(?:map|d\.[cm]?ts|md|markdown|tsbuildinfo)$/,
  /\/query_compiler_(?!small_bg\.postgresql\.(?:wasm-base64\.)?mjs$)[^/]*$/,
  /\/(?:__tests__|\.github)$/,
];

export const isUnneeded = (file) => UNNEEDED.some((part) => part.test(file));
