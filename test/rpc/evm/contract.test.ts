/** The little chain and a devnet satisfy the same contract. */

import { fromHex, to0x } from '../../../src/kernel/hex.js';
import { fillTransaction } from '../../../src/rpc/evm/signing/fill_transaction.js';
import { NodeUnderTest } from '../../devnet/node_kit.js';
import { COUNTER_CREATION } from '../../support/counter.js';
import { atOnce } from './at_once.js';
import { provesAnEvmBackend, type TestEvmBackend, type Wish } from './contract.js';
import { aTransaction } from './little_block.js';
import { LittleChain } from './little_chain.js';
import { ALICE, BOB, EVENT_TOPIC } from './little_names.js';

const alice = fromHex(ALICE);
const bob = fromHex(BOB);
const signedBy = (backend: TestEvmBackend['backend']) => () =>
  aTransaction({ to: BOB, value: 1n }, atOnce(backend.nonce(alice, 'pending'))).raw;

provesAnEvmBackend('the little chain', async () => {
  const backend = new LittleChain();
  return {
    backend,
    alice,
    bob,
    wait: async (...wishes) => {
      for (const { from, to, value = 0n } of wishes)
        backend.wait({ from: to0x(from), to: to0x(to), value, logs: logsOf(backend, to) });
    },
    mine: async () => void backend.minePending(),
    deploy: async () => backend.mine({ value: 0n }).receipts[0]?.contractAddress as Uint8Array,
    remember: async () => {
      const height = backend.head();
      const waiting = [...backend.waiting];
      return async () => {
        backend.revertTo(height);
        backend.waiting.splice(0, backend.waiting.length, ...waiting);
      };
    },
    signed: signedBy(backend),
  };
});

/** Returns the logs of a transaction to `to`: a contract logs once. */
const logsOf = (backend: LittleChain, to: Uint8Array) =>
  atOnce(backend.code(to, backend.head())).length > 0 ? [[EVENT_TOPIC]] : [];

provesAnEvmBackend('a devnet', async () => {
  const { node } = await NodeUnderTest.start({ seed: 'contract', miningMode: 'manual' });
  const { evmBackend: backend, loop, snapshots } = node;
  const send = async (request: Wish | { readonly from: Uint8Array; readonly input: Uint8Array }) => {
    const { from, tx } = await fillTransaction(backend, { ...request, gas: 300_000n });
    const sent = await backend.send(from, tx);
    if (sent.type !== 'accepted') throw new Error(JSON.stringify(sent));
    return sent.hash;
  };
  return {
    backend,
    alice,
    bob,
    wait: async (...wishes) => {
      for (const wish of wishes) await send(wish);
    },
    mine: async () => void (await loop.mine()),
    deploy: async () => {
      const hash = await send({ from: alice, input: fromHex(COUNTER_CREATION) });
      await loop.mine();
      return backend.receipt(hash)?.contractAddress as Uint8Array;
    },
    remember: async () => {
      const id = await snapshots.take();
      return async () => void (await snapshots.revert(id));
    },
    signed: signedBy(backend),
  };
});
