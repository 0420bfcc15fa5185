import { createServer, type Socket } from 'node:net';

/*
 * `sinks.ts <mail port> <scanner port>`: a mail server that accepts everything and stores nothing, and a clamd that
 * reports every file as clean at once. The measurements then cover only Caredrop's own work.
 */
const [mailPort, scannerPort] = process.argv.slice(2).map(Number);

const CLEAN = 'stream: OK\0';
const END = Buffer.alloc(4);

/** An INSTREAM command ends with an empty chunk: four zero bytes. */
function scan(socket: Socket): void {
  let tail: Buffer = Buffer.alloc(0);
  socket.on('error', () => undefined);
  socket.on('data', (chunk: Buffer) => {
    tail = chunk.length >= 4 ? chunk.subarray(-4) : Buffer.concat([tail, chunk]).subarray(-4);
    if (tail.equals(END)) socket.end(CLEAN);
  });
}

function takeMail(socket: Socket): void {
  let text = '';
  let inMail = false;
  const say = (line: string): void => void socket.write(`${line}\r\n`);
  socket.on('error', () => undefined);
  socket.setEncoding('latin1');
  socket.on('data', (chunk: string) => {
    text += chunk;
    for (;;) {
      const end = text.indexOf(inMail ? '\r\n.\r\n' : '\r\n');
      if (end < 0) return;
      const line = text.slice(0, end);
      text = text.slice(end + (inMail ? 5 : 2));
      if (inMail) inMail = false;
      else if (/^DATA/i.test(line)) {
        inMail = true;
        say('354 continue');
        continue;
      } else if (/^QUIT/i.test(line)) {
        socket.end('221 bye\r\n');
        return;
      }
      say('250 OK');
    }
  });
  say('220 sink');
}

createServer(scan).listen(scannerPort, '127.0.0.1');
createServer(takeMail).listen(mailPort, '127.0.0.1');
