/** Passes proposals at once, with the block that executes them. */
import { knownMessages, MESSAGE_TYPES } from '../../app/modules/assembly.js';
import { statusName } from '../../app/modules/gov/proposal.js';
import { readNextId, readProposal } from '../../app/modules/gov/store.js';
import type { ChainParams } from '../../app/sdk/chain_params.js';
import { authorityText, GOV } from '../../app/sdk/module/authority.js';
import { TxFailure } from '../../app/types/refusal.js';
import type { PassedProposal } from '../../backend/evm/node.js';
import { CodecError } from '../../codec/codec_error.js';
import { Any } from '../../codec/cosmos/base.js';
import { MsgPassProposal } from '../../codec/dev/proposals.js';
import { messageFromJson } from '../../codec/protobuf/json.js';
import { equalBytes } from '../../kernel/bytes.js';
import { HalleyError } from '../../kernel/errors.js';
import type { AppChain } from '../chain/chain.js';
import type { DevTxSender } from './dev_tx_sender.js';

/** Most messages of a proposal that is made here. */
const MAX_MESSAGES = 100;
const TITLE = 'Passed by the devnet';

/**
 * Passes a proposal that exists, given by its id, or a new one with these messages in protobuf's JSON. Throws HalleyError:
 * `not-found`, `conflict` for one that has ended, `invalid-argument` for messages that no proposal may have.
 */
export async function passProposal(
  { app }: AppChain,
  sender: DevTxSender,
  given: bigint | readonly unknown[],
): Promise<PassedProposal> {
  if (given === 0n) throw new HalleyError('not-found', 'there is no proposal 0: their ids begin with 1');
  const [known, messages] = typeof given === 'bigint' ? [given, []] : [undefined, anysOf(given, app.params)];
  let id = 0n;
  await sender.sendDevTxAndMine(MsgPassProposal, () => {
    id = known ?? readNextId(app.devTxs.latest);
    return { proposalId: known ?? 0n, messages, title: TITLE };
  });
  const proposal = readProposal(app.devTxs.latest, id);
  return { id, status: statusName(proposal?.status ?? 0), failedReason: proposal?.failedReason ?? '' };
}

function anysOf(given: readonly unknown[], params: ChainParams): readonly Any[] {
  if (given.length === 0 || given.length > MAX_MESSAGES)
    throw new HalleyError(
      'invalid-argument',
      `a proposal has ${given.length} messages, expected from 1 to ${MAX_MESSAGES}`,
    );
  const known = knownMessages();
  return given.map((json, i) => {
    try {
      const any = Any.decode(messageFromJson(Any, json, known));
      const signers = MESSAGE_TYPES.get(any.typeUrl)?.read(any.value).signers(params);
      if (signers?.length === 1 && equalBytes(signers[0] as Uint8Array, GOV.address)) return any;
      throw new CodecError(`its signer must be ${authorityText(params)}, the account of gov`);
    } catch (error) {
      if (error instanceof CodecError || error instanceof TxFailure)
        throw new HalleyError('invalid-argument', `message ${i} of the proposal: ${error.message}`, { message: i });
      throw error;
    }
  });
}
