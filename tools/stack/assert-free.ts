import { createServer } from 'node:net';

/** Throws if the gateway could not listen there. */
export async function assertFree(port: number, host: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const server = createServer();
    server.once('error', (error) => {
      reject(new Error(whyNotFree(port, host, error), { cause: error }));
    });
    server.listen(port, host, () =>
      server.close(() => {
        resolve();
      }),
    );
  });
}

/** The sentence for an error of `listen`. */
export function whyNotFree(port: number, host: string, { code, message }: NodeJS.ErrnoException): string {
  const another = (one: number): string => `choose another port (PORT=${String(one)} npm start)`;
  if (code === 'EADDRINUSE')
    return `Port ${String(port)} is in use by another program: stop it, or ${another(port + 1)}`;
  if (code === 'EACCES') return `This user may not use port ${String(port)}: ${another(8080)}`;
  if (code === 'EADDRNOTAVAIL') return `This machine does not have the address ${host}: correct HOST`;
  return `The gateway cannot use port ${String(port)} of ${host}: ${message}`;
}
