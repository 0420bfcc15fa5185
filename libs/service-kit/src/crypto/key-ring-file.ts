import { readFileSync, statSync } from 'node:fs';
import { gauge } from '../telemetry/metrics.js';
import { keyRingSchema, type KeyRingSettings } from './key-ring-settings.js';

/** How long what was read is good without another look at the file, milliseconds. */
const LOOK_EVERY_MS = 1_000;

/**
 * A key ring in a file, so that keys change without a restart: seen within a second, and at once when data names a
 * key that is not known yet. A file that cannot be read or is no ring leaves the last good one in use and raises
 * `key_ring_unreadable`; at start it is an error.
 */
export class KeyRingFile {
  private ring: KeyRingSettings;
  private version: string;
  private lookedAt: number;

  /** Throws when the file is not there or not a key ring; the message never shows its content. */
  constructor(
    readonly path: string,
    private readonly now: () => number = Date.now,
  ) {
    this.lookedAt = now();
    this.version = versionOf(path);
    this.ring = readRing(path);
  }

  /** The ring as it stood at most a second ago. */
  latest(): KeyRingSettings {
    return this.now() - this.lookedAt < LOOK_EVERY_MS ? this.ring : this.readAgain();
  }

  /** The ring as it stands now. */
  readAgain(): KeyRingSettings {
    this.lookedAt = this.now();
    try {
      const version = versionOf(this.path);
      if (version !== this.version) {
        this.ring = readRing(this.path);
        this.version = version;
      }
      unreadable().set(0);
    } catch {
      // The keys that are known go on working; the gauge is the alarm, since what is in the file must not be logged.
      unreadable().set(1);
    }
    return this.ring;
  }
}

/** Follows links: Kubernetes puts a changed secret in place by moving one. */
function versionOf(path: string): string {
  const { ino, mtimeMs, size } = statSync(path);
  return `${ino} ${mtimeMs} ${size}`;
}

function readRing(path: string): KeyRingSettings {
  return keyRingSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
}

const unreadable = () => gauge('key_ring_unreadable', '1 while a key ring file cannot be read: alert on it');
