/** Spells signing infos in Solidity's types (cosmos/evm `precompiles/slashing`). */
import { unixSeconds } from '../../../kernel/time.js';
import type { AddressedInfo } from '../../modules/slashing/signing_info_page.js';
import { checksumAddress } from '../../types/address.js';

export const SIGNING_INFO =
  'struct SigningInfo { address validatorAddress; int64 startHeight; int64 indexOffset; int64 jailedUntil; bool tombstoned; int64 missedBlocksCounter; }';

/** Makes an output of the type `SigningInfo`, whose address is that of the consensus key. */
export const solidityInfo = ({ address, info }: AddressedInfo) => ({
  validatorAddress: checksumAddress(address),
  startHeight: info.startHeight,
  indexOffset: info.indexOffset,
  jailedUntil: unixSeconds(info.jailedUntil),
  tombstoned: info.tombstoned,
  missedBlocksCounter: info.missedBlocksCounter,
});
