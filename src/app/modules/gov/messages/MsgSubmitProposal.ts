/**
 * `cosmos.gov.v1.MsgSubmitProposal` proposes messages that x/gov's account then sends (SDK x/gov `SubmitProposal`). They
 * are read with it, so a transaction with an unknown one is refused before it is admitted.
 */
import { Any, type Any as AnyValue, Coin } from '../../../../codec/cosmos/base.js';
import { bool, repeated, string, uint } from '../../../../codec/protobuf/field.js';
import { message, type Of } from '../../../../codec/protobuf/message.js';
import { type Bytes, equalBytes } from '../../../../kernel/bytes.js';
import { utf8 } from '../../../../kernel/text.js';
import { GOV } from '../../../sdk/module/authority.js';
import type { AnyMessage, AnyMessageType, MessageContext, MessageTypeOf } from '../../../sdk/module/message.js';
import { WRITE_PER_BYTE } from '../../../sdk/module/metered_state.js';
import { bech32Address, readAddress } from '../../../types/address.js';
import { event } from '../../../types/events.js';
import { failure } from '../../../types/refusal.js';
import { ensureModuleAccount } from '../../auth/store.js';
import { addDeposit, checkInitialDeposit, readDepositCoins } from '../deposits.js';
import { checkMetadataLength, govFailure, MAX_METADATA_BYTES } from '../failure.js';
import { NO_VOTES, STATUS } from '../proposal.js';
import { INACTIVE, queue, readGovParams, readNextId, writeNextId, writeProposal } from '../store.js';

/** Factor by which a summary may be longer than a title. */
const SUMMARY_FACTOR = 40;
/** Most proposals inside each other. */
const MAX_DEPTH = 10;

const request = message(
  'cosmos.gov.v1.MsgSubmitProposal',
  {
    messages: repeated(1, Any),
    initialDeposit: repeated(2, Coin, { keepEmpty: true }),
    proposer: string(3),
    metadata: string(4),
    title: string(5),
    summary: string(6),
    expedited: bool(7),
  },
  { aminoName: 'cosmos-sdk/v1/MsgSubmitProposal' },
);
type Submission = Of<typeof request>;
const response = message('cosmos.gov.v1.MsgSubmitProposalResponse', { proposalId: uint(1) });

/** Message of a proposal. */
export interface Proposed {
  readonly any: AnyValue;
  readonly message: AnyMessage;
}

/** Defines the message. It needs the message types of the chain. */
export const MsgSubmitProposal = ({ messageTypeOf }: { readonly messageTypeOf: MessageTypeOf }): AnyMessageType => {
  const { typeUrl } = request;
  let depth = 0;

  function readProposed(any: AnyValue): Proposed {
    const type = messageTypeOf(any.typeUrl);
    if (type === undefined) throw failure('txParseError', `unable to resolve type URL ${any.typeUrl}: tx parse error`);
    if (depth === MAX_DEPTH)
      throw failure('txParseError', `recursion depth exceeded: ${MAX_DEPTH} proposals: tx parse error`);
    depth++;
    try {
      return { any, message: type.read(any.value) };
    } finally {
      depth--;
    }
  }

  return {
    typeUrl,
    aminoName: request.aminoName,
    message: request,
    response,
    read(bytes): AnyMessage {
      const value = request.decode(bytes);
      const proposed = value.messages.map(readProposed);
      return {
        typeUrl,
        // Amino has the message only where it has all messages in it.
        aminoName: proposed.every(({ message }) => message.aminoName !== undefined) ? request.aminoName : undefined,
        signers: ({ bech32Prefix }) => [readAddress('proposer address', value.proposer, bech32Prefix)],
        handle(context) {
          const proposalId = submit(context, value, proposed);
          return { typeUrl: response.typeUrl, value: response.encode({ proposalId }) };
        },
        amino: () => ({
          ...request.amino(value),
          ...(proposed.length > 0 && {
            messages: proposed.map(({ message }) => ({ type: message.aminoName, value: message.amino() })),
          }),
        }),
      };
    },
  };
};

/** Submits a proposal with its first deposit, and returns its id. Throws TxFailure. */
export function submit(context: MessageContext, value: Submission, proposed: readonly Proposed[]): bigint {
  const { state, params: chain, emit, gas } = context;
  if (value.title === '') throw failure('invalidRequest', 'proposal title cannot be empty: invalid request');
  if (value.summary === '') throw failure('invalidRequest', 'proposal summary cannot be empty: invalid request');
  const proposer = readAddress('proposer address', value.proposer, chain.bech32Prefix);
  if (proposed.length === 0 && value.metadata === '')
    throw govFailure('noMessages', 'either metadata or Msgs length must be non-nil');
  checkMetadata(value);
  const deposit = readDepositCoins(value.initialDeposit);
  const params = readGovParams(state);
  checkInitialDeposit(params, value.expedited, deposit);
  checkMetadataLength(value.metadata);
  const summaryBytes = utf8(value.summary).length;
  if (summaryBytes > SUMMARY_FACTOR * MAX_METADATA_BYTES)
    throw govFailure('summaryTooLong', `got summary with length ${summaryBytes}`);
  checkMetadataLength(value.title);
  ensureModuleAccount(state, GOV);
  for (const { message } of proposed) checkSigner(message.signers(chain), chain.bech32Prefix);
  const id = readNextId(state);
  writeNextId(state, id + 1n);
  const depositEndTime = context.block.time + params.maxDepositPeriod;
  const { metadata, title, summary, expedited } = value;
  const size = writeProposal(state, {
    id,
    messages: value.messages,
    status: STATUS.deposit,
    finalTallyResult: NO_VOTES,
    submitTime: context.block.time,
    depositEndTime,
    totalDeposit: [],
    votingStartTime: undefined,
    votingEndTime: undefined,
    metadata,
    title,
    summary,
    proposer: bech32Address(proposer, chain.bech32Prefix),
    expedited,
    failedReason: '',
  });
  queue(state, INACTIVE, depositEndTime, id);
  emit(
    event('submit_proposal', {
      proposal_id: id.toString(),
      proposal_proposer: bech32Address(proposer, chain.bech32Prefix),
      proposal_messages: proposed.map(({ any }) => `,${any.typeUrl}`).join(''),
    }),
  );
  gas.consume(3n * WRITE_PER_BYTE * BigInt(size), 'submit proposal');
  if (addDeposit(context, id, proposer, deposit))
    emit(event('submit_proposal', { voting_period_start: id.toString() }));
  return id;
}

/** Checks that metadata in the recommended format has the proposal's title and summary. */
function checkMetadata({ metadata, title, summary }: Submission): void {
  const json = parsedJson(metadata);
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return;
  for (const [name, own] of Object.entries({ title, summary })) {
    const stated = (json as Readonly<Record<string, unknown>>)[name] ?? '';
    if (typeof stated !== 'string') return;
    if (stated !== own)
      throw govFailure('invalidContent', `metadata ${name} '${stated}' must equal proposal ${name} '${own}'`);
  }
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function checkSigner([signer, ...others]: readonly Bytes[], prefix: string): void {
  if (signer === undefined || others.length > 0) throw govFailure('invalidSigner');
  if (!equalBytes(signer, GOV.address)) throw govFailure('invalidSigner', bech32Address(signer, prefix));
}
