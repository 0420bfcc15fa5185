// Reads a Deployment on stdin and prints a Pod that runs one command with the same image, settings and rights:
//   kubectl get deployment token -o json | node one-off-pod.mjs <name> <claim> <word> …
// Services never send it requests, because it is never ready. <claim>, a PersistentVolumeClaim, is mounted at /backups;
// if it is empty, nothing is.
import { readFileSync } from 'node:fs';

const [name, claim, ...args] = process.argv.slice(2);
if (!name || claim === undefined || args.length === 0)
  throw new Error('Usage: one-off-pod.mjs <name> <claim> <word> …');
const { metadata, spec } = JSON.parse(readFileSync(0, 'utf8')).spec.template;
const { initContainers = [], containers, volumes = [], ...rest } = spec;

const isOwner = ({ env = [] }) => env.some((variable) => variable.name === 'OWNER_DATABASE_URL');
// Only the owner of audit's tables may copy and replace their rows. Only audit's init container has the owner's URL.
const { livenessProbe, startupProbe, lifecycle, ports, ...container } =
  initContainers.find(isOwner) ?? containers[0];

const mounts = claim ? [{ name: 'backups', mountPath: '/backups' }] : [];
const backups = claim ? [{ name: 'backups', persistentVolumeClaim: { claimName: claim } }] : [];

const pod = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name, labels: metadata.labels },
  spec: {
    ...rest,
    restartPolicy: 'Never',
    // Gives the pod access to the volume's files.
    securityContext: { ...rest.securityContext, fsGroup: rest.securityContext?.fsGroup ?? 1000 },
    containers: [
      {
        ...container,
        args,
        readinessProbe: { exec: { command: ['node', '--eval', 'process.exit(1)'] }, periodSeconds: 3600 },
        volumeMounts: [...(container.volumeMounts ?? []), ...mounts],
      },
    ],
    volumes: [...volumes, ...backups],
  },
};
process.stdout.write(JSON.stringify(pod));
