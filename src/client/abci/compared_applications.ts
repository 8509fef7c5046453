/**
 * Several applications as one: each validator has its own, all execute every block, and the first difference that would
 * split a chain stops with the answers of both. ABCI 2.0 demands equal answers of ProcessProposal,
 * VerifyVoteExtension and FinalizeBlock; the others may differ.
 */
import type {
  Application,
  CheckTxRequest,
  ExecTxResult,
  ExtendVoteRequest,
  FinalizeBlockRequest,
  FinalizeBlockResponse,
  InitChainRequest,
  PrepareProposalRequest,
  ProcessProposalRequest,
  QueryRequest,
  VerifyVoteExtensionRequest,
} from '../../abci/application.js';
import { CommitmentProof } from '../../codec/merkle/ics23.js';
import { type Bytes, equalBytes } from '../../kernel/bytes.js';
import { HalleyError } from '../../kernel/errors.js';
import { toUpperHex } from '../../kernel/hex.js';
import { quoted, utf8 } from '../../kernel/text.js';

/** Application with its name in messages, such as its address. */
export interface ComparedMember {
  readonly name: string;
  readonly application: Application;
}

interface Member extends ComparedMember {
  /** Height of the committed state. */
  height: bigint;
}

/** Answers of two applications to one call, of which the second differs. */
interface Pair<T> {
  readonly first: T;
  readonly second: T;
  readonly firstMember: Member;
  readonly secondMember: Member;
}

/** Stores of the SDK, ibc-go, wasmd and cosmos/evm, in which a difference is looked for. */
const STORES = [
  ...['acc', 'bank', 'staking', 'distribution', 'slashing', 'mint', 'gov', 'wasm', 'evm', 'feemarket', 'erc20'],
  ...['ibc', 'transfer', 'interchainaccounts', 'icahost', 'icacontroller', 'capability', 'authz', 'feegrant'],
  ...['params', 'Consensus', 'consensus', 'upgrade', 'evidence', 'circuit', 'group', 'nft', 'crisis', 'protocolpool'],
  ...['epochs', 'tokenfactory', 'packetfowardmiddleware', 'ratelimit'],
];

export class ComparedApplications implements Application {
  readonly #members: readonly Member[];
  /** Block between FinalizeBlock and Commit, and the members that execute it. */
  #executing: { readonly height: bigint; readonly members: readonly Member[] } = { height: 0n, members: [] };

  /** `validatorAt` returns the number of a validator, whose application has the same number; -1 for others. */
  constructor(
    members: readonly ComparedMember[],
    private readonly validatorAt: (address: Bytes) => number,
  ) {
    this.#members = members.map((member) => ({ ...member, height: 0n }));
  }

