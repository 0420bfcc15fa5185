import { readFileSync, statSync } from 'node:fs';
import { gauge } from '../telemetry/metrics.js';
import { keyRingSchema, type KeyRingSettings } from './key-ring-settings.js';

/** How long the content is used before the file is checked for changes, in milliseconds. */
const LOOK_EVERY_MS = 1_000;

/**
 * A key ring in a file, so that keys change without a restart: a change takes effect within a second, and at once when
 * data names an unknown key. While the file cannot be read or is invalid, the last valid ring stays in use and
 * `key_ring_unreadable` is 1; at start this is an error.
 */
export class KeyRingFile {
  private ring: KeyRingSettings;
  private version: string;
  private lookedAt: number;

  /** Throws when the file does not exist or is not a key ring. The error may quote the file's content: never log it. */
  constructor(
    readonly path: string,
    private readonly now: () => number = Date.now,
  ) {
    this.lookedAt = now();
    this.version = versionOf(path);
    this.ring = readRing(path);
  }

  /** Without this, the mark of the setting (`settingMarks`) would differ after each restart. */
  toJSON(): string {
    return this.path;
  }

  /** The ring; the file was checked for changes at most a second ago. */
  latest(): KeyRingSettings {
    return this.now() - this.lookedAt < LOOK_EVERY_MS ? this.ring : this.readAgain();
  }

  /** Reads the file again if it has changed. */
  readAgain(): KeyRingSettings {
    this.lookedAt = this.now();
    try {
      const version = versionOf(this.path);
      if (version !== this.version) {
        this.ring = readRing(this.path);
        this.version = version;
      }
      unreadable.delete(this.path);
    } catch {
      // The loaded keys keep working. The gauge reports the failure, since the error could quote the file's content,
      // which must not be logged.
      unreadable.add(this.path);
    }
    reportUnreadable();
    return this.ring;
  }
}

/** Follows symbolic links: Kubernetes updates a Secret by replacing one. */
function versionOf(path: string): string {
  const { ino, mtimeMs, size } = statSync(path);
  return `${ino} ${mtimeMs} ${size}`;
}

function readRing(path: string): KeyRingSettings {
  return keyRingSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
}

/** One gauge for all rings of a service: a readable file must not hide a broken one. */
const unreadable = new Set<string>();

const reportUnreadable = () =>
  gauge('key_ring_unreadable', '1 while a key ring file is unreadable').set(unreadable.size > 0 ? 1 : 0);
