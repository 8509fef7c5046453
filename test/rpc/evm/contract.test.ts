/** The little chain of the tests and a devnet keep the same contract. */

import { fromHex, to0x } from '../../../src/kernel/hex.js';
import { fillTransaction } from '../../../src/rpc/evm/fill_transaction.js';
import { NodeUnderTest } from '../../devnet/node_kit.js';
import { COUNTER_CREATION } from '../../support/counter.js';
import { type EvmScene, provesAnEvmPort, type Wish } from './contract.js';
import { aTransaction } from './little_block.js';
import { LittleChain } from './little_chain.js';
import { ALICE, BOB, EVENT_TOPIC } from './little_names.js';

const alice = fromHex(ALICE);
const bob = fromHex(BOB);
const signedBy = (port: EvmScene['port']) => () =>
  aTransaction({ to: BOB, value: 1n }, port.nonce(alice, 'pending')).raw;

provesAnEvmPort('the little chain', async () => {
  const port = new LittleChain();
  return {
    port,
    alice,
    bob,
    wait: async (...wishes) => {
      for (const { from, to, value = 0n } of wishes)
        port.wait({ from: to0x(from), to: to0x(to), value, logs: logsOf(port, to) });
    },
    mine: async () => void port.mineWaiting(),
    deploy: async () => port.mine({ value: 0n }).receipts[0]?.contractAddress as Uint8Array,
    remember: async () => {
      const height = port.head();
      const waiting = [...port.waiting];
      return async () => {
        port.revertTo(height);
        port.waiting.splice(0, port.waiting.length, ...waiting);
      };
    },
    signed: signedBy(port),
  };
});

/** What is sent to a contract logs. */
const logsOf = (port: LittleChain, to: Uint8Array) => (port.code(to, port.head()).length > 0 ? [[EVENT_TOPIC]] : []);

provesAnEvmPort('a devnet', async () => {
  const { node } = await NodeUnderTest.start({ seed: 'contract', pace: 'manual' });
  const { evmPort: port, loop, snapshots } = node;
  const send = async (request: Wish | { readonly from: Uint8Array; readonly input: Uint8Array }) => {
    const { from, tx } = await fillTransaction(port, { ...request, gas: 300_000n });
    const sent = await port.send(from, tx);
    if (sent.type !== 'accepted') throw new Error(JSON.stringify(sent));
    return sent.hash;
  };
  return {
    port,
    alice,
    bob,
    wait: async (...wishes) => {
      for (const wish of wishes) await send(wish);
    },
    mine: async () => void (await loop.mine()),
    deploy: async () => {
      const hash = await send({ from: alice, input: fromHex(COUNTER_CREATION) });
      await loop.mine();
      return port.receipt(hash)?.contractAddress as Uint8Array;
    },
    remember: async () => {
      const id = await snapshots.take();
      return async () => void (await snapshots.revert(id));
    },
    signed: signedBy(port),
  };
});
