/** Locks the homes of nodes, so that one program at a time runs a node, and several run nodes of one network. */
import { type HomeLock, lockHome } from '../../devnet/index.js';

/** Locks by home. */
export class NodeLocks {
  private constructor(private readonly locks: Map<string, HomeLock>) {}

  /**
   * Locks the homes. The network's folder is locked meanwhile, so that a new network is not written over this one at the
   * same time. Throws HalleyError `unavailable` when one is locked; then none is.
   */
  static async take(folder: string, homes: readonly string[]): Promise<NodeLocks> {
    const whole = await lockHome(folder);
    try {
      return await NodeLocks.inLocked(homes);
    } finally {
      await whole.release();
    }
  }

  /** Locks the homes of a network whose folder the caller has locked. */
  static async inLocked(homes: readonly string[]): Promise<NodeLocks> {
    const own = new NodeLocks(new Map());
    try {
      for (const home of homes) own.locks.set(home, await lockHome(home));
      return own;
    } catch (error) {
      await own.releaseAll();
      throw error;
    }
  }

  /** Releases a home, which another program may lock then. */
  async release(home: string): Promise<void> {
    await this.locks.get(home)?.release();
    this.locks.delete(home);
  }

  async releaseAll(): Promise<void> {
    for (const home of [...this.locks.keys()]) await this.release(home);
  }
}
