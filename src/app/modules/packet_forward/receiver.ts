/**
 * Derives the account on an intermediate chain through which a forwarded token goes (ibc-go `GetReceiver`, ADR 28). It
 * depends on the channel and the sender, so that no sender can move tokens through another sender's account.
 */
import { type Bytes, concatBytes } from '../../../kernel/bytes.js';
import { sha256 } from '../../../kernel/hash.js';
import { utf8 } from '../../../kernel/text.js';

const TYPE_HASH = sha256(utf8('packetfowardmiddleware'));
const ADDRESS_BYTES = 20;

/** Returns the account, 20 bytes. `channelId` is the chain's own end. */
export const middleAccount = (channelId: string, sender: string): Bytes =>
  sha256(concatBytes(TYPE_HASH, utf8(`${channelId}/${sender}`))).slice(0, ADDRESS_BYTES);
