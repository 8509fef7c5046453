/** Functions that run what the messages of gov run, for the caller alone. */
import { CodecError } from '../../../../codec/codec_error.js';
import { Any, type Coin } from '../../../../codec/cosmos/base.js';
import { isJsonObject } from '../../../../codec/go_json.js';
import { messageFromJson } from '../../../../codec/protobuf/json.js';
import type { Bytes } from '../../../../kernel/bytes.js';
import { invariant } from '../../../../kernel/errors.js';
import { fromHex } from '../../../../kernel/hex.js';
import { fromUtf8 } from '../../../../kernel/text.js';
import { knownMessages, MESSAGE_TYPES } from '../../../modules/assembly.js';
import { MsgCancelProposal, MsgDeposit, MsgVote, MsgVoteWeighted } from '../../../modules/gov/messages/votes.js';
import { type PrecompileContext, precompileFunction, solidityEvent } from '../../../sdk/solidity/precompile.js';
import { bech32Address, checksumAddress } from '../../../types/address.js';
import { tryParseCoins } from '../../../types/coins.js';
import { failure } from '../../../types/refusal.js';
import { COIN, callingDelegator } from '../../staking/solidity.js';
import { coinsOutput, WEIGHTED_OPTION } from '../solidity.js';

const SUBMITTED = solidityEvent('event SubmitProposal(address indexed proposer, uint64 proposalId)');
const CANCELED = solidityEvent('event CancelProposal(address indexed proposer, uint64 proposalId)');
const DEPOSITED = solidityEvent(
  'event Deposit(address indexed depositor, uint64 proposalId, (string denom, uint256 amount)[] amount)',
);
const VOTED = solidityEvent('event Vote(address indexed voter, uint64 proposalId, uint8 option)');
const VOTED_WEIGHTED = solidityEvent(
  'event VoteWeighted(address indexed voter, uint64 proposalId, (uint8 option, string weight)[] options)',
);

const invalid = (text: string) => failure('invalidRequest', text);

/** Reads the account that acts, which must be the caller. Throws TxFailure; `refusal` begins its text for the zero address. */
function callingParty(refusal: string, arg: unknown, context: PrecompileContext): { hex: string; text: string } {
  if (BigInt(String(arg)) === 0n) throw invalid(`${refusal} ${String(arg)}`);
  const address = callingDelegator(arg, context);
  return { hex: checksumAddress(address), text: bech32Address(address, context.params.bech32Prefix) };
}

/** Reads coins in any order. Throws TxFailure. */
function depositOf(arg: unknown): readonly Coin[] {
  const coins = (arg as readonly { denom: string; amount: bigint }[])
    .map(({ denom, amount }) => ({ denom, amount: amount.toString() }))
    .sort((a, b) => (a.denom < b.denom ? -1 : 1));
  if (tryParseCoins(coins) === undefined) throw invalid('invalid deposits deposit arg ');
  return coins;
}

interface ProposalJson {
  readonly messages?: readonly unknown[];
  readonly metadata?: string;
  readonly title?: string;
  readonly summary?: string;
  readonly expedited?: boolean;
}

/** Parses the JSON of a proposal. Throws TxFailure. */
function proposalOf(bytes: Bytes): ProposalJson {
  if (bytes.length === 0) throw invalid('invalid proposal json jsonBlob arg ');
  let json: unknown;
  try {
    json = JSON.parse(fromUtf8(bytes));
  } catch (error) {
    throw invalid(`invalid proposal JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
  // As in Go, null leaves a field empty.
  const members = isJsonObject(json) && Object.fromEntries(Object.entries(json).filter(([, value]) => value !== null));
  const isProposal =
    members &&
    Object.entries({ metadata: 'string', title: 'string', summary: 'string', expedited: 'boolean' }).every(
      ([name, type]) => ['undefined', type].includes(typeof members[name]),
    ) &&
    Array.isArray(members['messages'] ?? []);
  if (!isProposal)
    throw invalid('invalid proposal JSON: expected an object with messages, metadata, title, summary and expedited');
  return members;
}

/** Proposal of messages in protobuf's JSON, each with its `@type`. */
export const submitProposal = precompileFunction(
  [COIN, 'function submitProposal(address proposer, bytes jsonProposal, Coin[] deposit) returns (uint64 proposalId)'],
  async ([arg, json, deposit], context) => {
    const proposer = callingParty('invalid proposer', arg, context);
    const {
      messages = [],
      metadata = '',
      title = '',
      summary = '',
      expedited = false,
    } = proposalOf(fromHex(String(json)));
    const initialDeposit = depositOf(deposit);
    const anys = messages.map((message, i) =>
      decoded(`message ${i}`, () => Any.decode(messageFromJson(Any, message, knownMessages()))),
    );
    const fields = { messages: anys, initialDeposit, proposer: proposer.text, metadata, title, summary, expedited };
    const type = MESSAGE_TYPES.get('/cosmos.gov.v1.MsgSubmitProposal');
    invariant(type !== undefined, 'there is no message that submits proposals');
    const message = decoded('invalid proposal', () => type.read(type.message.encode(fields)));
    const { value } = await message.handle(context);
    const { proposalId } = type.response.decode(value) as { readonly proposalId: bigint };
    context.log(SUBMITTED, [proposer.hex, proposalId]);
    return [proposalId];
  },
);

function decoded<T>(what: string, decode: () => T): T {
  try {
    return decode();
  } catch (error) {
    if (error instanceof CodecError) throw invalid(`${what}: ${error.message}`);
    throw error;
  }
}

export const cancelProposal = precompileFunction(
  'function cancelProposal(address proposer, uint64 proposalId) returns (bool success)',
  async ([arg, id], context) => {
    const { hex, text: proposer } = callingParty('invalid proposer', arg, context);
    const proposalId = id as bigint;
    await MsgCancelProposal.handle({ proposalId, proposer }, context);
    context.log(CANCELED, [hex, proposalId]);
    return [true];
  },
);

export const deposit = precompileFunction(
  [COIN, 'function deposit(address depositor, uint64 proposalId, Coin[] amount) returns (bool success)'],
  async ([arg, id, coins], context) => {
    const { hex, text: depositor } = callingParty('invalid depositor address:', arg, context);
    const [proposalId, amount] = [id as bigint, depositOf(coins)];
    await MsgDeposit.handle({ proposalId, depositor, amount }, context);
    context.log(DEPOSITED, [hex, proposalId, coinsOutput(amount)]);
    return [true];
  },
);

export const vote = precompileFunction(
  'function vote(address voter, uint64 proposalId, uint8 option, string metadata) returns (bool success)',
  async ([arg, id, number, metadata], context) => {
    const { hex, text: voter } = callingParty('invalid voter address:', arg, context);
    const [proposalId, option] = [id as bigint, Number(number)];
    await MsgVote.handle({ proposalId, voter, option, metadata: String(metadata) }, context);
    context.log(VOTED, [hex, proposalId, option]);
    return [true];
  },
);

export const voteWeighted = precompileFunction(
  [
    WEIGHTED_OPTION,
    'function voteWeighted(address voter, uint64 proposalId, WeightedVoteOption[] options, string metadata) returns (bool success)',
  ],
  async ([arg, id, weighted, metadata], context) => {
    const { hex, text: voter } = callingParty('invalid voter address:', arg, context);
    const [proposalId, options] = [id as bigint, weighted as readonly { option: number; weight: string }[]];
    await MsgVoteWeighted.handle({ proposalId, voter, options, metadata: String(metadata) }, context);
    context.log(VOTED_WEIGHTED, [hex, proposalId, options]);
    return [true];
  },
);
