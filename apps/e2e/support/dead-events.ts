import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { connect, type Channel } from 'amqplib';
import { brokerUrl } from './insides.js';
import type { Run } from './run.js';

const program = fileURLToPath(new URL('../../../tools/events/main.ts', import.meta.url));

/** Runs `npm run events -- …`; returns its output. */
export async function eventsCommand(...args: string[]): Promise<string> {
  return (await promisify(execFile)(process.execPath, [program, ...args], { env: process.env })).stdout;
}

async function withChannel<T>(work: (channel: Channel) => Promise<T>): Promise<T> {
  const connection = await connect(brokerUrl());
  try {
    return await work(await connection.createChannel());
  } finally {
    await connection.close();
  }
}

/** Puts bytes into a service's queue, bypassing the exchange. */
export const putInQueue = (service: string, content: string, messageId: string): Promise<void> =>
  withChannel(async (channel) => {
    channel.sendToQueue(`caredrop.${service}`, Buffer.from(content), { messageId });
    await channel.close(); // flushes
  });

/** Deletes the events that a test has dead-lettered. */
export const discardDead = (service: string): Promise<void> =>
  withChannel(async (channel) => void (await channel.purgeQueue(`caredrop.${service}.dead`)));

/** The sum of a service's metric over its labels. */
export async function metric(run: Run, service: string, name: string): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${String(run.ports[service])}/metrics`)).text();
  const lines = text.split('\n').filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `));
  return lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
}
