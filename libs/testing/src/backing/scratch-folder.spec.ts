import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { scratchFolder } from './scratch-folder.js';

describe('a scratch folder', () => {
  it('a scratch folder is new and empty each time', () => {
    const folders = [scratchFolder('test'), scratchFolder('test')];
    expect(new Set(folders).size).toBe(2);
    for (const folder of folders) {
      expect(existsSync(folder)).toBe(true);
      rmSync(folder, { recursive: true });
    }
  });

  it('creating a scratch folder removes the folders of runs that have ended, and keeps all others', () => {
    const own = scratchFolder('test');
    const { pid } = spawnSync('true');
    const left = path.join(path.dirname(own), `caredrop-test-${String(pid)}-AbCdEf`);
    mkdirSync(path.join(left, 'postgres'), { recursive: true });
    const next = scratchFolder('system');
    expect([existsSync(left), existsSync(own)]).toEqual([false, true]);
    for (const folder of [own, next]) rmSync(folder, { recursive: true });
  });
});
