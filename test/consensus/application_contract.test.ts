/**
 * Runs the application contract against the application, and against the test applications of networks and campaigns.
 */
import { campaignKeys } from '../../scripts/campaign_keys.js';
import { answerOf } from '../../src/simulation/campaign/session.js';
import type { Plan } from '../../src/simulation/campaign/session_plan.js';
import type { NodeAbciCall } from '../../src/simulation/index.js';
import { TestChain } from '../app/support/chain.js';
import { dev, sign } from '../app/support/wallet.js';
import { answerOfNetwork, START } from '../simulation/world_kit.js';
import { provesAnApplication } from './application_contract.js';

provesAnApplication('the application', async () => {
  const chain = await TestChain.open();
  const { app } = chain;
  const offered = [
    chain.wrap(await sign(chain, dev(1), { to: dev(2).bytes, value: 1n })),
    chain.wrap(await sign(chain, dev(2), { to: dev(1).bytes, value: 1n })),
  ];
  return {
    time: chain.genesisTime,
    answer: async (question) => {
      switch (question.type) {
        case 'prepareProposal':
          return { type: question.type, ...(await app.prepareProposal({ ...question.request, txs: offered })) };
        case 'processProposal':
          return { type: question.type, ...(await app.processProposal(question.request)) };
        case 'extendVote':
          return { type: question.type, ...(await app.extendVote(question.request)) };
        case 'verifyVoteExtension':
          return { type: question.type, ...(await app.verifyVoteExtension(question.request)) };
        case 'finalizeBlock':
          return { type: question.type, response: await app.finalizeBlock(question.request) };
      }
    },
  };
});

provesAnApplication("a campaign's application", async () => {
  const plan = { refusals: 0, updates: [{ height: 1n, key: 0, power: 5n }] } as unknown as Plan;
  const keys = campaignKeys(2);
  return { time: START, answer: (question) => answerOf(plan, keys, { ...question, node: 0 } as NodeAbciCall, 1) };
});

provesAnApplication("a test network's application", async () => ({
  time: START,
  answer: (question) => answerOfNetwork({ ...question, node: 0 } as NodeAbciCall, 1),
}));
