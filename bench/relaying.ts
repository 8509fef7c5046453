/** Measures packets between two chains of one process, from the first pending packet to the last acknowledgement. */
import { HUB, OWN, startNetwork, transfer } from '../test/devnet/chains/relay_kit.js';
import type { Row } from './table.js';

const SENDERS = 20;

export async function relayRows(quick: boolean): Promise<Row[]> {
  const count = quick ? 200 : 1000;
  const devnet = await startNetwork();
  try {
    await devnet.relayer.stop();
    for (let i = 0; i < count; i++) {
      const sender = i % SENDERS;
      await transfer(devnet, {
        from: HUB,
        to: OWN,
        channel: 'channel-10',
        denom: 'uhub',
        amount: 1n,
        sender,
        timeout: 86_400n,
      });
    }
    const start = performance.now();
    await devnet.relayer.start();
    await devnet.relayer.settled();
    const rate = (count * 1000) / (performance.now() - start);
    if (devnet.relayer.pending().length > 0) throw new Error('the relayer left packets pending');
    return [[`${count} packets relayed and acknowledged`, { best: rate, median: rate, unit: 'packets/s' }]];
  } finally {
    await devnet.close();
  }
}
