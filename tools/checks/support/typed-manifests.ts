import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Manifest } from '../../deploy/kustomize.ts';
import { root } from '../../stack/paths.ts';

/** Whether a manifest is a custom resource; the schemas of those are not part of Kubernetes (operator-kinds.ts). */
export const isOperatorKind = ({ apiVersion }: Manifest): boolean =>
  /^(monitoring\.coreos\.com|external-secrets\.io|rabbitmq\.com|gateway\.networking\.k8s\.io)\//.test(
    apiVersion,
  );

/**
 * Writes each manifest as a literal of its published type and compiles it: a field that Kubernetes does not
 * know, a missing one and one of a wrong type are errors. Returns the errors, one per line.
 */
export function typeErrors(manifests: Manifest[], name: string): string[] {
  const folder = path.join(root, 'node_modules/.cache/caredrop/manifests', name);
  mkdirSync(folder, { recursive: true });
  const literals = manifests.filter((manifest) => !isOperatorKind(manifest)).map(literal);
  writeFileSync(path.join(folder, 'manifests.ts'), literals.join('\n'));
  writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify(project));
  const compiler = path.join(root, 'node_modules/typescript/bin/tsc');
  const result = spawnSync(process.execPath, [compiler, '--pretty', 'false', '-p', folder], {
    cwd: folder,
    encoding: 'utf8',
  });
  return result.stdout.split('\n').filter((line) => line.includes('error TS'));
}

const project = {
  compilerOptions: {
    noEmit: true,
    strict: true,
    skipLibCheck: true,
    module: 'nodenext',
    target: 'es2024',
    types: [],
  },
  files: ['manifests.ts'],
};

function literal(manifest: Manifest, index: number): string {
  const { apiVersion, kind } = manifest;
  const module = `kubernetes-models/${apiVersion}/${kind}`;
  // Early API versions get removed from Kubernetes, but the package still has types for them.
  const known =
    !/alpha|beta/.test(apiVersion) && existsSync(path.join(root, 'node_modules', `${module}.d.ts`));
  if (!known)
    return `export const unknown${String(index)}: never = '${apiVersion} ${kind} is not a stable kind of Kubernetes';`;
  const type = `import('${module}').I${kind}`;
  return `export const m${String(index)}: ${type} = ${JSON.stringify(manifest, null, 1)};`;
}
