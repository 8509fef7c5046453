/** Calls of an engine to applications on real sockets, with values of which no two are equal. */
import { afterEach } from 'vitest';
import type { Application } from '../../../src/abci/application.js';
import {
  type ConnectApplicationOptions,
  connectApplication,
  type RemoteApplication,
} from '../../../src/client/abci/connect_application.js';
import type { HalleyError } from '../../../src/kernel/errors.js';
import { utf8 } from '../../../src/kernel/text.js';
import { type Script, ScriptedApplication } from './scripted_application.js';

export const cleanUps: (() => unknown)[] = [];

afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

export const COMMON = {
  ...{ misbehavior: [], time: 1_700_000_000_123_456_789n },
  ...{ nextValidatorsHash: utf8('next'), proposerAddress: utf8('proposer') },
};
export const VALIDATOR = { pubKey: { type: 'ed25519' as const, bytes: new Uint8Array(32).fill(7) }, power: 11n };
const VOTE = { validator: { address: utf8('voter'), power: 13n }, blockIdFlag: 2 as const };
export const COMMIT_INFO = { round: 2, votes: [VOTE] };

const EXTENDED = {
  round: 3,
  votes: [{ ...VOTE, voteExtension: utf8('extension'), extensionSignature: utf8('signature') }],
};

export const initChain = (app: Application) =>
  app.initChain({
    ...{ time: 5n, chainId: 'any-1', consensusParams: { block: { maxBytes: 1_000n, maxGas: -1n } } },
    ...{ validators: [VALIDATOR], appState: { a: [1, 'two'] }, initialHeight: 1n },
  });

export const prepare = (app: Application, height: bigint, ...txs: readonly string[]) =>
  app.prepareProposal({ ...COMMON, height, txs: txs.map(utf8), maxTxBytes: 900n, localLastCommit: EXTENDED });

export const process = (app: Application, height: bigint, ...txs: readonly string[]) =>
  app.processProposal({ ...COMMON, height, txs: txs.map(utf8), hash: utf8('hash'), proposedLastCommit: COMMIT_INFO });

export const finalize = (app: Application, height: bigint, ...txs: readonly string[]) =>
  app.finalizeBlock({ ...COMMON, height, txs: txs.map(utf8), hash: utf8('hash'), decidedLastCommit: COMMIT_INFO });

export const extend = (app: Application, height: bigint, ...txs: readonly string[]) =>
  app.extendVote({ ...COMMON, height, txs: txs.map(utf8), hash: utf8('hash'), proposedLastCommit: COMMIT_INFO });

export const verify = (app: Application, height: bigint, extension: string) =>
  app.verifyVoteExtension({
    ...{ hash: utf8('hash'), validatorAddress: utf8('voter'), height, voteExtension: utf8(extension) },
  });

export const query = (app: Application, key: string) =>
  app.query({ path: '/key', data: utf8(key), height: 0n, prove: false });

export const check = (app: Application, tx: string) => app.checkTx({ tx: utf8(tx), type: 'new' });

export const SNAPSHOT = { height: 3n, format: 1, chunks: 2, hash: utf8('snapshot'), metadata: utf8('meta') };

export async function connected(address: string, options: ConnectApplicationOptions = {}): Promise<RemoteApplication> {
  const app = await connectApplication(address, options);
  cleanUps.push(() => app.close());
  return app;
}

interface Scripted {
  readonly server: ScriptedApplication;
  readonly app: RemoteApplication;
  readonly failures: HalleyError[];
}

/** Connects to an application that follows a script from the call `from` on. */
export async function scripted(script: Script, options: ConnectApplicationOptions = {}): Promise<Scripted> {
  const server = new ScriptedApplication();
  cleanUps.push(() => server.close());
  const failures: HalleyError[] = [];
  const app = await connected(await server.listen(), { onFailure: (error) => failures.push(error), ...options });
  server.script = script;
  return { server, app, failures };
}
