import { execFileSync } from 'node:child_process';
import { chownSync, mkdtempSync, rmdirSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';

/** A disk of its own in memory that can be filled up. */
export interface SmallDisk {
  readonly folder: string;
  /** Leaves so many bytes free. */
  fill(freeBytes: number): void;
  /** Takes away what filled it. */
  empty(): void;
  remove(): void;
}

/** Undefined if this process must not mount one. @param likeFolder whoever owns this folder owns the disk */
export function mountSmallDisk(bytes: number, likeFolder?: string): SmallDisk | undefined {
  if (process.platform !== 'linux' || userInfo().uid !== 0) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'chaos-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${bytes}`, 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    rmdirSync(folder);
    return undefined;
  }
  if (likeFolder !== undefined) {
    const { uid, gid } = statSync(likeFolder);
    chownSync(folder, uid, gid);
  }
  const ballast = join(folder, 'ballast');
  return {
    folder,
    fill(freeBytes) {
      const { bavail, bsize } = statfsSync(folder);
      writeFileSync(ballast, Buffer.alloc(Math.max(0, bavail * bsize - freeBytes)));
    },
    empty: () => rmSync(ballast, { force: true }),
    remove() {
      execFileSync('umount', [folder], { stdio: 'ignore' });
      rmdirSync(folder);
    },
  };
}
