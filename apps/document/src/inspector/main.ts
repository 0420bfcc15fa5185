import { inspectBody } from './inspect-body.js';
import { readFrame, writeFrame } from './frames.js';
import { READY, type InspectionRequest } from './protocol.js';

/**
 * An inspector process: reads bodies from its standard input and writes its findings to its standard output,
 * one after the other, until its input is closed. It logs nothing, because its input is patient data.
 */
const [INPUT, OUTPUT] = [0, 1];
const buffer = Buffer.allocUnsafeSlow(Number(process.argv[2]));

writeFrame(OUTPUT, READY);
for (let frame = readFrame(INPUT, buffer); frame; frame = readFrame(INPUT, buffer))
  await inspectBody(frame.message as InspectionRequest, frame.bytes, (reply, bytes) =>
    writeFrame(OUTPUT, reply, bytes),
  );
