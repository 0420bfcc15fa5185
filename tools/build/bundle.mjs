// Bundles the programs of a service, each with the packages it imports, into `dist/bundle` (docs/adr/0049):
//
//   node ../../tools/build/bundle.mjs            in the service's folder, after compiling
import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';

/** Entry points in `dist`. The inspector is not one of them: it loads few modules, and may read no other files. */
const PROGRAMS = ['main', 'signer/main'];

/**
 * Packages that are not bundled: they open files beside their own code, have native parts, are loaded only when
 * needed, or (pg) depend on the order in which their modules are loaded.
 */
const SEPARATE = [
  /^@prisma\//,
  /^@node-rs\//,
  /^pg(?:$|-|\/)/,
  /^amqplib(?:$|\/)/,
  /^@aws-sdk\//,
  /^@smithy\//,
  /^@zxcvbn-ts\//,
  /^@opentelemetry\/(?!api$)/,
  /^twilio(?:$|\/)/,
];

/**
 * Bundles a service. Throws on every warning, including an unresolved import in one of our modules; only packages may
 * have unresolved imports.
 */
export async function bundleService(folder) {
  const dist = path.join(folder, 'dist');
  const programs = PROGRAMS.filter((name) => existsSync(path.join(dist, `${name}.js`)));
  const build = await rolldown({
    input: Object.fromEntries(programs.map((name) => [name, path.join(dist, `${name}.js`)])),
    platform: 'node',
    external: SEPARATE,
    // Not needed for compiled modules, and the one it would find refers to packages that an image's build stage lacks.
    tsconfig: false,
    // Tree shaking, like `minify` by default, drops calls to decodeURIComponent that are made only because they throw.
    treeshake: false,
    plugins: [compiledModules(path.join(dist, 'bundle')), asciiOnly],
    // Slow bundling on a busy machine would cause a warning, and warnings fail the build.
    checks: { bundlerTimings: false },
    onLog: reject,
  });
  rmSync(path.join(dist, 'bundle'), { recursive: true, force: true });
  await build.write({
    dir: path.join(dist, 'bundle'),
    // Nest reads the names of classes, and packages rely on the order of their side effects.
    keepNames: true,
    strictExecutionOrder: true,
    comments: false,
    minify: false,
  });
  await build.close();
}

/** Keeps the `import.meta.url` that our modules use to find files. */
function compiledModules(target) {
  return {
    name: 'compiled-modules',
    load: {
      filter: { id: { include: /\/dist\/.*\.js$/, exclude: /\/node_modules\// } },
      handler(id) {
        const before = path.relative(target, id);
        return readFileSync(id, 'utf8').replaceAll(
          'import.meta.url',
          `new URL(${JSON.stringify(before)}, import.meta.url).href`,
        );
      },
    },
  };
}

/** One character beyond Latin-1 makes V8 keep the whole source at two bytes per character: 7 MiB more in each process. */
const asciiOnly = {
  name: 'ascii-only',
  renderChunk: (code) => code.replaceAll(/[\u0080-\uffff]/g, escaped),
};

const escaped = (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** Nest and others try to import optional packages, and continue without them. */
function reject(level, { code, message }) {
  const optional = code === 'UNRESOLVED_IMPORT' && / in \S*node_modules[\\/]/.test(message);
  if (level === 'warn' && !optional) throw new Error(message);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await bundleService(process.cwd());
