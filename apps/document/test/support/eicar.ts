import { crc32, deflateRawSync, gzipSync } from 'node:zlib';

/**
 * The harmless file that every scanner detects, assembled at run time so that scanners do not flag this
 * source file.
 */
export const eicar = Buffer.from(
  ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$', 'EICAR', '-STANDARD-ANTIVIRUS-TEST-FILE', '!$H+H*'].join(''),
  'latin1',
);

/**
 * A signature that detects it anywhere in a file, in ClamAV's extended format: name, any type, any offset,
 * hex.
 */
export const eicarSignature = `Caredrop.Test.Eicar:0:*:${eicar.toString('hex')}\n`;

export const gzipped = (file: Buffer): Buffer => gzipSync(file);

/** A zip with one deflated entry. */
export function zipped(file: Buffer, name = 'report.txt'): Buffer {
  const data = deflateRawSync(file);
  const fields = Buffer.alloc(26);
  fields.writeUInt16LE(20, 0);
  fields.writeUInt16LE(8, 4);
  fields.writeUInt32LE(crc32(file), 10);
  fields.writeUInt32LE(data.length, 14);
  fields.writeUInt32LE(file.length, 18);
  fields.writeUInt16LE(name.length, 22);
  const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), fields, Buffer.from(name), data]);
  const central = Buffer.concat([
    Buffer.from('PK\x01\x02\x14\0', 'latin1'),
    fields,
    Buffer.alloc(14),
    Buffer.from(name),
  ]);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(local.length, 16);
  return Buffer.concat([local, central, end]);
}
