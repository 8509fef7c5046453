/** Tests several applications as one, which differ in one answer. */
import { expect, it } from 'vitest';
import type { FinalizeBlockResponse, QueryRequest, QueryResponse } from '../../../src/abci/application.js';
import { ComparedApplications } from '../../../src/client/abci/compared_applications.js';
import { encodeExistenceProof } from '../../../src/codec/merkle/ics23.js';
import { utf8 } from '../../../src/kernel/text.js';
import { RecordingApplication } from '../../server/abci/recording_application.js';
import { check, extend, finalize, initChain, prepare, process, query, verify } from './engine_kit.js';

/** Application whose answers to FinalizeBlock a test alters, with stores as an SDK application has them. */
class Altered extends RecordingApplication {
  alter: (response: FinalizeBlockResponse) => FinalizeBlockResponse = (response) => response;
  stores: Readonly<Record<string, string>> = { bank: 'root of bank', staking: 'root of staking' };

  override async finalizeBlock(request: Parameters<RecordingApplication['finalizeBlock']>[0]) {
    return this.alter(await super.finalizeBlock(request));
  }

  override async query(request: QueryRequest): Promise<QueryResponse> {
    const answer = await super.query(request);
    const root = this.stores[request.path.split('/')[2] ?? ''];
    if (root === undefined) return answer;
    const path = [{ prefix: utf8('p'), suffix: utf8('s') }];
    const data = encodeExistenceProof({ key: utf8('k'), value: utf8(root), leafPrefix: utf8('l'), path });
    return { ...answer, proofOps: [{ type: 'ics23:simple', key: utf8('k'), data }] };
  }
}

/** Three applications, of validators `v0`, `v1` and `proposer`. */
function three() {
  const members = [new Altered(), new Altered(), new Altered()] as const;
  const names = ['v0', 'v1', 'proposer'];
  const app = new ComparedApplications(
    members.map((application, i) => ({ name: `tcp://app${i}`, application })),
    (address) => names.indexOf(Buffer.from(address).toString()),
  );
  return { app, members };
}

it('lets all applications execute, and each validator ask its own', async () => {
  const { app, members } = three();
  expect(await app.info()).toMatchObject({ lastBlockHeight: 0n });
  await initChain(app);
  expect(await check(app, 'a=1')).toMatchObject({ code: 0 });
  expect(await prepare(app, 1n, 'a=1')).toEqual({ txs: [utf8('a=1')] });
  expect(await process(app, 1n, 'a=1')).toEqual({ accept: true });
  await extend(app, 1n, 'a=1');
  expect(await verify(app, 1n, '1,a=1')).toEqual({ accept: true });
  expect(await finalize(app, 1n, 'a=1')).toMatchObject({ txResults: [{ code: 0 }] });
  expect(await app.commit()).toEqual({ retainHeight: 0n });
  expect(await query(app, 'a')).toMatchObject({ value: utf8('1'), height: 1n });
  const all = ['info', 'initChain', 'checkTx', 'processProposal', 'verifyVoteExtension', 'finalizeBlock', 'commit'];
  const others = all.filter((call) => call !== 'info');
  expect(members[0].calls).toEqual([...others, 'query']);
  expect(members[1].calls).toEqual(others);
  // The third one is the proposer's.
  expect(members[2].calls).toEqual([
    ...['initChain', 'checkTx', 'prepareProposal', 'processProposal', 'extendVote'],
    ...['verifyVoteExtension', 'finalizeBlock', 'commit'],
  ]);
});