  /** Returns the answer of the application with the fewest blocks. The others take part when it has caught up. */
  async info() {
    const answers = await Promise.all(
      this.#members.map(async (member) => {
        const info = await member.application.info();
        member.height = info.lastBlockHeight;
        return info;
      }),
    );
    const least = this.#members.map(({ height }) => height).reduce((a, b) => (a < b ? a : b));
    const behind = this.#members.filter(({ height }) => height === least);
    const lowest = answers.filter(({ lastBlockHeight }) => lastBlockHeight === least);
    const hashes = lowest.map(({ lastBlockAppHash }) => ({ app_hash: lastBlockAppHash }));
    mustAgree('Info', least, behind, hashes);
    return lowest[0] as (typeof answers)[0];
  }

  async initChain(request: InitChainRequest) {
    const fresh = this.#members.filter(({ height }) => height === 0n);
    const answers = await Promise.all(fresh.map(({ application }) => application.initChain(request)));
    const compared = answers.map(({ validators, consensusParams, appHash }) => ({
      ...{ consensus_params: consensusParams, validators, app_hash: appHash },
    }));
    mustAgree('InitChain', request.initialHeight, fresh, compared);
    return answers[0] as (typeof answers)[0];
  }

  /** Lets all applications check the transaction, and returns the answer of the first one. */
  async checkTx(request: CheckTxRequest) {
    const answers = await Promise.all(this.#members.map(({ application }) => application.checkTx(request)));
    return answers[0] as (typeof answers)[0];
  }

  /** Throws HalleyError `conflict` when an application has more blocks than the chain. */
  async prepareProposal(request: PrepareProposalRequest) {
    const ahead = this.#members.find(({ height }) => height >= request.height);
    if (ahead !== undefined)
      throw new HalleyError(
        'conflict',
        `app block height (${ahead.height}) of ${ahead.name} is higher than core (${request.height - 1n}): start that application without data`,
        { app: ahead.height, store: request.height - 1n },
      );
    return this.#of(request.proposerAddress).prepareProposal(request);
  }

  async processProposal(request: ProcessProposalRequest) {
    const answers = await Promise.all(this.#members.map(({ application }) => application.processProposal(request)));
    mustAgree('ProcessProposal', request.height, this.#members, answers);
    return answers[0] as (typeof answers)[0];
  }

  extendVote(request: ExtendVoteRequest) {
    return this.#of(request.validatorAddress ?? request.proposerAddress).extendVote(request);
  }

  async verifyVoteExtension(request: VerifyVoteExtensionRequest) {
    const answers = await Promise.all(this.#members.map(({ application }) => application.verifyVoteExtension(request)));
    mustAgree('VerifyVoteExtension', request.height, this.#members, answers);
    return answers[0] as (typeof answers)[0];
  }

  /** Throws HalleyError `node-differs` when two applications execute the block differently. */
  async finalizeBlock(request: FinalizeBlockRequest) {
    const { height } = request;
    const members = this.#members.filter((member) => member.height < height);
    const answers = await Promise.all(members.map(({ application }) => application.finalizeBlock(request)));
    this.#executing = { height, members };
    const pair = different(members, answers.map(decided));
    if (pair === undefined) return answers[0] as FinalizeBlockResponse;
    const second = answers[members.indexOf(pair.secondMember)] as FinalizeBlockResponse;
    throw await splitOf(height, pair, answers[0] as FinalizeBlockResponse, second);
  }

  async commit() {
    const { height, members } = this.#executing;
    const answers = await Promise.all(members.map(({ application }) => application.commit()));
    for (const member of members) member.height = height;
    return { retainHeight: answers.map(({ retainHeight }) => retainHeight).reduce((a, b) => (a < b ? a : b)) };
  }

  query(request: QueryRequest) {
    return (this.#members[0] as Member).application.query(request);
  }

  /** Returns the application of a validator. Those without a number have the first one. */
  #of(address: Bytes): Application {
    const index = Math.max(0, this.validatorAt(address)) % this.#members.length;
    return (this.#members[index] as Member).application;
  }
}

/** Describes a split. If only the states differ, both are committed, so that their stores can be compared. */
async function splitOf(
  height: bigint,
  pair: Pair<object>,
  first: FinalizeBlockResponse,
  second: FinalizeBlockResponse,
): Promise<HalleyError> {
  const error = (clue: string): HalleyError => differs('FinalizeBlock', height, pair, clue);
  if (firstDifference(pair.first, pair.second)?.path !== 'app_hash') {
    const hashes = equalBytes(first.appHash, second.appHash)
      ? 'equal'
      : `${shown(first.appHash)} and ${shown(second.appHash)}`;
    return error(`; their app hashes are ${hashes}`);
  }
  const event = firstDifference(withoutHash(first), withoutHash(second));
  const clue = event === undefined ? '' : `; ${textOf(event)}, which no hash covers`;
  const { firstMember, secondMember } = pair;
  await Promise.all([firstMember, secondMember].map(({ application }) => application.commit()));
  const store = await differentStore(firstMember.application, secondMember.application, height);
  const where = store === undefined ? '' : `; the first store that differs is ${store}`;
  return error(`${clue}${where}; both have committed the block, so start again with data of an earlier height`);
}

const withoutHash = ({ appHash: _, ...rest }: FinalizeBlockResponse) => rest;

/** Returns what the next header's hashes cover, in the order in which a difference explains most. */
const decided = ({ txResults, validatorUpdates, consensusParamUpdates, appHash }: FinalizeBlockResponse) => ({
  tx_results: txResults.map(({ code, data, gasWanted, gasUsed }: ExecTxResult) => ({
    ...{ code, gas_used: gasUsed, gas_wanted: gasWanted, data },
  })),
  ...{ validator_updates: validatorUpdates, consensus_param_updates: consensusParamUpdates, app_hash: appHash },
});

/** Returns the first answer that differs from the first one. */
function different<T extends object>(members: readonly Member[], answers: readonly T[]): Pair<T> | undefined {
  const first = answers[0] as T;
  const index = answers.findIndex((answer) => firstDifference(first, answer) !== undefined);
  if (index < 0) return undefined;
  const secondMember = members[index] as Member;
  return { first, second: answers[index] as T, firstMember: members[0] as Member, secondMember };
}

/** Throws HalleyError `node-differs` unless all answers are equal. */
function mustAgree(call: string, height: bigint, members: readonly Member[], answers: readonly object[]): void {
  const pair = different(members, answers);
  if (pair !== undefined) throw differs(call, height, pair, '');
}

function differs(call: string, height: bigint, pair: Pair<object>, clue: string): HalleyError {
  const { first, second, firstMember, secondMember } = pair;
  const difference = firstDifference(first, second) as Difference;
  const { path } = difference;
  return new HalleyError(
    'node-differs',
    `two applications differ in ${call} at height ${height}: ${path} is ${shown(difference.first)} of ${firstMember.name}, and ${shown(difference.second)} of ${secondMember.name}${clue}`,
    { call, height, path, first, second },
  );
}

interface Difference {
  /** Place of the value: `tx_results[2].gas_used`. */
  readonly path: string;
  readonly first: unknown;
  readonly second: unknown;
}

const textOf = ({ path, first, second }: Difference): string => `${path} is ${shown(first)} and ${shown(second)}`;

/** Returns the first place at which two values differ, in the order of the first one's members. */
function firstDifference(first: unknown, second: unknown, path = ''): Difference | undefined {
  if (first instanceof Uint8Array && second instanceof Uint8Array)
    return equalBytes(first, second) ? undefined : { path, first, second };
  if (!isNested(first) || !isNested(second)) return first === second ? undefined : { path, first, second };
  if (Array.isArray(first) && Array.isArray(second) && first.length !== second.length)
    return { path: `the length of ${path}`, first: first.length, second: second.length };
  for (const key of new Set([...Object.keys(first), ...Object.keys(second)])) {
    const place = Array.isArray(first) ? `${path}[${key}]` : path === '' ? key : `${path}.${key}`;
    const difference = firstDifference(first[key], second[key], place);
    if (difference !== undefined) return difference;
  }
  return undefined;
}

const isNested = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !(value instanceof Uint8Array);

function shown(value: unknown): string {
  if (value === undefined) return 'absent';
  if (value instanceof Uint8Array) return value.length === 0 ? 'empty' : quoted(toUpperHex(value));
  if (typeof value === 'string') return JSON.stringify(quoted(value));
  return isNested(value) ? 'present' : String(value);
}

/** Returns the first store of two SDK applications whose root differs; undefined when none answers with a proof. */
async function differentStore(first: Application, second: Application, height: bigint): Promise<string | undefined> {
  for (const store of STORES) {
    const [a, b] = await Promise.all([storeRoot(first, store, height), storeRoot(second, store, height)]);
    if (a !== undefined && b !== undefined && !equalBytes(a, b)) return store;
  }
  return undefined;
}

/** Reads the root of a store from the proof that a key is in it or not: its last step leads to the app hash. */
async function storeRoot(application: Application, store: string, height: bigint): Promise<Bytes | undefined> {
  try {
    const { proofOps } = await application.query({ path: `/store/${store}/key`, data: utf8('?'), height, prove: true });
    const step = proofOps.find(({ type }) => type === 'ics23:simple');
    return step && CommitmentProof.decode(step.data).exist?.value;
  } catch {
    // The store does not exist, or the proof has another form.
    return undefined;
  }
}
