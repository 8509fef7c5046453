/**
 * Waits until a block contains the dev transactions that a call has added. Until then only this node knows them, and the
 * blocks of other proposers do not contain them.
 */
import { HalleyError } from '../../kernel/errors.js';
import { hostSchedule } from '../platform.js';
import type { AppChain } from './app_chain.js';

/** Limits the wait. This node proposes one of as many blocks as there are validators of its power. */
const PATIENCE_MS = 60_000;

/** Runs `send`, and resolves when all pending dev transactions are in blocks. */
export async function untilCommitted(chain: AppChain, send: () => Promise<void>): Promise<void> {
  await send();
  const { devTxs } = chain.app;
  const after = devTxs.sequence;
  const isCommitted = (): boolean => devTxs.sequence - BigInt(devTxs.waiting.length) >= after;
  if (isCommitted()) return;
  await new Promise<void>((resolve, reject) => {
    const end = (settle: () => void): void => {
      stop();
      cancel();
      settle();
    };
    const stop = chain.heights.listen(() => {
      if (isCommitted()) end(resolve);
    });
    const cancel = hostSchedule(PATIENCE_MS, () => end(() => reject(late())));
  });
}

const late = (): HalleyError =>
  new HalleyError(
    'unavailable',
    `no block with the change was decided within ${PATIENCE_MS / 1000} s; it stays pending on this node, which includes it when it proposes a block`,
  );
