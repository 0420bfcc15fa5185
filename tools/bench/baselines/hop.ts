import { Agent, createServer, request } from 'node:http';

/** `hop.ts <port> <target>`: a bare proxy that streams requests and responses. */
const [port, target = ''] = process.argv.slice(2);
const { hostname, port: targetPort } = new URL(target);
// Closes idle connections well before the other side does, because a bare hop does not retry.
const agent = new Agent({ keepAlive: true, timeout: 2_000 });

createServer((incoming, response) => {
  const { method, url: path, headers } = incoming;
  const call = request({ hostname, port: targetPort, path, method, headers, agent }, (received) => {
    response.writeHead(received.statusCode ?? 502, received.headers);
    received.pipe(response);
  });
  call.on('error', () => response.destroy());
  incoming.pipe(call);
}).listen(Number(port), '127.0.0.1');
