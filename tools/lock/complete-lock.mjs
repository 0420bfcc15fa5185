// Adds packages for other platforms to package-lock.json that this machine's registry does not provide. npm
// omits them, and `npm ci` then rejects the lock file on every machine. Run it after
// `npm install`: node tools/lock/complete-lock.mjs
import { readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

/** For `@swc/core-linux-arm64-musl`: the fields that make npm skip it on other platforms. */
function platformOf(name) {
  const match =
    /(android|darwin|freebsd|linux|openharmony|win32)-(arm64|arm|ia32|loong64|ppc64|riscv64|s390x|x64)(.*)$/.exec(
      name,
    );
  if (!match) throw new Error(`Cannot determine the platform of ${name}`);
  const [, os, cpu, rest] = match;
  const libc = os === 'linux' && { libc: [rest.includes('musl') ? 'musl' : 'glibc'] };
  return { os: [os], cpu: [cpu], ...libc };
}

/** Whether `name`, required by the package at `from`, is in the lock file. */
function isLocked(packages, from, name) {
  for (let folder = from; ; folder = folder.replace(/\/?node_modules\/(?:@[^/]+\/)?[^/]+$/, '')) {
    if (packages[`${folder ? `${folder}/` : ''}node_modules/${name}`]) return true;
    if (!folder.includes('node_modules/')) return Boolean(packages[`node_modules/${name}`]);
  }
}

/** Optional packages that are missing from the lock file. Assumes that they are required by exact version. */
function missingOptional(lock) {
  return Object.entries(lock.packages).flatMap(([from, { optionalDependencies = {}, dev }]) =>
    Object.entries(optionalDependencies)
      .filter(([name]) => !isLocked(lock.packages, from, name))
      .map(([name, version]) => ({ name, version, dev })),
  );
}

function complete(file) {
  const lock = JSON.parse(readFileSync(file, 'utf8'));
  const missing = missingOptional(lock);
  for (const { name, version, dev } of missing) {
    const entry = { version, ...platformOf(name), ...(dev && { dev }), optional: true };
    lock.packages[`node_modules/${name}`] = entry;
  }
  const [root, ...rest] = Object.entries(lock.packages);
  lock.packages = Object.fromEntries([root, ...rest.sort(([a], [b]) => (a < b ? -1 : 1))]);
  if (missing.length > 0) writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
  return missing.length;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  process.stdout.write(`${complete('package-lock.json')} packages added\n`);
}
