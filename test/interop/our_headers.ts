/**
 * Reads headers and proofs of our chain through CometBFT RPC, and encodes them with cosmjs-types, as a relayer does.
 */
import type { Comet38Client } from '@cosmjs/tendermint-rpc';
import { Header } from 'cosmjs-types/ibc/lightclients/tendermint/v1/tendermint';
import { comet, timeOf } from './ibc_go_kit.js';

type RpcHeader = Awaited<ReturnType<Comet38Client['commit']>>['header'];
type RpcBlockId = Awaited<ReturnType<Comet38Client['block']>>['blockId'];

const blockId = ({ hash, parts }: RpcBlockId) => ({ hash, partSetHeader: { total: parts.total, hash: parts.hash } });

const protoHeader = (header: RpcHeader) => ({
  version: { block: BigInt(header.version.block), app: BigInt(header.version.app ?? 0) },
  chainId: header.chainId,
  height: BigInt(header.height),
  time: timeOf(header.time),
  ...(header.lastBlockId && { lastBlockId: blockId(header.lastBlockId) }),
  lastCommitHash: header.lastCommitHash,
  dataHash: header.dataHash,
  validatorsHash: header.validatorsHash,
  nextValidatorsHash: header.nextValidatorsHash,
  consensusHash: header.consensusHash,
  appHash: header.appHash,
  lastResultsHash: header.lastResultsHash,
  evidenceHash: header.evidenceHash,
  proposerAddress: header.proposerAddress,
});

async function validatorSet(height: number, node: Comet38Client) {
  const { validators } = await node.validatorsAll(height);
  const all = validators.map(({ address, pubkey, votingPower, proposerPriority }) => ({
    address,
    pubKey: { ed25519: pubkey?.data as Uint8Array },
    votingPower,
    proposerPriority: BigInt(proposerPriority ?? 0),
  }));
  const totalVotingPower = all.reduce((sum, { votingPower }) => sum + votingPower, 0n);
  return { validators: all, proposer: all[0] as (typeof all)[number], totalVotingPower };
}

/** Reads a header from `node`, by default from our devnet. */
export async function ourHeader(height: number, trusted: number, node = comet): Promise<Uint8Array> {
  const { header, commit } = await node.commit(height);
  const signatures = commit.signatures.map(({ blockIdFlag, validatorAddress, timestamp: time, signature }) => ({
    blockIdFlag: blockIdFlag as number,
    validatorAddress: validatorAddress ?? new Uint8Array(),
    timestamp: time ? timeOf(time as Parameters<typeof timeOf>[0]) : { seconds: -62135596800n, nanos: 0 },
    signature: signature ?? new Uint8Array(),
  }));
  return Header.encode(
    Header.fromPartial({
      signedHeader: {
        header: protoHeader(header),
        commit: { height: BigInt(commit.height), round: commit.round, blockId: blockId(commit.blockId), signatures },
      },
      validatorSet: await validatorSet(height, node),
      trustedHeight: { revisionNumber: 1n, revisionHeight: BigInt(trusted) },
      trustedValidators: await validatorSet(trusted + 1, node),
    }),
  ).finish();
}

/** Returns a value and its proof in the state of the height. The header of the next height commits to it. */
export async function ourProof(height: number, store: string, key: Uint8Array) {
  const { value, proof } = await comet.abciQuery({ path: `/store/${store}/key`, data: key, height, prove: true });
  const ops = proof?.ops.map(({ data }) => data) ?? [];
  return {
    value,
    proof: ops.reduce((list, data) => concat(list, Uint8Array.of(0x0a), varint(data.length), data), new Uint8Array()),
  };
}

export const concat = (...parts: Uint8Array[]): Uint8Array => new Uint8Array(Buffer.concat(parts));

function varint(value: number): Uint8Array {
  const out: number[] = [];
  for (let rest = value; ; rest >>>= 7) {
    out.push(rest < 128 ? rest : (rest & 127) | 128);
    if (rest < 128) return Uint8Array.from(out);
  }
}
