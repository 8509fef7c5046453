/**
 * The account on a chain in the middle through which a forwarded token goes (ibc-go `GetReceiver`, ADR 28): it follows
 * from the channel and the sender, so that nobody can have tokens moved through somebody else's account.
 */
import { type Bytes, concatBytes } from '../../../kernel/bytes.js';
import { sha256 } from '../../../kernel/hash.js';
import { utf8 } from '../../../kernel/text.js';

const TYPE_HASH = sha256(utf8('packetfowardmiddleware'));
const ADDRESS_BYTES = 20;

/** `channelId` is the chain's own end. 20 bytes. */
export const middleAccount = (channelId: string, sender: string): Bytes =>
  sha256(concatBytes(TYPE_HASH, utf8(`${channelId}/${sender}`))).slice(0, ADDRESS_BYTES);
