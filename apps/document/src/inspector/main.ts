import { drawBody } from './draw-body.js';
import { inspectBody } from './inspect-body.js';
import { readFrame, writeFrame } from './frames.js';
import {
  READY,
  type DrawingReply,
  type DrawingRequest,
  type InspectionRequest,
  type Reply,
} from './protocol.js';

/**
 * An inspector process: reads requests from its standard input and writes its replies to its standard output,
 * one after the other, until its input is closed. It logs nothing, because its input is patient data.
 */
const [INPUT, OUTPUT] = [0, 1];
const buffer = Buffer.allocUnsafeSlow(Number(process.argv[2]));

writeFrame(OUTPUT, READY);
const send = (reply: Reply | DrawingReply, bytes?: Buffer) => writeFrame(OUTPUT, reply, bytes);
for (let frame = readFrame(INPUT, buffer); frame; frame = readFrame(INPUT, buffer)) {
  const request = frame.message as InspectionRequest | DrawingRequest;
  if (request.task === 'inspect') await inspectBody(request, frame.bytes, send);
  else await drawBody(request, frame.bytes, send);
}
