import { Agent, createServer, request } from 'node:http';

/** `hop.ts <port> <target>`: passes everything on and the answer back, as streams. Nothing else. */
const [port, target = ''] = process.argv.slice(2);
const { hostname, port: targetPort } = new URL(target);
// Idle connections are given up well before the other side does: a bare hop knows no second try.
const agent = new Agent({ keepAlive: true, timeout: 2_000 });

createServer((incoming, answer) => {
  const { method, url: path, headers } = incoming;
  const call = request({ hostname, port: targetPort, path, method, headers, agent }, (answered) => {
    answer.writeHead(answered.statusCode ?? 502, answered.headers);
    answered.pipe(answer);
  });
  call.on('error', () => answer.destroy());
  incoming.pipe(call);
}).listen(Number(port), '127.0.0.1');
