// Which package may import which. Planted violations are in tools/checks/boundaries.spec.ts.
import path from 'node:path';
import { importRule } from './import-rule.mjs';

const services = ['gateway', 'auth', 'token', 'document', 'notification', 'audit'];
const serviceLibs = ['contracts', 'messaging', 'service-kit'];

/** Our packages that each package may import; all others may use `testing` in specs only. */
const mayImport = {
  contracts: [],
  messaging: ['contracts'],
  'patient-copy': [],
  'pdf-inspector': [],
  'service-kit': ['contracts'],
  testing: ['contracts'],
  // The PDF inspector also runs in a worker of the patient's page.
  web: ['contracts', 'patient-copy', 'pdf-inspector'],
  e2e: ['contracts', 'patient-copy', 'testing'],
  tools: ['contracts', 'messaging', 'patient-copy', 'service-kit', 'testing'],
  ...Object.fromEntries(services.map((service) => [service, serviceLibs])),
  document: [...serviceLibs, 'pdf-inspector'],
  // Both send sentences to patients.
  gateway: [...serviceLibs, 'patient-copy'],
  token: [...serviceLibs, 'patient-copy'],
};

/** Folders of the SPA's workspace, lowest first: each may import only itself and those before it. */
const webLayers = ['shared', 'features', 'app'];

const isSpec = (file) => /\.spec\.tsx?$|[\\/]test[\\/]/.test(file);
const isConfig = (file) => /\.config\.[cm]?[jt]s$/.test(file);

/**
 * The whole-system tests use the same stack code as `npm start`; the tools' checks read the root's config files.
 */
const isShared = (home, target) =>
  (home.name === 'e2e' && /[\\/]tools[\\/]stack[\\/]/.test(target)) ||
  (home.name === 'tools' && /\.(config|preset)\.mjs$/.test(target));

/** `apps/token/src/x.ts` → { name: 'token', root: '…/apps/token' }; undefined outside the workspace's packages. */
function packageOf(file) {
  const match =
    /^(.*?[\\/](?:apps|libs)[\\/]([^\\/]+))[\\/]/.exec(file) ?? /^(.*?[\\/](tools))[\\/]/.exec(file);
  return match && { root: match[1], name: match[2] };
}

function rejection(file, source) {
  const home = packageOf(file);
  if (!home) return undefined;
  if (source.startsWith('.')) return rejectRelative(home, file, path.resolve(path.dirname(file), source));
  if (source === '@caredrop/patient-copy/sync' && isBrowserCode(home, file))
    return 'The browser loads one language: use loadPatientCopy.';
  const ours = /^@caredrop\/([^/]+)/.exec(source)?.[1];
  if (ours) return rejectOurs(home, file, ours);
  return rejectForeign(home, file, source);
}

/** Whether a file is code of the web app that runs in a browser: below `src`, and not for tests. */
const isBrowserCode = (home, file) =>
  home.name === 'web' &&
  file.startsWith(path.join(home.root, 'src')) &&
  !isSpec(file) &&
  !/[\\/]testing[\\/]/.test(file);

function rejectRelative(home, file, target) {
  if (isConfig(file) || isShared(home, target)) return undefined;
  if (target !== home.root && !target.startsWith(home.root + path.sep))
    return `A file of ${home.name} imports by path from outside ${home.name}.`;
  return home.name === 'web' ? rejectWebLayer(home, file, target) : undefined;
}

function rejectOurs(home, file, ours) {
  if (ours === home.name || mayImport[home.name]?.includes(ours)) return undefined;
  if (ours === 'testing' && isSpec(file)) return undefined;
  // A spec compares the sentences of both packages.
  if (ours === 'contracts' && home.name === 'patient-copy' && isSpec(file)) return undefined;
  return `${home.name} must not import @caredrop/${ours}.`;
}

function rejectForeign(home, file, source) {
  if (home.name === 'contracts' && source !== 'zod' && !isSpec(file) && !isConfig(file))
    return 'contracts imports nothing but zod.';
  if (source === '@prisma/client' || source.startsWith('@prisma/client/')) {
    return 'Import the client generated inside the service, never the shared @prisma/client.';
  }
  return undefined;
}

function rejectWebLayer(home, file, target) {
  const from = path.relative(path.join(home.root, 'src'), file).split(path.sep);
  const to = path.relative(path.join(home.root, 'src'), target).split(path.sep);
  const [fromLayer, toLayer] = [webLayers.indexOf(from[0]), webLayers.indexOf(to[0])];
  if (fromLayer < 0 || toLayer < 0 || isSpec(file)) return undefined;
  if (toLayer > fromLayer) return `${from[0]} must not import from ${to[0]}.`;
  if (from[0] === 'features' && to[0] === 'features' && from[1] !== to[1])
    return 'A feature must not import another feature.';
  return undefined;
}

export const boundaries = importRule('keeps packages and layers apart', rejection);
