/** The fixture's chain and a devnet satisfy the same contract. */
import { utf8 } from '../../../src/kernel/text.js';
import { NodeUnderTest, transfer } from '../../devnet/node_kit.js';
import { provesACometBackend } from './contract.js';
import { doubleVote } from './double_vote.js';
import { FixtureChain } from './fixture.js';

provesACometBackend('the fixture', async () => {
  const backend = new FixtureChain();
  backend.mining = false;
  backend.mine();
  let count = 0;
  return {
    backend,
    good: async () => utf8(`key${++count}=value`),
    bad: utf8('neither key nor value'),
    mine: async (...txs) => {
      for (const tx of txs) await backend.broadcast(tx);
      backend.minePending();
    },
    doubleVote: (height) => doubleVote(backend, height),
  };
});

provesACometBackend('a devnet', async () => {
  const under = await NodeUnderTest.start({ seed: 'contract', miningMode: 'manual' });
  const { comet, chain } = under;
  let nonce = 0;
  const wrapped = async (number: number): Promise<Uint8Array> => {
    const wrap = chain.app.wrap(await transfer(chain.evmChainId, number));
    if (wrap.type === 'refused') throw new Error(wrap.log);
    return wrap.tx;
  };
  return {
    backend: comet,
    good: () => wrapped(nonce++),
    bad: utf8('neither key nor value'),
    mine: async (...txs) => {
      for (const tx of txs) await comet.broadcast(tx);
      await under.mine();
    },
    doubleVote: (height) => under.doubleSign(3, height),
  };
});