it.each([
  [
    'the gas of a transaction',
    (r: FinalizeBlockResponse) => ({
      ...r,
      txResults: r.txResults.map((tx, i) => (i === 1 ? { ...tx, gasUsed: 51_207n } : tx)),
    }),
    'tx_results[1].gas_used is 1 of tcp://app0, and 51207 of tcp://app2; their app hashes are equal',
  ],
  [
    'the number of results',
    (r: FinalizeBlockResponse) => ({ ...r, txResults: r.txResults.slice(1) }),
    'the length of tx_results is 2 of tcp://app0, and 1 of tcp://app2; their app hashes are equal',
  ],
  [
    'a validator update',
    (r: FinalizeBlockResponse) => ({
      ...r,
      validatorUpdates: [{ pubKey: { type: 'ed25519' as const, bytes: new Uint8Array(32) }, power: 3n }],
    }),
    'the length of validator_updates is 0 of tcp://app0, and 1 of tcp://app2; their app hashes are equal',
  ],
  [
    'a parameter',
    (r: FinalizeBlockResponse) => ({ ...r, consensusParamUpdates: { block: { maxBytes: 7n, maxGas: 9n } } }),
    'consensus_param_updates is absent of tcp://app0, and present of tcp://app2; their app hashes are equal',
  ],
])('stops with both answers when %s differs', async (_, alter, expected) => {
  const { app, members } = three();
  members[2].alter = alter;
  await initChain(app);
  await expect(finalize(app, 1n, 'a=1', 'b=2')).rejects.toMatchObject({
    code: 'node-differs',
    message: `two applications differ in FinalizeBlock at height 1: ${expected}`,
  });
  expect(members.map(({ state }) => state.height)).toEqual([0n, 0n, 0n]);
});

it('names the first store that differs, and the first event', async () => {
  const { app, members } = three();
  const [, second] = members;
  second.stores = { ...second.stores, staking: 'another root' };
  const event = { type: 'withdraw', attributes: [] };
  second.alter = (response) => ({ ...response, events: [event], appHash: utf8('other') });
  await initChain(app);
  await expect(finalize(app, 1n, 'a=1')).rejects.toMatchObject({
    message: expect.stringMatching(
      /^two applications differ in FinalizeBlock at height 1: app_hash is [0-9A-F]{64} of tcp:\/\/app0, and 6F74686572 of tcp:\/\/app1; the length of events is 0 and 1, which no hash covers; the first store that differs is staking; both have committed the block, so start again with data of an earlier height$/,
    ),
  });
});

it('stops when one application accepts a proposal and another one does not', async () => {
  const { app, members } = three();
  await initChain(app);
  Object.assign(members[1], { processProposal: async () => ({ accept: false }) });
  await expect(process(app, 1n, 'a=1')).rejects.toMatchObject({
    message:
      'two applications differ in ProcessProposal at height 1: accept is true of tcp://app0, and false of tcp://app1',
  });
});

it('lets an application with fewer blocks catch up alone', async () => {
  const first = three();
  await initChain(first.app);
  for (const [height, tx] of [
    [1n, 'a=1'],
    [2n, 'b=2'],
  ] as const) {
    await finalize(first.app, height, tx);
    await first.app.commit();
  }
  const late = new Altered();
  const app = new ComparedApplications(
    [
      { name: 'old', application: first.members[0] },
      { name: 'new', application: late },
    ],
    () => -1,
  );
  expect(await app.info()).toMatchObject({ lastBlockHeight: 0n });
  await initChain(app);
  for (const [height, tx] of [
    [1n, 'a=1'],
    [2n, 'b=2'],
    [3n, 'c=3'],
  ] as const) {
    await finalize(app, height, tx);
    await app.commit();
  }
  expect(late.state).toEqual(first.members[0].state);
  expect(first.members[0].state.height).toBe(3n);
  expect(first.members[0].calls.filter((call) => call === 'initChain')).toHaveLength(1);
});

it('refuses applications of one height with different states', async () => {
  const states = ['1', '2'].map((value) => ({ height: 7n, values: new Map([['a', value]]) }));
  const members = states.map((state, i) => ({ name: `app${i}`, application: new Altered(state) }));
  await expect(new ComparedApplications(members, () => 0).info()).rejects.toMatchObject({
    message: expect.stringMatching(
      /^two applications differ in Info at height 7: app_hash is [0-9A-F]{64} of app0, and /,
    ),
  });
});
